'use client';

import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import type { OAuthClientView, OAuthClientWithSecret } from '#lib/oauth/views.ts';
import { texts } from '../list/texts.ts';
import { readClient, useReloadClients } from '../list/use-clients.ts';
import { ClientConfirm } from './client-confirm.tsx';

type RegenerateSecretProps = {
  client: OAuthClientView;
  onDone: (saved: OAuthClientWithSecret) => void;
  onClose: () => void;
};

export function RegenerateSecret({ client: { id, name }, onDone, onClose }: RegenerateSecretProps) {
  const reload = useReloadClients();
  return (
    <ClientConfirm
      title="Regenerate Secret"
      text={texts.askRegenerate}
      about={name}
      confirmText="Regenerate Secret"
      busyText="Regenerating..."
      failed={texts.regenerateFailed}
      action={async () =>
        readClient(await callApi('POST /admin/api/oauth2/clients/{id}/regenerate-secret', { params: { id } }))
      }
      onDone={(saved) => {
        toast.success(texts.regenerated);
        onDone(saved);
        void reload.clients(saved);
      }}
      onClose={onClose}
    />
  );
}
