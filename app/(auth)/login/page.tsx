import type { Metadata } from 'next';
import { Alert } from '#components/ui/states/alert.tsx';
import { texts } from '#components/users/error-texts.ts';
import { AccessPanel } from '#components/users/login/access-panel.tsx';
import { SecondFactorForm } from '#components/users/login/second-factor-form.tsx';
import { first, type SearchParams } from '#lib/http/search-params.ts';
import { paths } from '#lib/paths.ts';
import { currentEmail } from '#lib/routes/next.ts';
import { LoggedInNotice } from './_components/logged-in-notice.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Access Premium', robots: { index: false } };

export default async function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const email = await currentEmail();
  const tab = first(query.tab) === 'signup' ? 'signup' : 'login';
  const returnUrl = first(query.return_url);
  return (
    <div className="w-full max-w-form space-y-6">
      <h1 className="text-heading font-semibold tracking-tight">Access Premium</h1>
      {email && <LoggedInNotice email={email} returnUrl={returnUrl} />}
      {tab === 'signup' && first(query.done) && <Alert tone="success" text={texts.signUpSuccess} />}
      <ForgotOutcome outcome={first(query.forgot)} />
      {first(query.step) === 'code' ? (
        <SecondFactorForm returnUrl={returnUrl} errorCode={first(query.error)} />
      ) : (
        <AccessPanel initialTab={tab} returnUrl={returnUrl} errorCode={first(query.error)} isPage />
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

/** The outcome of the forgot-password form when posted without JavaScript. */
function ForgotOutcome({ outcome }: { outcome: string | undefined }) {
  if (outcome === 'sent') return <Alert tone="success" text={texts.forgotSuccess} />;
  return outcome === 'failed' ? <Alert tone="error" text={texts.forgotFailed} /> : null;
}
