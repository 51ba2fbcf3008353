'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import type { AuditEventView } from '#lib/audit/views.ts';
import { paths } from '#lib/paths.ts';
import { LoadFailure } from '../../_components/frame/load-failure.tsx';
import { KeysetPagination } from '../../_components/lists/keyset-pagination.tsx';
import { SavedViews } from '../../_components/lists/saved-views/saved-views.tsx';
import { useListKeys } from '../../_components/lists/use-list-keys.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { loadAuditView, pageQuery } from './audit-query.ts';
import { useAuditView } from './audit-view.ts';
import { EventPanel } from './event-panel.tsx';
import { AUDIT, LOAD_FAILED } from './texts.ts';

/** The audit log: filters, events and pages. */
export function AuditScreen() {
  const { view, go, follow, turn, href } = useAuditView();
  const [isWalking, setIsWalking] = useState(false);
  const audit = useAudit(pageQuery(view));
  const { data } = audit;
  const open = (id: string) => {
    setIsWalking(false);
    go({ event: id });
  };
  useListKeys({
    onStep: (id) => {
      setIsWalking(true);
      if (view.event !== null) follow(id);
    },
  });
  const table = (events?: readonly AuditEventView[]) => (
    <AuditTable events={events} view={view} isBusy={audit.isFetching} go={go} href={href} onOpen={open} />
  );
  return (
    <div className="space-y-6">
      <SavedViews
        list="audit"
        path={paths.adminAudit}
        view={view}
        onOpen={(query) => go(loadAuditView(new URLSearchParams(query)))}
      />
      <AuditFilters view={view} go={go} href={href} actions={data?.actions ?? []} />
      <Stale query={audit} what="The audit log" />
      <QueryResult
        query={audit}
        skeleton={table()}
        failure={(error, retry) => <LoadFailure text={LOAD_FAILED} error={error} onRetry={retry} />}
      >
        {({ events }) => table(events)}
      </QueryResult>
      {data && (
        <KeysetPagination
          label="Pages of the audit log"
          view={view}
          shown={data.events.length}
          list={data}
          href={href}
          turn={turn}
        />
      )}
      {view.event !== null && (
        <EventPanel
          id={view.event}
          listed={data?.events.find(({ id }) => id === view.event)}
          takesFocus={!isWalking}
          go={go}
          href={href}
          onClose={() => go({ event: null })}
        />
      )}
    </div>
  );
}

/** Shows the previous page until the next page arrives. */
const useAudit = (query: string) =>
  useQuery({
    queryKey: [...AUDIT, query],
    queryFn: () => asAdmin(callApi('GET /admin/api/audit', { query: new URLSearchParams(query) })),
    placeholderData: keepPreviousData,
  });
