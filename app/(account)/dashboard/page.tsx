import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { BillingPanel } from '#components/billing/subscription/billing-panel.tsx';
import { getAttention } from '#lib/admin/overview.ts';
import type { Admin } from '#lib/context.ts';
import { addressOf, readQuery, word, type SearchParams } from '#lib/http/search-params.ts';
import { log } from '#lib/log.ts';
import { paths } from '#lib/paths.ts';
import { requireUser } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { AdminStrip, AttentionList } from './_components/admin-strip.tsx';
import { ConnectedApps } from './_components/connected-apps.tsx';
import { Dashboard } from './_components/dashboard.tsx';
import { FirstData } from './_components/first-data.tsx';
import { ManualBillingNotice } from './_components/manual-billing-notice.tsx';
import { PlanChoice } from './_components/plan-choice.tsx';
import { WithoutPlan } from './_components/without-plan.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Dashboard', robots: { index: false } };

export default async function DashboardPage({ searchParams }: { searchParams: SearchParams }) {
  const given = await searchParams;
  const actor = await requireUser(addressOf(paths.dashboard, given));
  const { notice, billing } = readQuery({ notice: word, billing: word }, given);
  return (
    <div className="space-y-8">
      <h1 className="text-heading font-semibold tracking-tight">Dashboard</h1>
      {notice === 'manual_billing' && <ManualBillingNotice />}
      {actor.role === 'admin' && (
        <AdminStrip>
          <Attention actor={{ ...actor, role: actor.role }} />
        </AdminStrip>
      )}
      <FirstData actor={actor}>
        <Dashboard />
        <WithoutPlan>
          <PlanChoice isYearly={billing === 'yearly'} />
        </WithoutPlan>
        <BillingPanel />
        <ConnectedApps />
      </FirstData>
    </div>
  );
}

/** Fails alone, without the admin's dashboard. */
async function Attention({ actor }: { actor: Admin }) {
  const ctx = createContext({ headers: await headers() }, actor);
  const attention = await getAttention(ctx).catch((error: unknown) => {
    log().error({ err: error }, 'attention counts failed');
    return null;
  });
  return <AttentionList attention={attention} />;
}
