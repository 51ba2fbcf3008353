import type { Metadata } from 'next';
import { BillingPanel } from '#components/billing/subscription/billing-panel.tsx';
import { addressOf, first, type SearchParams } from '#lib/http/search-params.ts';
import { paths } from '#lib/paths.ts';
import { requireUser } from '#lib/routes/next.ts';
import { ConnectedApps } from './_components/connected-apps.tsx';
import { Dashboard } from './_components/dashboard.tsx';
import { FirstData } from './_components/first-data.tsx';
import { ManualBillingNotice } from './_components/manual-billing-notice.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Dashboard', robots: { index: false } };

export default async function DashboardPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const actor = await requireUser(addressOf(paths.dashboard, query));
  return (
    <div className="space-y-8">
      <h1 className="text-heading font-semibold tracking-tight">Dashboard</h1>
      {first(query.notice) === 'manual_billing' && <ManualBillingNotice />}
      <FirstData actor={actor}>
        <Dashboard />
        <BillingPanel />
        <ConnectedApps />
      </FirstData>
    </div>
  );
}
