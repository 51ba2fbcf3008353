import { buttonClass } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { paths } from '#lib/paths.ts';

/** A link back to a customer view that is still open. */
export function OpenView({ userId, until }: { userId: string; until: string }) {
  return (
    <Alert tone="info" text={`You are viewing this account until ${until.slice(11, 16)} UTC.`}>
      <a href={paths.adminViewed(userId, 'dashboard')} className={buttonClass({ size: 'sm' })}>
        Continue
      </a>
    </Alert>
  );
}
