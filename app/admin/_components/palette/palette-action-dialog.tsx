'use client';

import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { countOf } from '#lib/base/text/format.ts';
import { RotateKey } from '../../keys/_components/dialogs/key-action-dialog.tsx';
import { BlockUsersDialog } from '../users/dialogs/block-users-dialog.tsx';
import { nameOf } from '../users/list/user-texts.ts';
import type { StartedAction } from './palette-actions.ts';

const nothing = () => undefined;

/** The dialog that confirms a chosen action. The lists of users and keys open the same dialogs. */
export function PaletteActionDialog({ started, onClose }: { started: StartedAction; onClose: () => void }) {
  if (!('id' in started)) return <RotateKey fuzzyKey={started} onClose={onClose} />;
  const { action, id, email } = started;
  if (action === 'log_out') return <LogOutUserDialog id={id} email={email} onClose={onClose} />;
  return <BlockUsersDialog users={[{ id }]} blocked={action === 'block'} onDone={nothing} onClose={onClose} />;
}

type LogOutUserDialogProps = { id: string; email: string | null; onClose: () => void };

/** Asks before a user is logged out everywhere. */
function LogOutUserDialog({ id, email, onClose }: LogOutUserDialogProps) {
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
