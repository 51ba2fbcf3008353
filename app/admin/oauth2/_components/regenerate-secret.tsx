'use client';

import { toast } from '#components/ui/toast.tsx';
import { callApi } from '#lib/http/api-client.ts';
import type { OAuthClientView, OAuthClientWithSecret } from '#lib/oauth/views.ts';
import { ClientConfirm } from './client-confirm.tsx';
import { texts } from './texts.ts';
import { readClient, useReloadClients } from './use-clients.ts';

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
      act={async () =>
        readClient(await callApi('POST /admin/api/oauth2/clients/{id}/regenerate-secret', { params: { id } }))
      }
      onDone={(saved) => {
        toast.success(texts.regenerated);
        onDone(saved);
        void reload.clients();
      }}
      onClose={onClose}
    />
  );
}
