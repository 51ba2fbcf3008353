import type { Metadata } from 'next';
import { paths } from '#lib/paths.ts';
import { AdminPage } from '../_components/frame/admin-page.tsx';
import { Checks } from './_components/checks.tsx';
import { Flagged } from './_components/flagged.tsx';
import { ReconcileButton } from './_components/reconcile-button.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Billing', robots: { index: false } };

export default function AdminBillingPage() {
  return (
    <AdminPage
      path={paths.adminBilling}
      title="Billing"
      description="Mismatches with Stripe that need a decision. Everything else is reconciled nightly."
      actions={<ReconcileButton />}
      loadFailure="Failed to load billing. You may not have admin privileges."
    >
      <div className="space-y-6">
        <Checks />
        <Flagged />
      </div>
    </AdminPage>
  );
}
