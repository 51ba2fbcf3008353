import type { Metadata } from 'next';
import type { Route } from 'next';
import { notFound, redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import type { Admin, Context } from '#lib/base/context.ts';
import { paths, withQuery } from '#lib/base/paths.ts';
import {
  getViewedAccount,
  getViewedDashboard,
  getViewedPlan,
  getViewedSetup,
  getViewedUsage,
} from '#lib/customer-view/queries.ts';
import { VIEWED_PAGES, type ViewedPage } from '#lib/customer-view/schema.ts';
import { enterCustomerView } from '#lib/customer-view/service.ts';
import { askedByPage, requireUser } from '#lib/routes/next.ts';
import { adminContext } from '../../../../_components/frame/admin-context.ts';
import { AdminPage } from '../../../../_components/frame/admin-page.tsx';
import { findUserOfPage, userIdOf } from '../../_components/find-user.ts';
import { LOAD_FAILED, PAGE_TITLES } from '../_components/texts.ts';
import { ViewBanner } from '../_components/view-banner.tsx';
import { ViewedNav } from '../_components/viewed-nav.tsx';
import { ViewedAccount, ViewedDashboard, ViewedPlan, ViewedSetup } from '../_components/viewed-screens.tsx';
import { ViewedUsage } from '../_components/viewed-usage.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'View as customer', robots: { index: false } };

/** A page of an account as its owner sees it. Responds with 404 for other parts of the account, such as /billing. */
export default async function ViewedPage({ params }: { params: Promise<{ id: string; part: string }> }) {
  const { id, part } = await params;
  const userId = userIdOf(id);
  const page = VIEWED_PAGES.find((each) => each === part) ?? notFound();
  const path = paths.adminViewed(userId, page);
  const frame = { path, title: PAGE_TITLES[page], loadFailure: LOAD_FAILED };
  if ((await requireUser(path)).role !== 'admin') return <AdminPage {...frame}>{null}</AdminPage>;
  const ctx = await adminContext(path);
  const view = await askedByPage(enterCustomerView(ctx, userId, page));
  if (!view) redirect(withQuery(paths.adminViewAs(userId), { ended: '1' }) as Route);
  const { email } = await findUserOfPage(ctx, userId);
  return (
    <AdminPage
      {...frame}
      above={
        <>
          <ViewBanner userId={userId} email={email} until={view.expires_at} />
          <ViewedNav userId={userId} />
        </>
      }
    >
      {await contentOf(page, ctx, userId)}
    </AdminPage>
  );
}

async function contentOf(page: ViewedPage, ctx: Context<Admin>, userId: string): Promise<ReactNode> {
  const at = ctx.now.getTime();
  switch (page) {
    case 'dashboard':
      return <ViewedDashboard {...await askedByPage(getViewedDashboard(ctx, userId))} at={at} />;
    case 'usage':
      return <ViewedUsage userId={userId} answers={await askedByPage(getViewedUsage(ctx, userId))} at={at} />;
    case 'setup':
      return <ViewedSetup answers={await askedByPage(getViewedSetup(ctx, userId))} at={at} />;
    case 'plan':
      return <ViewedPlan answers={await askedByPage(getViewedPlan(ctx, userId))} at={at} />;
    case 'account':
      return <ViewedAccount answers={await askedByPage(getViewedAccount(ctx, userId))} at={at} />;
  }
}
