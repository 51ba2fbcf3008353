'use client';

import { BlockUsersDialog } from '../users/dialogs/block-users-dialog.tsx';
import { LogOutUserDialog } from '../users/dialogs/log-out-user-dialog.tsx';
import { RotateKey } from '../../keys/_components/dialogs/key-action-dialog.tsx';
import type { StartedAction } from './palette-actions.ts';

const nothing = () => undefined;

/** The dialog that confirms a chosen action. The lists of users and keys open the same dialogs. */
export function PaletteActionDialog({ started, onClose }: { started: StartedAction; onClose: () => void }) {
  if (!('id' in started)) return <RotateKey fuzzyKey={started} onClose={onClose} />;
  const { action, id, email } = started;
  if (action === 'log_out') return <LogOutUserDialog id={id} email={email} onClose={onClose} />;
  return <BlockUsersDialog users={[{ id }]} blocked={action === 'block'} onDone={nothing} onClose={onClose} />;
}
