'use client';

import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { countOf } from '#lib/format.ts';
import { nameOf } from '../list/user-texts.ts';

type LogOutUserDialogProps = { id: string; email: string | null; onClose: () => void };

/** Asks before a user is logged out everywhere. */
export function LogOutUserDialog({ id, email, onClose }: LogOutUserDialogProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => asAdmin(callApi('POST /admin/api/users/{id}/log-out', { params: { id } })),
    onSuccess: ({ ended }) => {
      toast.success(`${countOf(ended, 'session')} ended.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Log out everywhere"
      text={`${nameOf({ id, email })} must log in again in every browser and in every connected app. Usage tokens stay.`}
      confirmText="Log out everywhere"
      busyText="Logging out..."
      isBusy={isPending}
      error={error?.message}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
