'use client';

import { SearchField } from '#components/ui/fields/search-field.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { KeysetPagination } from '../../../_components/lists/keyset-pagination.tsx';
import { ListStatus } from '../../../_components/lists/list-table.tsx';
import { useList } from '../../../_components/lists/use-list.ts';
import { ClientsTable } from './clients-table.tsx';
import { clientsList } from './clients-list.ts';
import { ENDPOINTS_ID } from './texts.ts';
import { listClients } from './use-clients.ts';

/** The registered clients: search, list and pages. */
export function ClientsScreen() {
  const list = useList(clientsList, listClients);
  const { view, href, turn, search } = list;
  const { data } = list.answer;
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="w-full max-w-form">
          <SearchField label="Search clients" placeholder="Name or client ID" value={view.search} onChange={search} />
        </div>
        <a href={`#${ENDPOINTS_ID}`} className="rounded-sm py-1 text-small underline underline-offset-4">
          Provider endpoints
        </a>
      </div>
      <Stale query={list.answer} what={clientsList.name} />
      <ClientsTable state={list.state} order={list.order} />
      <ListStatus state={list.state} total={data?.total} />
      {data && (
        <KeysetPagination
          label="Pages of clients"
          view={view}
          shown={data.clients.length}
          list={{ ...data, total_is_capped: false }}
          href={href}
          turn={turn}
        />
      )}
    </div>
  );
}
