'use client';

import { type ReactElement, useState } from 'react';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import type { StorageServerRow } from '#lib/storage/views.ts';
import { ListStatus } from '../../_components/lists/list-table.tsx';
import { useList } from '../../_components/lists/use-list.ts';
import { ConfirmServerAction } from './confirm-server-action.tsx';
import { EditHostDialog } from './edit-host-dialog.tsx';
import { EnrolHost } from './enrol-host.tsx';
import { hostsOf, ServersTable } from './servers-table.tsx';
import { serversList, texts } from './servers-list.ts';

/** All storage servers or the silent ones, with their actions. */
export function Servers() {
  const { view, go, answer, state } = useList(serversList, (query) => callApi('GET /admin/api/servers', { query }), {
    refetchInterval: REFRESH_MS,
  });
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  const close = () => setDialog(null);
  return (
    <div className="space-y-6">
      <Segmented
        legend="Hosts"
        options={[
          { value: 'all', label: 'All hosts' },
          { value: 'silent', label: 'Silent' },
        ]}
        value={view.attention ?? 'all'}
        onChange={(value) => go({ attention: value === 'silent' ? value : null })}
      />
      <Stale query={answer} what={serversList.name} />
      <ServersTable
        state={isForbidden(answer.error) ? { ...state, list: { ...state.list, failed: texts.forbidden } } : state}
        onEditHost={(server) => setDialog(<EditHostDialog server={server} onClose={close} />)}
        onEnrol={(server) => setDialog(<EnrolHost server={server} onClose={close} />)}
        onRotate={(server) => setDialog(<RotateToken server={server} onClose={close} />)}
        onRemove={(server) => setDialog(<RemoveServer server={server} onClose={close} />)}
      />
      <ListStatus state={state} total={answer.data && hostsOf(answer.data).length} />
      {dialog}
    </div>
  );
}

const isForbidden = (error: Error | null) => error instanceof ApiError && error.status === 403;

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

/** Agents connect and disconnect while the page is open. */
const REFRESH_MS = 30_000;
