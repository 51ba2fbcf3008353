'use client';

import { SearchField } from '#components/ui/fields/search-field.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { KeysetPagination } from '../../../_components/lists/keyset-pagination.tsx';
import { useSettled } from '../../../_components/lists/use-settled.ts';
import { ClientsTable } from './clients-table.tsx';
import { clientsQuery } from './clients-query.ts';
import { useClientsView } from './clients-view.ts';
import { ENDPOINTS_ID } from './texts.ts';
import { useClients } from './use-clients.ts';

/** The registered clients: search, list and pages. */
export function ClientsScreen() {
  const { view, go, href, search } = useClientsView();
  const clients = useClients(useSettled(clientsQuery(view), view.search));
  const { data } = clients;
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
      <Stale query={clients} what="The list of clients" />
      <ClientsTable query={clients} view={view} go={go} href={href} />
      <p role="status" className="sr-only">
        {data && !clients.isPlaceholderData && `${data.total} clients`}
      </p>
      {data && (
        <KeysetPagination
          label="Pages of clients"
          view={view}
          shown={data.clients.length}
          list={{ ...data, total_is_capped: false }}
          href={href}
          turn={go}
        />
      )}
    </div>
  );
}
