import type { Metadata } from 'next';
import { first, type SearchParams } from '#lib/http/search-params.ts';
import { paths } from '#lib/paths.ts';
import { currentActor } from '#lib/routes/next.ts';
import { EmailLink } from './_components/email-link.tsx';

const TITLE = 'Confirm your new email address';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: TITLE, robots: { index: false }, referrer: 'no-referrer' };

export default async function ChangeEmailPage({ searchParams }: { searchParams: SearchParams }) {
  const { token, error, done } = await searchParams;
  const link = first(token);
  const isLoggedOut = (await currentActor()).kind === 'anonymous';
  return (
    <div className="w-full max-w-form">
      <h1 className="mb-4 text-heading font-semibold tracking-tight">{TITLE}</h1>
      <EmailLink
        action="confirm"
        token={link}
        loginPath={isLoggedOut && link ? paths.login(paths.changeEmail({ token: link })) : undefined}
        errorCode={first(error)}
        isDone={first(done) !== undefined}
      />
    </div>
  );
}
