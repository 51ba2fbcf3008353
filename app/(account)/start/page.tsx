import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { z } from 'zod';
import { refusalOf } from '#lib/accounts/roles.ts';
import { text } from '#lib/base/text/text.ts';
import { findBuyer } from '#lib/billing/purchase/buyer.ts';
import { getUserStatus } from '#lib/billing/queries.ts';
import { startReads } from '#lib/customer-view/owner-reads.ts';
import { readQuery, type SearchParams, word } from '#lib/http/search-params.ts';
import { pageMetadata } from '#lib/marketing/metadata.ts';
import { askedByPage, currentActor } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { FirstData } from '../_components/first-data.tsx';
import { MemberStart } from './_components/member-start.tsx';
import { startStateOf } from './_components/start-state.ts';
import { type Choices, Start } from './_components/start.tsx';

export const dynamic = 'force-dynamic';
const asked = pageMetadata('/start', {
  title: 'Blocked by the free feed?',
  description: 'From a blocked Rspamd to a key of your own: how much mail, which platform, one payment, one command.',
});

const TITLES = { choose: asked.title, connect: 'Connect your servers', no_key: 'Your key does not work' };

/** The tab says what the page is for this member; after the payment it is a checklist. */
export async function generateMetadata({ searchParams }: { searchParams: SearchParams }): Promise<Metadata> {
  const actor = await currentActor();
  if (actor.kind === 'anonymous') return asked;
  if ((await searchParams)['paid'] !== undefined) return { ...asked, title: TITLES.connect };
  const ctx = createContext({ headers: await headers() }, actor);
  const status = await getUserStatus(ctx).catch(() => null);
  return status ? { ...asked, title: TITLES[startStateOf(status)] } : asked;
}

const Query = { emails: text(20), plan: z.enum(['personal', 'starter', 'scale']), billing: word, paid: word };

const NEVER_ASKED = { kind: null, po_number: null, invoice_email: null };

/** From blocked to green on one page: what a visitor chooses, the payment, and the steps until mail is protected. */
export default async function StartPage({ searchParams }: { searchParams: SearchParams }) {
  const { emails = '', plan = null, billing, paid } = readQuery(Query, await searchParams);
  const first: Choices = { emails, plan, isYearly: billing === 'yearly' };
  const actor = await currentActor();
  if (actor.kind === 'anonymous') return <Start first={first} buyer={null} />;
  const ctx = createContext({ headers: await headers() }, actor);
  const buyer =
    refusalOf(actor, 'GET', '/account/api/billing/buyer') === null ? await askedByPage(findBuyer(ctx)) : NEVER_ASKED;
  return (
    <FirstData actor={actor} reads={startReads}>
      <MemberStart first={first} isPaid={paid !== undefined} buyer={buyer} />
    </FirstData>
  );
}
