import type { Metadata } from 'next';
import { paths } from '#lib/base/paths.ts';
import { listFlagged } from '#lib/billing/overview/review-queue.ts';
import { listRuns } from '#lib/billing/revenue/runs.ts';
import { AdminPage } from '../_components/frame/admin-page.tsx';
import { RefreshButton } from '../_components/frame/refresh-button.tsx';
import { FirstLists, type FirstList } from '../_components/lists/first-lists.tsx';
import { Checks } from './_components/checks.tsx';
import { Flagged } from './_components/flagged.tsx';
import { BILLING, FLAGGED, RUNS } from './_components/queries.ts';
import { ReconcileButton } from './_components/reconcile-button.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Billing', robots: { index: false } };

const LISTS: readonly FirstList[] = [
  { key: RUNS, ask: listRuns },
  { key: FLAGGED, ask: listFlagged },
];

export default function AdminBillingPage() {
  return (
    <AdminPage
      path={paths.adminBilling}
      title="Billing: reconciliation with Stripe"
      description="Each night the database is compared with Stripe and corrected. Differences it cannot fix are listed here."
      actions={
        <>
          <RefreshButton queryKey={BILLING} />
          <ReconcileButton />
        </>
      }
      loadFailure="Failed to load billing. You may not have admin privileges."
    >
      <FirstLists lists={LISTS}>
        <div className="space-y-6">
          <Checks />
          <Flagged />
        </div>
      </FirstLists>
    </AdminPage>
  );
}
