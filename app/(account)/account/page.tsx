import type { Metadata } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { AccountSections } from '#components/account/settings/account-sections.tsx';
import { firstAnswer } from '#components/layout/state/first-answer.ts';
import { FirstAnswers } from '#components/layout/state/first-answers.tsx';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import type { Member } from '#lib/base/context.ts';
import { paths } from '#lib/base/paths.ts';
import { accountReads } from '#lib/customer-view/owner-reads.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { requireUser } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { AccountNav } from './_components/account-nav.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Account', robots: { index: false } };

export default async function AccountPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await requireUser(addressOf(paths.account, await searchParams));
  return (
    <>
      <PageHeader
        title="Account"
        description="How you log in, where you are logged in, and what is stored about you."
        crumbs={[{ label: 'Dashboard', href: paths.dashboard }]}
      />
      <div className="lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-16">
        <AccountNav />
        <FirstData actor={actor}>
          <AccountSections />
        </FirstData>
      </div>
    </>
  );
}

/**
 * Puts the data of the lists and settings into the page's HTML, under the query keys that the browser uses (P14): a button
 * that moves between press and release loses the click. If a query fails, the browser repeats it and shows the error in
 * its section. Only the browser requests the plan, whose notice is the last thing on the page.
 */
async function FirstData({ actor, children }: { actor: Member; children: ReactNode }) {
  const ctx = createContext({ headers: await headers() }, actor);
  const reads = Object.entries(accountReads(ctx));
  const answers = await Promise.all(reads.map(([key, read]) => firstAnswer(key, read())));
  return (
    <FirstAnswers answers={answers} at={ctx.now.getTime()}>
      {children}
    </FirstAnswers>
  );
}
