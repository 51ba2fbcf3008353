'use client';

import { QueryResult } from '#components/ui/query-result.tsx';
import type { AuditEventView } from '#lib/audit/views.ts';
import { KeysetPagination } from '../../_components/keyset-pagination.tsx';
import { LoadFailure } from '../../_components/load-failure.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { useAuditView } from './audit-view.ts';
import { LOAD_FAILED } from './texts.ts';
import { useAudit } from './use-audit.ts';

/** The audit log: filters, events and pages. */
export function AuditScreen() {
  const { view, go, turn, href } = useAuditView();
  const audit = useAudit(view);
  const { data } = audit;
  const table = (events?: readonly AuditEventView[]) => (
    <AuditTable events={events} isBusy={audit.isFetching} go={go} href={href} />
  );
  return (
    <div className="space-y-6">
      <AuditFilters key={href({})} view={view} go={go} href={href} actions={data?.actions ?? []} />
      <QueryResult
        query={audit}
        skeleton={table()}
        failure={(error, retry) => <LoadFailure text={LOAD_FAILED} error={error} onRetry={retry} />}
      >
        {({ events }) => table(events)}
      </QueryResult>
      {data && (
        <KeysetPagination
          label="Pages of the trail"
          view={view}
          shown={data.events.length}
          list={data}
          href={href}
          turn={turn}
        />
      )}
    </div>
  );
}
