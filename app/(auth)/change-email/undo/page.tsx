import type { Metadata } from 'next';
import { text } from '#lib/base/text/text.ts';
import { readQuery, word, type SearchParams } from '#lib/http/search-params.ts';
import { EmailLink } from '../_components/email-link.tsx';

const TITLE = 'Undo the change of your email address';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: TITLE, robots: { index: false }, referrer: 'no-referrer' };

const Query = { token: text(200), error: word, done: word };

export default async function UndoEmailChangePage({ searchParams }: { searchParams: SearchParams }) {
  const { token, error, done } = readQuery(Query, await searchParams);
  return (
    <div className="w-full max-w-form">
      <h1 className="mb-4 text-heading font-semibold tracking-tight">{TITLE}</h1>
      <EmailLink action="undo" token={token} errorCode={error} isDone={done !== undefined} />
    </div>
  );
}
