import type { Metadata } from 'next';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { getOverview } from '#lib/admin/overview.ts';
import { paths } from '#lib/base/paths.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { askedByPage } from '#lib/routes/next.ts';
import { adminContext } from '../_components/frame/admin-context.ts';
import { AdminPage } from '../_components/frame/admin-page.tsx';
import { SecondFactorNotice } from '../_components/frame/second-factor.tsx';
import { OverviewFigures } from './_components/overview-figures.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Overview', robots: { index: false } };

export default async function AdminOverviewPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <AdminPage
      path={addressOf(paths.adminOverview, await searchParams)}
      title="Overview"
      description="This month’s revenue, and what needs attention now. Each figure opens the list behind it."
      loadFailure="Failed to load the overview. You may not have admin privileges."
      actions={
        <a href={paths.adminOverview} className={buttonClass({ variant: 'secondary' })}>
          Refresh
        </a>
      }
    >
      <Figures />
    </AdminPage>
  );
}

/** A separate component, because AdminPage renders its children only for admins. */
async function Figures() {
  const ctx = await adminContext(paths.adminOverview);
  return (
    <div className="space-y-6">
      {ctx.actor.lacksSecondFactor && <SecondFactorNotice />}
      <OverviewFigures overview={await askedByPage(getOverview(ctx))} />
    </div>
  );
}
