import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { paths, withQuery } from '#lib/base/paths.ts';
import { text } from '#lib/base/text/text.ts';
import { readQuery, type SearchParams, word } from '#lib/http/search-params.ts';
import { findAuthorizationForPage } from '#lib/oauth/consent/authorize-page.ts';
import { ARM_MS } from '#lib/oauth/consent/consent.ts';
import type { AuthorizationView } from '#lib/oauth/consent/interaction.ts';
import { CARD_CODES, type CardCode } from '#lib/oauth/error-card.ts';
import { currentActor, currentEmail, currentTokens, sayUnavailable } from '#lib/routes/next.ts';
import { AuthorizationError } from './_components/authorization-error.tsx';
import { ConsentForm } from './_components/consent-form.tsx';
import { Hints } from './_components/hints.tsx';
import { RequestEnded } from './_components/request-ended.tsx';
import { WhoAsks } from './_components/who-asks.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Authorize', robots: { index: false } };

const Query = { error: word, interaction: text(100), client_id: text(1000) };

/** The consent page. The provider redirects browsers here. */
export default async function AuthorizePage({ searchParams }: { searchParams: SearchParams }) {
  const given = await searchParams;
  const { error, interaction = '', client_id: client = '' } = readQuery(Query, given);
  return (
    <div className="page flex justify-center py-12 sm:py-20">
      <div className="w-full max-w-form">
        {given.error === undefined ? (
          <Request interaction={interaction} client={client} />
        ) : (
          <Card code={CARD_CODES.find((code) => code === error) ?? 'failed'} />
        )}
      </div>
    </div>
  );
}

async function Card({ code }: { code: CardCode }) {
  switch (code) {
    case 'expired':
    case 'invalid_request_uri':
    case 'answered':
    case 'other_browser':
    case 'other_site':
    case 'other_login':
      return <RequestEnded code={code} isLoggedIn={await isLoggedIn()} />;
    case 'invalid_logout':
    case 'logout_failed':
      return <LogoutError code={code} isLoggedIn={await isLoggedIn()} />;
    default:
      return <AuthorizationError code={code} />;
  }
}

const isLoggedIn = async () => (await currentActor()).kind !== 'anonymous';

async function Request({ interaction, client }: { interaction: string; client: string }) {
  const asked = { interaction, client_id: client };
  const found = await findAuthorizationForPage(await currentActor(), asked, await headers());
  if (found === 'unavailable') {
    await sayUnavailable();
    return <AuthorizationError code="temporarily_unavailable" />;
  }
  if ('ended' in found)
    return <RequestEnded code={found.ended} application={found.application} isLoggedIn={await isLoggedIn()} />;
  const { view, step, shownAt } = found;
  const email = await currentEmail();
  switch (step) {
    case 'log_in':
    case 'log_in_again':
      return <LogInToContinue request={view} email={email} hasSignedUp={(await currentTokens()).signUp !== null} />;
    case 'no_second_factor':
      return <NoSecondFactor request={view} email={email} />;
    case 'continue':
      return <Continue request={view} />;
    case 'consent':
      return <Consent request={view} email={email} shownAt={shownAt} />;
  }
}

/**
 * Continues automatically after the login. This is a separate navigation, because a redirect would still belong to
 * the login form, whose CSP forbids other sites (`form-action`). The button is for browsers that do not send
 * Sec-Fetch-Site.
 */
function Continue({ request }: { request: AuthorizationView }) {
  const { uid, isOnDevice } = request;
  const action = isOnDevice ? paths.deviceInteractionLogin(uid) : paths.interactionLogin(uid);
  return (
    <form method="post" action={action} className="space-y-6">
      <meta httpEquiv="refresh" content={`0; url=${action}`} />
      <h1 className="text-heading font-semibold tracking-tight">You are logged in</h1>
      <p className="text-muted" role="status">
        Continuing to {request.client.name}.
      </p>
      <Button type="submit" size="lg" className="w-full">
        Continue
      </Button>
    </form>
  );
}

type ConsentProps = { request: AuthorizationView; email: string | null; /** Unix milliseconds */ shownAt: number };

/** The consent question, for a user who is logged in. */
function Consent({ request, email, shownAt }: ConsentProps) {
  return (
    <div className="space-y-6">
      <WhoAsks request={request} email={email} />
      <p className="text-small">
        Logged in as{' '}
        <strong className="font-semibold wrap-anywhere">
          <Breakable text={email ?? 'you'} />
        </strong>
        .{' '}
        <a href={paths.login(request.page)} className="inline-block py-1 underline underline-offset-4">
          Not you?
        </a>
      </p>
      <ConsentForm
        action={request.isOnDevice ? paths.deviceInteraction(request.uid) : paths.interaction(request.uid)}
        shownAt={shownAt}
        armMs={ARM_MS}
      />
      <Hints />
    </div>
  );
}

type LogoutErrorProps = { code: 'invalid_logout' | 'logout_failed'; isLoggedIn: boolean };

/**
 * For a logout that an application asked for and that cannot end at the application. Logging out is what the person came
 * for, so the card offers it; it ends on our home page.
 */
function LogoutError({ code, isLoggedIn }: LogoutErrorProps) {
  return (
    <section role="alert" className="space-y-4 rounded-md border bg-surface p-6">
      <h1 className="text-title font-semibold">Logout failed</h1>
      <p className="text-red">
        {TEXTS[code]} {isLoggedIn ? 'You are still logged in.' : 'You are not logged in.'}
      </p>
      {isLoggedIn && (
        <form method="post" action={paths.logout}>
          <Button type="submit" size="lg" className="w-full">
            Log out
          </Button>
        </form>
      )}
      <a href={paths.home} className={buttonClass({ variant: 'secondary', size: 'lg' }, 'w-full')}>
        Return to Home
      </a>
    </section>
  );
}

const TEXTS = {
  invalid_logout: 'The application asked to log you out in a way that is not valid.',
  logout_failed: 'The application’s request to log you out has failed.',
};

type NoSecondFactorProps = { request: AuthorizationView; email: string | null };

/** For a user without a second factor, if the application needs one. The form tells the application. */
function NoSecondFactor({ request, email }: NoSecondFactorProps) {
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
          Set up two-factor login
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

type LogInToContinueProps = {
  request: AuthorizationView;
  /** of the logged-in user */
  email: string | null;
  /** in this browser, so that an account exists */
  hasSignedUp: boolean;
};

const TWO_FACTORS = 'with two factors: a passkey, or your password and the code of your authenticator app';

/** For a visitor who is not logged in or should sign up, and for a user who has to log in again. */
function LogInToContinue({ request, email, hasSignedUp }: LogInToContinueProps) {
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
            Create an account
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
