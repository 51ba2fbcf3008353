'use client';

import { useState } from 'react';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import type { AdminUserView } from '#lib/users/views.ts';
import { ListKeysDialog } from '../../lists/list-keys-dialog.tsx';
import { EditUserForm } from '../edit/edit-user-form.tsx';
import { nameOf } from '../list/user-texts.ts';
import { BlockUsersDialog } from './block-users-dialog.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';

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
