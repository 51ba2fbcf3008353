import { Breakable } from '#components/ui/data/breakable.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import type { AuthorizationView } from '#lib/oauth/consent/interaction.ts';
import { paths, withQuery } from '#lib/paths.ts';
import { Hints } from './hints.tsx';
import { WhoAsks } from './who-asks.tsx';

type LogInToContinueProps = {
  request: AuthorizationView;
  /** of the logged-in user */
  email: string | null;
  /** in this browser, so that an account exists */
  hasSignedUp: boolean;
};

const TWO_FACTORS = 'with two factors: a passkey, or your password and the code of your authenticator app';

/** For a visitor who is not logged in or should sign up, and for a user who has to log in again. */
export function LogInToContinue({ request, email, hasSignedUp }: LogInToContinueProps) {
  const { needsTwoFactor } = request;
  const login = paths.login(request.page);
  return (
    <div className="space-y-6">
      <WhoAsks request={request} email={email} />
      {email && (
        <p className="text-small">
          You are logged in as{' '}
          <strong className="font-semibold wrap-anywhere">
            <Breakable text={email} />
          </strong>
          , and the application asks you to log in again{needsTwoFactor ? ` ${TWO_FACTORS}` : ''}.
        </p>
      )}
      {!email && needsTwoFactor && <p className="text-small">The application asks you to log in {TWO_FACTORS}.</p>}
      {request.wantsAccount && !email && !hasSignedUp ? (
        <div className="space-y-3">
          <a href={withQuery(login, { tab: 'signup' })} className={buttonClass({ size: 'lg' }, 'w-full')}>
            Sign Up to Continue
          </a>
          <a href={login} className={buttonClass({ variant: 'secondary', size: 'lg' }, 'w-full')}>
            I have an account
          </a>
        </div>
      ) : (
        <a href={login} className={buttonClass({ size: 'lg' }, 'w-full')}>
          Log In to Continue
        </a>
      )}
      <Hints />
    </div>
  );
}
