'use client';

import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { LIST_KEYS } from '#app/admin/_components/lists/use-list-keys.ts';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { planTitle, statusText } from '#lib/billing/plan.ts';
import type { AdminUserView } from '#lib/users/views.ts';
import { useAdminAction } from '../../frame/use-admin-action.ts';
import { EditUserForm } from '../edit/edit-user-form.tsx';
import { useReloadUsers } from '../list/use-users.ts';
import { nameOf, texts } from '../list/user-texts.ts';
import { BlockUsersDialog } from './block-users-dialog.tsx';

export type UserAction =
  | { kind: 'edit' | 'delete'; user: AdminUserView }
  | { kind: 'block'; users: readonly AdminUserView[]; blocked: boolean }
  | { kind: 'keys' };

type UserActionDialogProps = { action: UserAction; onClose: () => void; onBlocked: () => void; onDeleted: () => void };

export function UserActionDialog({ action, onClose, onBlocked, onDeleted }: UserActionDialogProps) {
  switch (action.kind) {
    case 'edit':
      return <EditUserDialog user={action.user} onClose={onClose} />;
    case 'delete':
      return <DeleteUserDialog user={action.user} onDeleted={onDeleted} onClose={onClose} />;
    case 'block':
      return <BlockUsersDialog users={action.users} blocked={action.blocked} onDone={onBlocked} onClose={onClose} />;
    case 'keys':
      return <ListKeysDialog onClose={onClose} />;
  }
}

/** Edits a user. Discarding the changes after a conflict restarts the form with the fresh row. */
function EditUserDialog({ user, onClose }: { user: AdminUserView; onClose: () => void }) {
  const [edited, setEdited] = useState(user);
  return (
    <Dialog title="Edit User" description={nameOf(user)} size="text" onClose={onClose}>
      <EditUserForm key={edited.version} user={edited} onDiscard={setEdited} onClose={onClose} />
    </Dialog>
  );
}

/** The keyboard shortcuts of the user list. */
function ListKeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" description="In the list of users, while nothing is typed." onClose={onClose}>
      <dl className="divide-y text-small">
        {LIST_KEYS.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-2">
            <dt>{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="min-w-7 rounded-sm border border-line-strong px-1.5 text-center font-mono">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

type DeleteUserDialogProps = { user: AdminUserView; onDeleted: () => void; onClose: () => void };

/** Deletes a user once their email address is typed, or their id if they have none. */
function DeleteUserDialog({ user, onDeleted, onClose }: DeleteUserDialogProps) {
  const reload = useReloadUsers();
  const runAction = useAdminAction();
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const typed = user.email ?? user.id;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      runAction(() => callApi('DELETE /admin/api/users/{id}', { params: { id: user.id }, body: { email: typed } })),
    onSuccess: ({ associated_keys: keys, suspended_keys: suspended }) => {
      const detail = suspended.length ? `Still suspended: ${suspended.join(', ')}` : undefined;
      toast.success(texts.deleted(keys.length), { detail });
      setOpener(document.getElementById('main'));
      onDeleted();
      onClose();
      void reload();
    },
    onError: ({ message }) => toast.error(message === texts.hasStripe ? texts.hasStripe : texts.deleteFailed(message)),
  });
  return (
    <ConfirmDialog
      title="Delete User"
      text={`${nameOf(user)} is logged out everywhere and deleted permanently. ${planOf(user)} ${keysOf(user)}`}
      typeToConfirm={typed}
      confirmText="Delete User"
      busyText="Deleting..."
      isBusy={isPending}
      opener={opener}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {error instanceof ApiError && <FailureAlert failure={error} text={error.message} />}
    </ConfirmDialog>
  );
}

function planOf({ plan }: AdminUserView): string {
  if (!plan) return 'No plan.';
  return plan.product === null
    ? 'Plan: a key assigned by an admin.'
    : `Plan: ${planTitle(plan.product)}, ${statusText(plan.status).toLowerCase()}.`;
}

/** What becomes of the keys (lib/users/deletion/delete-user.ts). */
function keysOf({ subscriptions, custom_limits: limits }: AdminUserView): string {
  if (!subscriptions.some(({ key_state: state }) => state === 'on' || state === 'suspended')) return 'No key in use.';
  if (limits.is_blocked || limits.daily_limit === 0) return 'Their keys lose their owner and stay suspended.';
  return 'Keys that have no other owner keep working without one; a suspended key stays suspended.';
}
