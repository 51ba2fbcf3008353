import type { Metadata } from 'next';
import { YourPlan } from '#components/account/plan/your-plan.tsx';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { paths } from '#lib/base/paths.ts';
import { planReads } from '#lib/customer-view/owner-reads.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { requireUser } from '#lib/routes/next.ts';
import { FirstData } from '../_components/first-data.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Your plan', robots: { index: false } };

/** For every user: without a plan, it says so and leads to one. */
export default async function PlanPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await requireUser(addressOf(paths.plan(), await searchParams));
  return (
    <>
      <PageHeader title="Your plan" description="What you have, what it costs, and how to change it." />
      <FirstData actor={actor} reads={planReads}>
        <YourPlan />
      </FirstData>
    </>
  );
}
