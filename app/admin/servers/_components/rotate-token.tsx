'use client';

import { useState } from 'react';
import { callApi } from '#lib/http/api-client.ts';
import type { StorageServerRow, StorageServerToken } from '#lib/storage/views.ts';
import { ServerAct } from './server-act.tsx';
import { ServerTokenDialog } from './server-token-dialog.tsx';

export function RotateToken({ server: { id, name }, onClose }: { server: StorageServerRow; onClose: () => void }) {
  const [rotated, setRotated] = useState<StorageServerToken | null>(null);
  if (rotated) return <ServerTokenDialog {...rotated} opener={null} onClose={onClose} />;
  return (
    <ServerAct
      title={`Rotate the token of “${name}”?`}
      text="The agent with the old token is locked out at once. Until it has the new one, Rspamd there keeps the keys that it has, and usage waits on the host."
      confirmText="Rotate Token"
      busyText="Rotating..."
      act={() => callApi('POST /admin/api/servers/{id}/rotate-token', { params: { id } })}
      onDone={setRotated}
      onClose={onClose}
    />
  );
}
