'use client';

import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import type { OAuthClientView } from '#lib/oauth/views.ts';
import { texts } from '../list/texts.ts';
import { readClient, useReloadClients } from '../list/use-clients.ts';
import { ClientConfirm } from './client-confirm.tsx';

type BlockClientProps = { client: OAuthClientView; onClose: () => void };

/** Blocks a client, or unblocks it. */
export function BlockClient({ client, onClose }: BlockClientProps) {
  const reload = useReloadClients();
  const { id, name, is_blocked: isBlocked } = client;
  return (
    <ClientConfirm
      title={isBlocked ? 'Unblock client' : 'Block client'}
      text={isBlocked ? texts.askUnblock : texts.askBlock}
      about={name}
      confirmText={isBlocked ? 'Unblock' : 'Block'}
      busyText={isBlocked ? 'Unblocking...' : 'Blocking...'}
      failed={texts.blockFailed}
      action={() =>
        callApi('POST /admin/api/oauth2/clients/{id}/block', { params: { id }, body: { blocked: !isBlocked } })
      }
      onDone={(saved) => {
        toast.success(texts.updated);
        onClose();
        void reload.clients(readClient(saved));
      }}
      onClose={onClose}
    />
  );
}
