import type { Metadata } from 'next';
import { paths } from '#lib/base/paths.ts';
import { text } from '#lib/base/text/text.ts';
import { readQuery, word, type SearchParams } from '#lib/http/search-params.ts';
import { currentActor } from '#lib/routes/next.ts';
import { EmailLink } from './_components/email-link.tsx';

const TITLE = 'Confirm your new email address';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: TITLE, robots: { index: false }, referrer: 'no-referrer' };

const Query = { token: text(200), error: word, done: word };

export default async function ChangeEmailPage({ searchParams }: { searchParams: SearchParams }) {
  const { token, error, done } = readQuery(Query, await searchParams);
  const isLoggedOut = (await currentActor()).kind === 'anonymous';
  return (
    <div className="w-full max-w-form">
      <h1 className="mb-4 text-heading font-semibold tracking-tight">{TITLE}</h1>
      <EmailLink
        action="confirm"
        token={token}
        loginPath={isLoggedOut && token ? paths.login(paths.changeEmail({ token })) : undefined}
        errorCode={error}
        isDone={done !== undefined}
      />
    </div>
  );
}
