import type { Metadata } from 'next';
import { OwnUsage } from '#components/account/usage/own-usage-page.tsx';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { paths } from '#lib/base/paths.ts';
import { usageReads } from '#lib/customer-view/owner-reads.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { requireUser } from '#lib/routes/next.ts';
import { FirstData } from '../_components/first-data.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Usage', robots: { index: false } };

/** Only the browser requests the graphs: their space is reserved. */
export default async function UsagePage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await requireUser(addressOf(paths.usage, await searchParams));
  return (
    <>
      <PageHeader
        title="Usage"
        description="What your servers asked, how much of it matched, and what was refused. Times are in UTC."
      />
      <FirstData actor={actor} reads={usageReads}>
        <OwnUsage />
      </FirstData>
    </>
  );
}
