import type { Metadata } from 'next';
import { first, type SearchParams } from '#lib/http/search-params.ts';
import { EmailLink } from './_components/email-link.tsx';

const TITLE = 'Confirm your new email address';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: TITLE, robots: { index: false }, referrer: 'no-referrer' };

export default async function ChangeEmailPage({ searchParams }: { searchParams: SearchParams }) {
  const { token, error, done } = await searchParams;
  return (
    <div className="w-full max-w-form">
      <h1 className="mb-4 text-heading font-semibold tracking-tight">{TITLE}</h1>
      <EmailLink action="confirm" token={first(token)} errorCode={first(error)} isDone={first(done) !== undefined} />
    </div>
  );
}
