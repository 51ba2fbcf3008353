import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { ShownAccount } from '#components/account/shown-account.tsx';
import { firstAnswer } from '#components/layout/state/first-answer.ts';
import { MEMBERSHIP, toMembership } from '#components/account/membership.ts';
import { FirstAnswers } from '#components/layout/state/first-answers.tsx';
import type { Context, Member } from '#lib/base/context.ts';
import { mayRead } from '#lib/customer-view/owner-reads.ts';
import { createContext } from '#lib/routes/request-context.ts';

type FirstDataProps = {
  actor: Member;
  /** what the page reads, by the browser's query keys */
  reads: (ctx: Context<Member>) => Readonly<Record<string, () => Promise<unknown>>>;
  children: ReactNode;
};

/**
 * Puts the data that decides a page's height into its HTML, under the query keys that the browser uses, so that nothing
 * moves while it loads (P14): a button that moves between press and release loses the click. If a query fails, the browser repeats it and shows the error.
 */
export async function FirstData({ actor, reads, children }: FirstDataProps) {
  const ctx = createContext({ headers: await headers() }, actor);
  const allowed = Object.entries(reads(ctx)).filter(([key]) => mayRead(actor, key));
  const membership = { key: [MEMBERSHIP], data: toMembership(actor) };
  const answers = await Promise.all(allowed.map(([key, read]) => firstAnswer(key, read())));
  return (
    <FirstAnswers answers={[membership, ...answers]} at={ctx.now.getTime()}>
      <ShownAccount id={actor.accountId} />
      {children}
    </FirstAnswers>
  );
}
