import type { Metadata } from 'next';
import { paths } from '#lib/base/paths.ts';
import { listDesk } from '#lib/hash-reports/desk.ts';
import { listRefusals } from '#lib/hash-reports/refusals.ts';
import { addressOf, singleValues, type SearchParams } from '#lib/http/search-params.ts';
import { AdminPage } from '../_components/frame/admin-page.tsx';
import { RefreshButton } from '../_components/frame/refresh-button.tsx';
import { FirstLists, type FirstList } from '../_components/lists/first-lists.tsx';
import { DESK, deskKey, type DeskTab, firstPage, REFUSALS, refusalsKey } from './_components/desk-keys.ts';
import { DESK_TABS, DeskTabs } from './_components/desk-tabs.tsx';
import { Desk } from './_components/desk.tsx';
import { Refusals } from './_components/refusals.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Reports', robots: { index: false } };

export default async function AdminReportsPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const { state, q } = singleValues(query);
  const tab = DESK_TABS.find((each) => each.tab === state)?.tab ?? 'waiting';
  return (
    <AdminPage
      path={addressOf(paths.adminReports(), query)}
      title="Reports"
      description="Hashes that customers report as wrong. A removal goes to every storage host at once and has no undo."
      loadFailure="Failed to load reports. You may not have admin privileges."
      actions={<RefreshButton queryKey={tab === 'refusals' ? REFUSALS : DESK} />}
    >
      <DeskTabs current={tab} />
      <FirstLists lists={q === undefined ? [firstListOf(tab)] : []}>
        {tab === 'refusals' ? <Refusals /> : <Desk key={tab} state={tab} />}
      </FirstLists>
    </AdminPage>
  );
}

const firstListOf = (tab: DeskTab): FirstList =>
  tab === 'refusals'
    ? { key: refusalsKey(''), ask: async (ctx) => firstPage(await listRefusals(ctx, { q: '' })) }
    : { key: deskKey(tab), ask: async (ctx) => firstPage(await listDesk(ctx, { state: tab })) };
