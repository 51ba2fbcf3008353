'use client';

import { toast } from '#components/ui/toast.tsx';
import { callApi } from '#lib/http/api-client.ts';
import type { StorageServerRow } from '#lib/storage/views.ts';
import { ServerAct } from './server-act.tsx';

export function RemoveServer({ server: { id, name }, onClose }: { server: StorageServerRow; onClose: () => void }) {
  return (
    <ServerAct
      title={`Remove “${name}”?`}
      text="It can fetch no more keys and report no more usage, at once and for good. What it has reported still counts in all usage. Rspamd on that host answers with its last keys until you stop it."
      typeToConfirm={name}
      confirmText="Remove"
      busyText="Removing..."
      act={() => callApi('DELETE /admin/api/servers/{id}', { params: { id } })}
      onDone={() => {
        toast.success(`The server “${name}” has been removed.`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
