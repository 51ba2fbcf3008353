import { Doctor } from '#components/doctor/doctor.tsx';
import type { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { isLoggedOut } from '#lib/api-client/api-client.ts';
import { paths } from '#lib/paths.ts';
import { Step } from './step.tsx';

/** Finds out why requests fail, by asking the storage. */
export function CheckConnection({ status }: { status: ReturnType<typeof useUserStatus> }) {
  return (
    <Step id="check" title="Check the connection">
      <p className="max-w-measure text-muted">
        The storage hosts say what they see of your mail server: nothing, a wrong key, a refused one, or that it works.
      </p>
      <Content status={status} />
    </Step>
  );
}

function Content({ status: { data, error } }: { status: ReturnType<typeof useUserStatus> }) {
  if (data) return <Doctor asker="owner" />;
  if (!error) return <Skeleton className="h-40 noscript:hidden" />;
  return (
    <p className="max-w-measure text-muted">
      They answer the owner of a key.{' '}
      {isLoggedOut(error) && (
        <a href={paths.login(paths.setup)} className="font-medium text-ink underline underline-offset-4">
          Log in to ask them
        </a>
      )}
    </p>
  );
}
