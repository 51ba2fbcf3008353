import type { Metadata, Route } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { paths } from '#lib/base/paths.ts';
import { findOwnSubscription } from '#lib/billing/change/own-subscription.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { askedByPage, requireUser } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { YourPlan } from './_components/your-plan.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Your plan', robots: { index: false } };

export default async function PlanPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await requireUser(addressOf(paths.plan(), await searchParams));
  const ctx = createContext({ headers: await headers() }, actor);
  if (!(await askedByPage(findOwnSubscription(ctx)))) redirect(paths.pricing as Route);
  return (
    <>
      <PageHeader title="Your plan" description="Change, cancel or resume your plan. Your key stays the same." />
      <YourPlan />
    </>
  );
}
