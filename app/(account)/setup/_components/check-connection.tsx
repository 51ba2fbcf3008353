import { Doctor } from '#components/doctor/doctor.tsx';
import { paths } from '#lib/paths.ts';
import { Step } from './step.tsx';

/** Finds out why requests fail, by asking the storage. */
export function CheckConnection({ isLoggedIn }: { isLoggedIn: boolean }) {
  return (
    <Step id="check" title="Check the connection">
      <p className="max-w-measure text-muted">
        The storage hosts say what they see of your mail server: nothing, a wrong key, a refused one, or that it works.
      </p>
      {isLoggedIn ? (
        <Doctor asker="owner" />
      ) : (
        <p className="max-w-measure text-muted">
          They answer the owner of a key.{' '}
          <a href={paths.login(paths.setup)} className="font-medium text-ink underline underline-offset-4">
            Log in to ask them
          </a>
        </p>
      )}
    </Step>
  );
}
