import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { Dashboard } from '#components/account/dashboard/dashboard.tsx';
import { ManualBillingNotice } from '#components/account/dashboard/manual-billing-notice.tsx';
import { BillingPanel } from '#components/billing/subscription/billing-panel.tsx';
import { ConnectedAppsSection } from '#components/oauth/connected-apps.tsx';
import { may } from '#lib/accounts/roles.ts';
import { getAttention } from '#lib/admin/overview.ts';
import type { Admin } from '#lib/base/context.ts';
import { log } from '#lib/base/log.ts';
import { paths } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { dashboardReads } from '#lib/customer-view/owner-reads.ts';
import { addressOf, readQuery, type SearchParams, word } from '#lib/http/search-params.ts';
import { requireUser } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { FirstData } from '../_components/first-data.tsx';
import { AdminStrip, AttentionList } from './_components/admin-strip.tsx';
import { PlanChoice } from './_components/plan-choice.tsx';
import { WithoutPlan } from './_components/without-plan.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Dashboard', robots: { index: false } };

/** The account at a glance. Only the browser requests usage and billing: their space is reserved, and billing waits for Stripe. */
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
      <FirstData actor={actor} reads={dashboardReads}>
        <Dashboard />
        {may(actor.accountRole, 'pay') && (
          <>
            <WithoutPlan>
              <PlanChoice isYearly={billing === 'yearly'} vatPercent={contacts().ukVatPercent} />
            </WithoutPlan>
            <BillingPanel isSummary />
          </>
        )}
        <ConnectedAppsSection />
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
