import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { readQuery, word, type SearchParams } from '#lib/http/search-params.ts';
import { findAuthorizationForPage } from '#lib/oauth/consent/authorize-page.ts';
import { CARD_CODES, type CardCode } from '#lib/oauth/error-card.ts';
import { currentActor, currentEmail, currentTokens, sayUnavailable } from '#lib/routes/next.ts';
import { text } from '#lib/text.ts';
import { AuthorizationError } from './_components/authorization-error.tsx';
import { Consent } from './_components/consent.tsx';
import { Continue } from './_components/continue.tsx';
import { LogInToContinue } from './_components/log-in-to-continue.tsx';
import { LogoutError } from './_components/logout-error.tsx';
import { NoSecondFactor } from './_components/no-second-factor.tsx';
import { RequestEnded } from './_components/request-ended.tsx';

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
