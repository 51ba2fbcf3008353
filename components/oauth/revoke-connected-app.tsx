'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import type { ConnectedAppView } from '#lib/oauth/views.ts';
import { CONNECTED_APPS, revokeConnectedApp } from './use-connected-apps.ts';

type RevokeConnectedAppProps = {
  app: ConnectedAppView;
  /** Takes the focus when the focused button has disappeared. */
  list: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** Asks for confirmation, and explains the effect of revoking. */
export function RevokeConnectedApp({ app, list, onClose }: RevokeConnectedAppProps) {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => revokeConnectedApp(app.client_id),
    onSuccess: async () => {
      setOpener(list.current);
      await client.invalidateQueries({ queryKey: CONNECTED_APPS });
      toast.success(`${app.name} no longer has access.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke access of ${app.name}?`}
      text="It loses access at once, and must ask you again. It keeps what it has already read."
      confirmText="Revoke access"
      busyText="Revoking..."
      isBusy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
      opener={opener}
    >
      {error instanceof ApiError && <FailureAlert failure={error} text={error.message} />}
    </ConfirmDialog>
  );
}
