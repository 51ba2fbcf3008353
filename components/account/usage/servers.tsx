'use client';

import { useId, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '#components/form/form-dialog.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { Day } from '#components/ui/data/short-time.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { FieldTexts } from '#components/ui/fields/field.tsx';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { Switch } from '#components/ui/fields/switch.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Acts, useReadOnly } from '#components/ui/read-only.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { ActionsCell, ActionsHeader } from '#components/ui/tables/actions-column.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { countOf } from '#lib/base/text/format.ts';
import { NameServerInput, serverLabel, SOURCE_DAYS } from '#lib/sources/schema.ts';
import type { ServersView, ServerView } from '#lib/sources/views.ts';

/** How many servers are shown until all are asked for. */
const FIRST = 10;

/** The hosts that use the subscriber's key. Renders nothing if no storage host reports them. */
export function Servers() {
  const query = useServers();
  if (query.data && !query.data.is_reported && query.data.servers.length === 0) return null;
  return (
    <section id="servers" aria-labelledby="servers-title" className="scroll-mt-20 space-y-4">
      <div className="space-y-1">
        <h2 id="servers-title" className="text-title font-semibold">
          Your servers
        </h2>
        <p className="max-w-measure text-small text-muted">
          The hosts that used your key in the last {SOURCE_DAYS} days, and all that they asked since they were first
          seen. We store pseudonyms instead of their addresses unless you turn addresses on. Rotating the key restarts
          the list; names are kept.
        </p>
      </div>
      <QueryResult query={query} what="your servers" skeleton={<Waiting />}>
        {(view) => <Loaded view={view} />}
      </QueryResult>
    </section>
  );
}

function Loaded({ view: { servers, others, shows_addresses: showsAddresses } }: { view: ServersView }) {
  const [showsAll, setShowsAll] = useState(useReadOnly());
  const [named, setNamed] = useState<ServerView | null>(null);
  const [order, setOrder] = useState<Order>('latest');
  const ordered = order === 'latest' ? servers : servers.toSorted((a, b) => requestsOf(b) - requestsOf(a));
  const shown = showsAll ? ordered : ordered.slice(0, FIRST);
  return (
    <>
      {servers.length === 0 ? (
        <FramedEmptyState title="No servers yet" text="A server is listed some minutes after its first request." />
      ) : (
        <>
          {servers.length > 1 && (
            <Acts>
              <Segmented legend="Order" options={ORDERS} value={order} onChange={setOrder} />
            </Acts>
          )}
          <ServerTable servers={shown} onName={setNamed} />
        </>
      )}
      {shown.length < servers.length && (
        <Button variant="secondary" size="sm" onClick={() => setShowsAll(true)}>
          Show all {exactNumber(servers.length)} servers
        </Button>
      )}
      {others && (
        <p className="text-small text-muted">
          Further servers, which are not listed: {countOf(others.checked, 'request')}, {countOf(others.hits, 'hit')},{' '}
          {countOf(others.errors, 'error')}.
        </p>
      )}
      <AddressSwitch isOn={showsAddresses} />
      {named && <NameServerDialog server={named} onClose={() => setNamed(null)} />}
    </>
  );
}

type Order = 'latest' | 'requests';
const ORDERS = [
  { value: 'latest', label: 'Latest first' },
  { value: 'requests', label: 'Most requests' },
] as const;

/** Refused ones included, which count toward the limit as well. */
const requestsOf = ({ checked, errors }: ServerView) => checked + errors;

const Waiting = () => (
  <div aria-hidden="true" className="divide-y border-y">
    {[0, 1, 2].map((row) => (
      <div key={row} className="flex h-12 items-center justify-between gap-6 px-3">
        <Skeleton className="h-4 w-44" />
        <Skeleton className="h-4 w-24" />
      </div>
    ))}
  </div>
);

function NameServerDialog({ server, onClose }: { server: ServerView; onClose: () => void }) {
  const client = useQueryClient();
  const api = useApiForm(NameServerInput, async ({ name }) => {
    await orLogin(callApi('PATCH /account/api/servers/{id}', { params: { id: server.id }, body: { name } }));
    await client.invalidateQueries({ queryKey: SERVERS });
    toast.success(name ? 'The server has been named.' : 'The name has been removed.');
    onClose();
  });
  return (
    <FormDialog
      title="Name server"
      description={server.address ?? serverLabel(server.id)}
      onClose={onClose}
      api={api}
      action="/account/api/servers"
      submitText="Save"
      busyText="Saving..."
    >
      <TextField
        name="name"
        label="Name"
        hint="For you and for emails about this server. Leave it empty to remove it."
        defaultValue={server.name ?? ''}
        autoComplete="off"
      />
    </FormDialog>
  );
}

/** Shows the saved state: the switch flips only after the server has answered. */
function AddressSwitch({ isOn }: { isOn: boolean }) {
  const id = useId();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (shows: boolean) => orLogin(callApi('PUT /account/api/servers', { body: { shows_addresses: shows } })),
    onSuccess: async ({ shows_addresses: shows }) => {
      await client.invalidateQueries({ queryKey: SERVERS });
      toast.success(
        shows ? 'An address appears some minutes after a server’s next request.' : 'The addresses have been deleted.',
      );
    },
    onError: (error) => toast.error(`The setting could not be saved. ${error.message}`),
  });
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0 space-y-0.5">
        <label htmlFor={id} className="block text-small leading-6 font-medium">
          Show addresses of my servers
        </label>
        <FieldTexts
          id={id}
          hint={`This site then stores them, at most ${SOURCE_DAYS} days after a server’s last request. Switching it off deletes them at once.`}
        />
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-hint`}
        checked={isOn}
        onChange={(event) => !isPending && mutate(event.currentTarget.checked)}
      />
    </div>
  );
}

const SERVERS = ['servers'];

export const useServers = () =>
  useQuery({ queryKey: SERVERS, queryFn: () => orLogin(callApi('GET /account/api/servers')) });

type ServerTableProps = { servers: ServerView[]; onName: (server: ServerView) => void };

function ServerTable({ servers, onName }: ServerTableProps) {
  return (
    <Table caption="Your servers" isCaptionHidden isWide>
      <TableHead>
        <HeaderCell>Server</HeaderCell>
        <HeaderCell>Last request</HeaderCell>
        <HeaderCell>First seen</HeaderCell>
        <HeaderCell isNumeric>Requests</HeaderCell>
        <HeaderCell isNumeric>Hits</HeaderCell>
        <HeaderCell isNumeric>Refused</HeaderCell>
        <ActionsHeader />
      </TableHead>
      <TableBody>
        {servers.map((server) => (
          <ServerRow key={server.id} server={server} onName={() => onName(server)} />
        ))}
      </TableBody>
    </Table>
  );
}

function ServerRow({ server, onName }: { server: ServerView; onName: () => void }) {
  const label = server.name ?? serverLabel(server.id);
  const verb = server.name === null ? 'Name' : 'Rename';
  return (
    <Row>
      <RowHeader>
        <span className="inline-block min-w-32 wrap-anywhere">{label}</span>
        {server.address && (
          <code className="block font-mono text-small font-normal wrap-anywhere text-muted">{server.address}</code>
        )}
        {server.uses_old_key && (
          <span className="block pt-0.5 font-normal text-muted">
            <Badge tone="warning">Old key</Badge>
          </span>
        )}
      </RowHeader>
      <Cell label="Last request">
        <Time at={new Date(server.last_seen_at)} />
      </Cell>
      <Cell label="First seen">
        <span className="whitespace-nowrap">
          <Day at={new Date(server.first_seen_at)} />
        </span>
      </Cell>
      <Cell label="Requests" isNumeric>
        {exactNumber(server.checked)}
      </Cell>
      <Cell label="Hits" isNumeric>
        {exactNumber(server.hits)}
      </Cell>
      <Cell label="Refused" isNumeric>
        {exactNumber(server.errors)}
      </Cell>
      <ActionsCell>
        <Button variant="secondary" size="sm" aria-haspopup="dialog" aria-label={`${verb} ${label}`} onClick={onName}>
          {verb}
        </Button>
      </ActionsCell>
    </Row>
  );
}
