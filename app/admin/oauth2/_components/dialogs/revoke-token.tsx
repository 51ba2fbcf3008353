'use client';

import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import type { OAuthClientView, OAuthTokenView } from '#lib/oauth/views.ts';
import { texts } from '../list/texts.ts';
import { useReloadClients } from '../list/use-clients.ts';
import { ClientConfirm } from './client-confirm.tsx';

type RevokeTokenProps = { client: OAuthClientView; token: OAuthTokenView; onClose: () => void };

export function RevokeToken({ client, token, onClose }: RevokeTokenProps) {
  const reload = useReloadClients();
  const { type, token_prefix: prefix, user_id: userId, user_email: email } = token;
  return (
    <ClientConfirm
      title="Revoke Token"
      text={texts.askRevoke}
      about={`${type} ${prefix}… of ${email ?? userId}`}
      confirmText="Revoke"
      busyText="Revoking..."
      failed={texts.revokeFailed}
      action={() =>
        callApi('DELETE /admin/api/oauth2/clients/{id}/tokens/{prefix}', { params: { id: client.id, prefix } })
      }
      onDone={() => {
        toast.success(texts.revoked);
        onClose();
        void reload.tokens(client.id);
      }}
      onClose={onClose}
    />
  );
}
