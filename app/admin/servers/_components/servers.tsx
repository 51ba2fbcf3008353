'use client';

import { useState, type ReactElement } from 'react';
import { toast } from '#components/ui/overlays/toast.tsx';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import type { StorageServerRow, StorageServerToken } from '#lib/storage/views.ts';
import { ConfirmServerAction } from './confirm-server-action.tsx';
import { EditHostDialog } from './edit-host-dialog.tsx';
import { EnrolHost } from './enrol-host.tsx';
import { ServerTokenDialog } from './server-token-dialog.tsx';
import { ServersTable } from './servers-table.tsx';
import { texts } from './texts.ts';
import { useServers } from './use-servers.ts';

/** All storage servers, with their actions. */
export function Servers() {
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
      <QueryResult
        query={useServers()}
        skeleton={table()}
        failure={(error, retry) => <LoadFailure error={error} onRetry={retry} />}
        empty={<NoServers />}
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
    text="Create one for each host that runs the fuzzy storage. You get a token for the agent on that host."
  />
);

function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isForbidden = error instanceof ApiError && error.status === 403;
  return (
    <ErrorCard text={isForbidden ? texts.forbidden : texts.loadFailed} error={error} onRetry={onRetry}>
      {!isForbidden && <p className="text-small text-muted">{error.message}</p>}
    </ErrorCard>
  );
}

function RotateToken({ server: { id, name }, onClose }: { server: StorageServerRow; onClose: () => void }) {
  const [rotated, setRotated] = useState<StorageServerToken | null>(null);
  if (rotated) return <ServerTokenDialog {...rotated} opener={null} onClose={onClose} />;
  return (
    <ConfirmServerAction
      title={`Rotate the token of “${name}”?`}
      text="The old token stops working at once. Until the agent has the new one, Rspamd keeps its current keys, and usage reports wait on the host."
      confirmText="Rotate token"
      busyText="Rotating..."
      action={() => callApi('POST /admin/api/servers/{id}/rotate-token', { params: { id } })}
      onDone={setRotated}
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
