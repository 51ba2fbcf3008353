import type { Metadata } from 'next';
import { Alert } from '#components/ui/alert.tsx';
import { AccessPanel } from '#components/users/access-panel.tsx';
import { texts } from '#components/users/error-texts.ts';
import { first, type SearchParams } from '#lib/http/search-params.ts';
import { paths } from '#lib/paths.ts';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Access Premium', robots: { index: false } };

export default async function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const tab = first(query.tab) === 'signup' ? 'signup' : 'login';
  return (
    <div className="w-full max-w-form">
      <h1 className="mb-6 text-heading font-semibold tracking-tight">Access Premium</h1>
      {tab === 'signup' && first(query.done) && (
        <div className="mb-6">
          <Alert tone="success" text={texts.signUpSuccess} />
        </div>
      )}
      <ForgotOutcome outcome={first(query.forgot)} />
      <AccessPanel initialTab={tab} returnUrl={first(query.return_url)} errorCode={first(query.error)} keepTabInUrl />
      <a
        href={paths.home}
        className="mt-8 inline-block py-1 text-small text-muted underline underline-offset-4 hover:text-ink"
      >
        Back to home
      </a>
    </div>
  );
}

/** What became of a forgotten password's form without script. */
function ForgotOutcome({ outcome }: { outcome: string | undefined }) {
  if (outcome !== 'sent' && outcome !== 'failed') return null;
  return (
    <div className="mb-6">
      {outcome === 'sent' ? (
        <Alert tone="success" text={texts.forgotSuccess} />
      ) : (
        <Alert tone="error" text={texts.forgotFailed} />
      )}
    </div>
  );
}
