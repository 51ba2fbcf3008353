import type { Metadata } from 'next';
import { AuditQuery } from '#lib/audit/filters.ts';
import { listAuditEvents } from '#lib/audit/queries.ts';
import { paths } from '#lib/base/paths.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { AdminPage } from '../_components/frame/admin-page.tsx';
import { RefreshButton } from '../_components/frame/refresh-button.tsx';
import { FirstLists, listAt, savedViewsOf } from '../_components/lists/first-lists.tsx';
import { AUDIT, auditList, LOAD_FAILED } from './_components/audit-list.ts';
import { AuditScreen } from './_components/audit-screen.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Audit log', robots: { index: false } };

export default async function AdminAuditPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const lists = [listAt(auditList, AuditQuery, listAuditEvents, query), savedViewsOf('audit')];
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
