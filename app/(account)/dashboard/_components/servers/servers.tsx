'use client';

import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { countOf } from '#lib/format.ts';
import { SOURCE_DAYS } from '#lib/sources/schema.ts';
import type { ServersView, ServerView } from '#lib/sources/views.ts';
import { AddressSwitch } from './address-switch.tsx';
import { NameServerDialog } from './name-server-dialog.tsx';
import { ServerTable } from './server-table.tsx';
import { useServers } from './use-servers.ts';

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
          The hosts that used your key in the last {SOURCE_DAYS} days. Their addresses reach this site only under a
          pseudonym, unless you show them. After a rotation, the list starts anew and servers keep their names.
        </p>
      </div>
      <QueryResult query={query} what="your servers" skeleton={<Waiting />}>
        {(view) => <Loaded view={view} />}
      </QueryResult>
    </section>
  );
}

function Loaded({ view: { servers, others, shows_addresses: showsAddresses } }: { view: ServersView }) {
  const [showsAll, setShowsAll] = useState(false);
  const [named, setNamed] = useState<ServerView | null>(null);
  const shown = showsAll ? servers : servers.slice(0, FIRST);
  return (
    <>
      {servers.length === 0 ? (
        <FramedEmptyState title="No servers yet" text="A server is listed some minutes after its first request." />
      ) : (
        <ServerTable servers={shown} onName={setNamed} />
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
