'use client';

import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import type { OAuthClientView } from '#lib/oauth/views.ts';
import { texts } from '../list/texts.ts';
import { useReloadClients } from '../list/use-clients.ts';
import { ClientConfirm } from './client-confirm.tsx';

type DeleteClientProps = { client: OAuthClientView; opener: HTMLElement | null; onClose: () => void };

export function DeleteClient({ client: { id, name }, opener, onClose }: DeleteClientProps) {
  const reload = useReloadClients();
  return (
    <ClientConfirm
      title="Delete OAuth2 Client"
      text={texts.askDelete}
      about={name}
      confirmText="Delete"
      busyText="Deleting..."
      failed={texts.deleteFailed}
      action={() => callApi('DELETE /admin/api/oauth2/clients/{id}', { params: { id } })}
      onDone={() => {
        toast.success(texts.deleted);
        onClose();
        void reload.clients();
      }}
      afterwards={opener}
      onClose={onClose}
    />
  );
}
