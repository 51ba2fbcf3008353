import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { PlanChoice } from '#components/billing/pricing/plan-choice.tsx';
import { BillingPanel } from '#components/billing/subscription/billing-panel.tsx';
import { getAttention } from '#lib/admin/overview.ts';
import { isHeldStatus } from '#lib/billing/plan.ts';
import type { UserStatusView } from '#lib/billing/views.ts';
import type { Member } from '#lib/context.ts';
import { addressOf, first, type SearchParams } from '#lib/http/search-params.ts';
import { paths } from '#lib/paths.ts';
import { askedByPage, requireUser } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { AdminStrip } from './_components/admin-strip.tsx';
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
      <Attention actor={actor} />
      <FirstData actor={actor}>
        {(status) => (
          <>
            <Dashboard />
            {choosesPlan(status) && <PlanChoice />}
            <BillingPanel />
            <ConnectedApps />
          </>
        )}
      </FirstData>
    </div>
  );
}

/** Users without a plan see the plans, except for admins and for those who still owe the price of one. */
const choosesPlan = ({ has_subscription: isSubscribed, is_admin: isAdmin, plan }: UserStatusView) =>
  !isSubscribed && !isAdmin && !(plan.status !== null && isHeldStatus(plan.status));

/** For admins only. */
async function Attention({ actor }: { actor: Member }) {
  if (actor.role !== 'admin') return null;
  const ctx = createContext({ headers: await headers() }, { ...actor, role: actor.role });
  return <AdminStrip attention={await askedByPage(getAttention(ctx))} />;
}
