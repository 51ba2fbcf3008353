'use client';

import { useState } from 'react';
import { Dialog } from '#components/ui/dialog.tsx';
import type { AdminUserView } from '#lib/users/views.ts';
import { EditUserForm } from './edit-user-form.tsx';
import { nameOf } from './user-texts.ts';

/** Edits a user. Discarding the changes after a conflict restarts with the fresh row. */
export function EditUserDialog({ user, onClose }: { user: AdminUserView; onClose: () => void }) {
  const [edited, setEdited] = useState(user);
  return (
    <Dialog title="Edit User" description={nameOf(user)} size="text" onClose={onClose}>
      <EditUserForm key={edited.version} user={edited} onDiscard={setEdited} onClose={onClose} />
    </Dialog>
  );
}
