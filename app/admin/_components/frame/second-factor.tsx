import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { paths } from '#lib/base/paths.ts';

/** Instead of the console, for an admin who logged in with a password alone (ADMIN_NEEDS_TWO_FACTOR). */
export function SecondFactorNeeded({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <ErrorCard
        text="The console needs a login with a second factor."
        help="Set up an authenticator app or a passkey in your account, log out, and log in with it."
      >
        <a href={paths.account} className="underline">
          Go to account
        </a>
      </ErrorCard>
    </>
  );
}

/** Tells an admin who logged in with a password alone what that means. */
export function SecondFactorNotice() {
  return (
    <Alert tone="warning" text="You logged in with a password alone, which opens every account and key.">
      <p>
        <a href={paths.account} className="underline">
          Set up an authenticator app or a passkey
        </a>
        , and log in with it.
      </p>
    </Alert>
  );
}
