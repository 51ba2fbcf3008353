import type { Metadata } from 'next';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { paths } from '#lib/base/paths.ts';
import type { Context, Member } from '#lib/base/context.ts';
import { dashboardReads } from '#lib/customer-view/owner-reads.ts';
import { listOwnReports } from '#lib/hash-reports/queries.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { requireUser } from '#lib/routes/next.ts';
import { FirstData } from '../_components/first-data.tsx';
import { Reports } from './_components/reports.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Report a hash', robots: { index: false } };

export default async function ReportsPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await requireUser(addressOf(paths.reports, await searchParams));
  return (
    <>
      <PageHeader
        title="Report a hash"
        description="A message that was wanted matched one of our lists? Look its hash up on the storage hosts, and ask for its removal."
      />
      <FirstData actor={actor} reads={reads}>
        <Reports />
      </FirstData>
    </>
  );
}

/** By the browser's query keys. */
const reads = (ctx: Context<Member>) => ({
  userstatus: dashboardReads(ctx).userstatus,
  'hash-reports': () => listOwnReports(ctx),
});
