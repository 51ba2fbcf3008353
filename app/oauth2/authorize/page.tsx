import type { Metadata } from 'next';
import { readQuery, word, type SearchParams } from '#lib/http/search-params.ts';
import { findAuthorizationForPage } from '#lib/oauth/consent/authorize-page.ts';
import { text } from '#lib/text.ts';
import { currentActor, currentEmail, sayUnavailable } from '#lib/routes/next.ts';
import { AuthorizationError } from './_components/authorization-error.tsx';
import { Consent } from './_components/consent.tsx';
import { Continue } from './_components/continue.tsx';
import { LogInToContinue } from './_components/log-in-to-continue.tsx';
import { NoSecondFactor } from './_components/no-second-factor.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Authorize', robots: { index: false } };

/** The consent page. The provider redirects browsers here. */
export default async function AuthorizePage({ searchParams }: { searchParams: SearchParams }) {
  const given = await searchParams;
  const { error: code, interaction } = readQuery({ error: word, interaction: text(100) }, given);
  const hasError = given.error !== undefined;
  return (
    <div className="page flex justify-center py-12 sm:py-20">
      <div className="w-full max-w-form">
        {hasError ? <AuthorizationError code={code ?? 'failed'} /> : <Request uid={interaction ?? ''} />}
      </div>
    </div>
  );
}

async function Request({ uid }: { uid: string }) {
  const found = await findAuthorizationForPage(await currentActor(), uid);
  if (found === 'unavailable') {
    await sayUnavailable();
    return <AuthorizationError code="temporarily_unavailable" />;
  }
  if (!found) return <AuthorizationError code="expired" />;
  const { view, step, shownAt } = found;
  const email = await currentEmail();
  switch (step) {
    case 'log_in':
    case 'log_in_again':
      return <LogInToContinue request={view} email={email} />;
    case 'no_second_factor':
      return <NoSecondFactor request={view} email={email} />;
    case 'continue':
      return <Continue request={view} />;
    case 'consent':
      return <Consent request={view} email={email} shownAt={shownAt} />;
  }
}
