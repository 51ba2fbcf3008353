import type { Metadata } from 'next';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { getInbox } from '#lib/admin/inbox/inbox.ts';
import { InboxQuery } from '#lib/admin/inbox/schema.ts';
import { getOverview } from '#lib/admin/overview.ts';
import { paths } from '#lib/base/paths.ts';
import { env } from '#lib/base/settings/env.ts';
import { addressOf, singleValues, type SearchParams } from '#lib/http/search-params.ts';
import { askedByPage } from '#lib/routes/next.ts';
import { adminContext } from '../_components/frame/admin-context.ts';
import { AdminPage } from '../_components/frame/admin-page.tsx';
import { SecondFactorNotice } from '../_components/frame/second-factor.tsx';
import { FirstLists } from '../_components/lists/first-lists.tsx';
import { inboxKey, type InboxPart } from './_components/inbox/inbox-query.ts';
import { Inbox } from './_components/inbox/inbox.tsx';
import { OverviewCharts } from './_components/overview-charts.tsx';
import { OverviewFigures } from './_components/overview-figures.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Overview', robots: { index: false } };

export default async function AdminOverviewPage({ searchParams }: { searchParams: SearchParams }) {
  const given = await searchParams;
  const { kind, aside } = singleValues(given);
  const { data } = InboxQuery.safeParse({ kind, aside });
  const part = { kind: data?.kind, aside: data?.aside };
  return (
    <AdminPage
      path={addressOf(paths.adminOverview, given)}
      title="Overview"
      loadFailure="Failed to load the overview. You may not have admin privileges."
      actions={
        <a href={paths.adminOverview} className={buttonClass({ variant: 'secondary' })}>
          Refresh
        </a>
      }
    >
      <FirstLists lists={[{ key: inboxKey(part), ask: (ctx) => getInbox(ctx, part) }]}>
        <Content part={part} />
      </FirstLists>
    </AdminPage>
  );
}

/** A separate component, because AdminPage renders its children only for admins. */
async function Content({ part }: { part: InboxPart }) {
  const ctx = await adminContext(paths.adminOverview);
  const overview = await askedByPage(getOverview(ctx));
  const { months, hosts, signUps, currency } = overview;
  return (
    <div className="space-y-12">
      {ctx.actor.lacksSecondFactor && <SecondFactorNotice />}
      <Inbox part={part} site={env().APP_URL} />
      <OverviewCharts months={months} hosts={hosts} signUps={signUps} currency={currency} />
      <OverviewFigures overview={overview} />
    </div>
  );
}
