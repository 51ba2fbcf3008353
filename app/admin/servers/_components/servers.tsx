'use client';

import { useQueryStates } from 'nuqs';
import { type ReactElement, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { MINUTE } from '#lib/base/time.ts';
import { SILENT_AFTER_MS } from '#lib/storage/schema.ts';
import type { StorageServerRow } from '#lib/storage/views.ts';
import { ConfirmServerAction } from './confirm-server-action.tsx';
import { EditHostDialog } from './edit-host-dialog.tsx';
import { EnrolHost } from './enrol-host.tsx';
import { ServersTable } from './servers-table.tsx';
import { PARSERS, serversQuery } from './servers-view.ts';
import { SERVERS, texts } from './texts.ts';

/** All storage servers or the silent ones, with their actions. */
export function Servers() {
  const [view, setView] = useQueryStates(PARSERS, { history: 'push' });
  const query = useServers(serversQuery(view));
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  const close = () => setDialog(null);
  const table = (servers?: readonly StorageServerRow[]) => (
    <ServersTable
      servers={servers}
      onEditHost={(server) => setDialog(<EditHostDialog server={server} onClose={close} />)}
      onEnrol={(server) => setDialog(<EnrolHost server={server} onClose={close} />)}
      onRotate={(server) => setDialog(<RotateToken server={server} onClose={close} />)}
      onRemove={(server) => setDialog(<RemoveServer server={server} onClose={close} />)}
    />
  );
  return (
    <>
      <div className="mb-6 space-y-6">
        <Segmented
          legend="Hosts"
          options={[
            { value: 'all', label: 'All hosts' },
            { value: 'silent', label: 'Silent' },
          ]}
          value={view.attention ?? 'all'}
          onChange={(value) => void setView({ attention: value === 'silent' ? value : null })}
        />
        <Stale query={query} what="The list of servers" />
      </div>
      <QueryResult
        query={query}
        skeleton={table()}
        failure={(error, retry) => <LoadFailure error={error} onRetry={retry} />}
        empty={view.attention ? <NoneSilent /> : <NoServers />}
      >
        {table}
      </QueryResult>
      {dialog}
    </>
  );
}

const NoServers = () => (
  <FramedEmptyState
    title="No storage servers"
    text="Create one for each host that runs the fuzzy storage. You get a command that enrols the agent on that host."
  />
);

const NoneSilent = () => (
  <FramedEmptyState
    title="No silent hosts"
    text={`The agent of every host has asked for keys in the last ${SILENT_AFTER_MS / MINUTE} minutes.`}
  />
);

function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isForbidden = error instanceof ApiError && error.status === 403;
  return (
    <ErrorCard
      text={isForbidden ? texts.forbidden : texts.loadFailed}
      help={isForbidden ? undefined : error.message}
      error={error}
      onRetry={onRetry}
    />
  );
}

/** Voids the token at once, then enrols the host again. */
function RotateToken({ server, onClose }: { server: StorageServerRow; onClose: () => void }) {
  const { id, name } = server;
  const [isRotated, setIsRotated] = useState(false);
  if (isRotated) return <EnrolHost server={server} onClose={onClose} />;
  return (
    <ConfirmServerAction
      title={`Rotate the token of “${name}”?`}
      text="The old token stops working at once. Until you enrol the host again with --replace, which comes next, Rspamd keeps its current keys, and usage reports wait on the host."
      confirmText="Rotate token"
      busyText="Rotating..."
      action={() => callApi('POST /admin/api/servers/{id}/rotate-token', { params: { id } })}
      onDone={() => setIsRotated(true)}
      onClose={onClose}
    />
  );
}

function RemoveServer({ server: { id, name }, onClose }: { server: StorageServerRow; onClose: () => void }) {
  return (
    <ConfirmServerAction
      title={`Remove “${name}”?`}
      text="The host can no longer pull keys or report usage. This cannot be undone. Its past reports still count. Rspamd on that host keeps answering with its last keys until you stop it."
      typeToConfirm={name}
      confirmText="Remove"
      busyText="Removing..."
      action={() => callApi('DELETE /admin/api/servers/{id}', { params: { id } })}
      onDone={() => {
        toast.success(`The server “${name}” has been removed.`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

const REFRESH_MS = 30_000;

/**
 * The servers of the view without the aggregate (id 0). Polls, because agents connect and disconnect while the page is
 * open. Shows the previous servers until those of another view arrive.
 */
const useServers = (query: string) =>
  useQuery({
    queryKey: [...SERVERS, query],
    queryFn: () => asAdmin(callApi('GET /admin/api/servers', { query: new URLSearchParams(query) })),
    placeholderData: keepPreviousData,
    select: ({ servers }) => servers.filter(({ id }) => id !== 0),
    refetchInterval: REFRESH_MS,
  });
