import type { Metadata } from 'next';
import { AuditQuery } from '#lib/audit/filters.ts';
import { listAuditEvents } from '#lib/audit/queries.ts';
import { paths } from '#lib/base/paths.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { AdminPage } from '../_components/frame/admin-page.tsx';
import { RefreshButton } from '../_components/frame/refresh-button.tsx';
import { FirstLists, listAt, savedViewsOf } from '../_components/lists/first-lists.tsx';
import { loadAuditView, pageQuery } from './_components/audit-query.ts';
import { AuditScreen } from './_components/audit-screen.tsx';
import { AUDIT, LOAD_FAILED } from './_components/texts.ts';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Audit log', robots: { index: false } };

export default async function AdminAuditPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const lists = [listAt(AUDIT, AuditQuery, listAuditEvents, pageQuery(loadAuditView(query))), savedViewsOf('audit')];
  return (
    <AdminPage
      path={addressOf(paths.adminAudit, query)}
      title="Audit log"
      description="Who did what, and when. Entries can’t be edited or deleted."
      loadFailure={LOAD_FAILED}
      actions={<RefreshButton queryKey={AUDIT} />}
    >
      <FirstLists lists={lists}>
        <AuditScreen />
      </FirstLists>
    </AdminPage>
  );
}
