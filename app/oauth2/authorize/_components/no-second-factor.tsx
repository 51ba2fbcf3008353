import { Breakable } from '#components/ui/data/breakable.tsx';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import type { AuthorizationView } from '#lib/oauth/consent/interaction.ts';
import { paths } from '#lib/paths.ts';
import { WhoAsks } from './who-asks.tsx';

type NoSecondFactorProps = { request: AuthorizationView; email: string | null };

/** For a user without a second factor, if the application needs one. The form tells the application. */
export function NoSecondFactor({ request, email }: NoSecondFactorProps) {
  const { uid, isOnDevice } = request;
  return (
    <div className="space-y-6">
      <WhoAsks request={request} email={email} />
      <Alert tone="warning" text="This application needs two-factor login.">
        <p className="wrap-anywhere">
          Your account <Breakable text={email ?? ''} /> has neither an authenticator app nor a passkey. Set one up, then
          start again from the application.
        </p>
      </Alert>
      <div className="space-y-3">
        <a href={paths.twoFactor} className={buttonClass({ size: 'lg' }, 'w-full')}>
          Set Up Two-Factor Login
        </a>
        <form method="post" action={isOnDevice ? paths.deviceInteraction(uid) : paths.interaction(uid)}>
          <input type="hidden" name="shown_at" value="0" />
          <Button type="submit" name="decision" value="deny" variant="secondary" size="lg" className="w-full">
            {isOnDevice ? 'Cancel' : 'Return to the application'}
          </Button>
        </form>
      </div>
    </div>
  );
}
