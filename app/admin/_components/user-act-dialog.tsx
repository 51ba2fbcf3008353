'use client';

import type { AdminUserView } from '#lib/users/views.ts';
import { BlockUsersDialog } from './block-users-dialog.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { ListKeysDialog } from './list-keys-dialog.tsx';

export type UserAct =
  | { kind: 'edit' | 'delete'; user: AdminUserView }
  | { kind: 'block'; users: readonly AdminUserView[]; blocked: boolean }
  | { kind: 'keys' };

type UserActDialogProps = { act: UserAct; onClose: () => void; onBlocked: () => void; onDeleted: () => void };

export function UserActDialog({ act, onClose, onBlocked, onDeleted }: UserActDialogProps) {
  switch (act.kind) {
    case 'edit':
      return <EditUserDialog user={act.user} onClose={onClose} />;
    case 'delete':
      return <DeleteUserDialog user={act.user} onDeleted={onDeleted} onClose={onClose} />;
    case 'block':
      return <BlockUsersDialog users={act.users} blocked={act.blocked} onDone={onBlocked} onClose={onClose} />;
    case 'keys':
      return <ListKeysDialog onClose={onClose} />;
  }
}
