'use client';

import { toast } from '#components/ui/toast.tsx';
import { callApi } from '#lib/http/api-client.ts';
import type { OAuthClientView } from '#lib/oauth/views.ts';
import { ClientConfirm } from './client-confirm.tsx';
import { texts } from './texts.ts';
import { useReloadClients } from './use-clients.ts';

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
      act={() => callApi('DELETE /admin/api/oauth2/clients/{id}', { params: { id } })}
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
