'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import type { AuditEventView } from '#lib/audit/views.ts';
import { paths } from '#lib/base/paths.ts';
import { LoadFailure } from '../../_components/frame/load-failure.tsx';
import { checkDay, type FilterField } from '../../_components/lists/filters/fields.ts';
import { FilterChips } from '../../_components/lists/filters/filter-chips.tsx';
import { FilterPicker } from '../../_components/lists/filters/filter-picker.tsx';
import { KeysetPagination } from '../../_components/lists/keyset-pagination.tsx';
import { SavedViews } from '../../_components/lists/saved-views/saved-views.tsx';
import { useListKeys } from '../../_components/lists/use-list-keys.ts';
import {
  type AuditView,
  FILTER_LABELS,
  FILTER_NAMES,
  type FilterName,
  filterQuery,
  loadAuditView,
  pageQuery,
} from './audit-query.ts';
import { AuditTable } from './audit-table.tsx';
import { type AuditChange, FIRST_PAGE, NO_FILTERS, useAuditView } from './audit-view.ts';
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

type AuditFiltersProps = {
  view: AuditView;
  actions: readonly string[];
  go: (change: AuditChange) => void;
  href: (change: AuditChange) => string;
};

const KINDS = ['anonymous', 'subscriber', 'admin', 'server', 'system'];

/** The filters of the audit log, all in the URL. Active ones are shown below as chips. */
function AuditFilters({ view, actions, go, href }: AuditFiltersProps) {
  const fields = fieldsOf(actions);
  const without = (name: FilterName): AuditChange => ({ [name]: null, ...FIRST_PAGE });
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <FilterPicker fields={fields} values={view} onChoose={(name, value) => go({ [name]: value, ...FIRST_PAGE })} />
        <a
          href={`/admin/api/audit/export?${filterQuery(view)}`}
          download
          className={buttonClass({ variant: 'secondary' })}
        >
          Export CSV
        </a>
      </div>
      <FilterChips fields={fields} values={view} without={without} all={NO_FILTERS} go={go} href={href} />
    </div>
  );
}

function fieldsOf(actions: readonly string[]): FilterField<FilterName>[] {
  const day = { placeholder: '2026-11-24', check: checkDay };
  const more: Partial<Record<FilterName, Partial<FilterField>>> = {
    action: { placeholder: 'user.blocked', suggestions: actions },
    actor: { placeholder: 'Email or id', suggestions: KINDS },
    target: { placeholder: 'Email, key, id' },
    from: day,
    to: day,
  };
  return FILTER_NAMES.map((name) => ({ name, label: FILTER_LABELS[name], ...more[name] }) as FilterField<FilterName>);
}
