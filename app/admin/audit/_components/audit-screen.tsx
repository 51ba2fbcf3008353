'use client';

import { useState } from 'react';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { paths } from '#lib/base/paths.ts';
import { checkDay, type FilterField } from '../../_components/lists/filters/fields.ts';
import { FilterChips } from '../../_components/lists/filters/filter-chips.tsx';
import { FilterPicker } from '../../_components/lists/filters/filter-picker.tsx';
import { KeysetPagination } from '../../_components/lists/keyset-pagination.tsx';
import { ListStatus } from '../../_components/lists/list-table.tsx';
import { SavedViews } from '../../_components/lists/saved-views/saved-views.tsx';
import { useList } from '../../_components/lists/use-list.ts';
import { useListKeys } from '../../_components/lists/use-list-keys.ts';
import {
  type AuditChange,
  auditList,
  type AuditView,
  FILTER_LABELS,
  FILTER_NAMES,
  type FilterName,
} from './audit-list.ts';
import { AuditTable } from './audit-table.tsx';
import { EventPanel } from './event-panel.tsx';

/** The audit log: filters, events and pages. */
export function AuditScreen() {
  const list = useList(auditList, (query) => callApi('GET /admin/api/audit', { query }));
  const { view, go, follow, turn, href, answer } = list;
  const [isWalking, setIsWalking] = useState(false);
  const { data } = answer;
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
  return (
    <div className="space-y-6">
      <SavedViews
        list="audit"
        path={paths.adminAudit}
        view={view}
        onOpen={(query) => go(auditList.load(new URLSearchParams(query)))}
      />
      <AuditFilters view={view} go={go} href={href} actions={data?.actions ?? []} />
      <Stale query={answer} what={auditList.name} />
      <AuditTable list={list} onOpen={open} />
      <ListStatus state={list.state} total={data?.total} />
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
  const without = (name: FilterName): AuditChange => ({ [name]: null, ...auditList.first });
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <FilterPicker
          fields={fields}
          values={view}
          onChoose={(name, value) => go({ [name]: value, ...auditList.first })}
        />
        <a
          href={`/admin/api/audit/export?${auditList.filterQuery(view)}`}
          download
          className={buttonClass({ variant: 'secondary' })}
        >
          Export CSV
        </a>
      </div>
      <FilterChips fields={fields} values={view} without={without} all={auditList.cleared} go={go} href={href} />
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
