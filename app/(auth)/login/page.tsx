import type { Metadata } from 'next';
import { LogoutLink } from '#components/layout/header/logout-link.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { texts } from '#components/users/error-texts.ts';
import { AccessPage } from '#components/users/login/access-panel.tsx';
import { SecondFactorForm } from '#components/users/login/second-factor-form.tsx';
import { ReturnUrl } from '#lib/auth/schema.ts';
import { paths, safeReturnPath } from '#lib/base/paths.ts';
import { readQuery, type SearchParams, word } from '#lib/http/search-params.ts';
import { currentEmail } from '#lib/routes/next.ts';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Access Premium', robots: { index: false } };

const Query = { tab: word, return_url: ReturnUrl, done: word, forgot: word, step: word, error: word };

export default async function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  const query = readQuery(Query, await searchParams);
  const email = await currentEmail();
  const tab = query.tab === 'signup' ? 'signup' : 'login';
  const returnUrl = query.return_url;
  const notices = (
    <>
      {isInvited(returnUrl) && <Alert tone="info" text="Log in or sign up with the address that got the invitation." />}
      {email && <LoggedInNotice email={email} returnUrl={returnUrl} />}
      {tab === 'signup' && query.done && <Alert tone="success" text={texts.signUpSuccess} />}
      <ForgotOutcome outcome={query.forgot} />
    </>
  );
  return (
    <div className="w-full max-w-form space-y-6">
      {query.step === 'code' ? (
        <>
          <h1 className="text-heading font-semibold tracking-tight">Access Premium</h1>
          {notices}
          <SecondFactorForm returnUrl={returnUrl} errorCode={query.error} />
        </>
      ) : (
        <AccessPage initialTab={tab} returnUrl={returnUrl} errorCode={query.error}>
          {notices}
        </AccessPage>
      )}
      <a
        href={paths.home}
        className="inline-block py-1 text-small text-muted underline underline-offset-4 hover:text-ink"
      >
        Back to home
      </a>
    </div>
  );
}

/** Whether the visitor comes from the link of an invitation. */
const isInvited = (returnUrl: string | undefined) => returnUrl?.split('?')[0] === paths.join({});

/** The outcome of the forgot-password form when posted without JavaScript. */
function ForgotOutcome({ outcome }: { outcome: string | undefined }) {
  if (outcome === 'sent') return <Alert tone="success" text={texts.forgotSuccess} />;
  return outcome === 'failed' ? <Alert tone="error" text={texts.forgotFailed} /> : null;
}

type LoggedInNoticeProps = { email: string; returnUrl: string | undefined };

/** For a user who is already logged in: Continue and Logout. The forms below remain, to log in to another account. */
function LoggedInNotice({ email, returnUrl }: LoggedInNoticeProps) {
  const target = safeReturnPath(returnUrl);
  return (
    <Alert tone="info" text="You are already logged in.">
      <p className="wrap-anywhere">
        <Breakable text={email} />
      </p>
      <p className="flex gap-2">
        <a href={target} className={buttonClass({ variant: 'secondary' })}>
          {target === paths.dashboard ? 'Dashboard' : 'Continue'}
        </a>
        <LogoutLink className={buttonClass({ variant: 'quiet' })} />
      </p>
    </Alert>
  );
}
