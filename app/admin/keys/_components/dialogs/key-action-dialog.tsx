'use client';

import { RotateKeyDialog } from '#components/fuzzy-keys/rotate-key-dialog.tsx';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { toast } from '#components/ui/overlays/toast.tsx';
import { planLabel, type PlanName } from '#lib/billing/plan.ts';
import type { Grace } from '#lib/fuzzy-keys/schema.ts';
import type { FuzzyKeyRow } from '#lib/fuzzy-keys/views.ts';
import { texts } from '../list/keys-texts.ts';
import { useKeyActions, useReloadKeys } from '../list/use-keys.ts';
import { AssignKeyDialog } from './assign-key-dialog.tsx';
import { EditKeyDialog } from './edit-key-dialog.tsx';

export type KeyAction = { kind: 'edit' | 'assign' | 'rotate' | 'delete' | 'restore'; fuzzyKey: FuzzyKeyRow };

type KeyActionDialogProps = {
  action: KeyAction;
  onDelete: (key: FuzzyKeyRow) => void;
  onRestore: (key: FuzzyKeyRow) => void;
  onClose: () => void;
};

/** The dialog of an action on a key. Delete and Restore open a dialog only if there is something to warn about. */
export function KeyActionDialog({ action: { kind, fuzzyKey }, onDelete, onRestore, onClose }: KeyActionDialogProps) {
  const confirm = (run: (key: FuzzyKeyRow) => void) => () => {
    onClose();
    run(fuzzyKey);
  };
  switch (kind) {
    case 'edit':
      return <EditKeyDialog fuzzyKey={fuzzyKey} onClose={onClose} />;
    case 'assign':
      return <AssignKeyDialog fuzzyKey={fuzzyKey} onClose={onClose} />;
    case 'rotate':
      return <RotateKey fuzzyKey={fuzzyKey} onClose={onClose} />;
    case 'delete':
      return (
        <ConfirmDialog
          title="Delete Key"
          text={
            fuzzyKey.replaced_by === null
              ? lossOf(fuzzyKey)
              : `“${fuzzyKey.description}” was rotated and works until the end of its grace. Deleted, it stops now and cannot be restored.`
          }
          confirmText="Delete Key"
          onConfirm={confirm(onDelete)}
          onClose={onClose}
        />
      );
    case 'restore':
      return (
        <ConfirmDialog
          title="Restore Key"
          text={`The subscription of “${fuzzyKey.description}” is ${fuzzyKey.subscription_status}. Restored, the key works until billing hears of that subscription and deletes it again.`}
          confirmText="Restore Key"
          onConfirm={confirm(onRestore)}
          onClose={onClose}
        />
      );
  }
}

/** Who loses what when a key that is in use is deleted: `ada@example.com uses this key: Starter, 12,345 requests a day.` */
function lossOf({ description, email, plan, requests }: FuzzyKeyRow): string {
  const facts = [
    plan !== null && planLabel(plan as PlanName),
    requests ? `${exactNumber(Math.round(requests))} requests a day` : 'no requests in the last days',
  ].filter((fact) => fact !== false);
  const mailed = email === null ? '' : ' We tell the owner by mail.';
  return `${email ?? `“${description}”`} uses this key: ${facts.join(', ')}. Deleted, it is refused within a minute, and mail is filtered without premium hashes.${mailed}`;
}

type RotateKeyProps = { fuzzyKey: Pick<FuzzyKeyRow, 'description'>; onClose: () => void };

/** Asks how long the old key works, and rotates the key. */
export function RotateKey({ fuzzyKey: { description }, onClose }: RotateKeyProps) {
  const reload = useReloadKeys();
  const actions = useKeyActions();
  const rotate = async (grace: Grace) => {
    try {
      const rotated = await actions.rotate({ description, grace });
      void reload(rotated.fuzzy_key, rotated.old_key);
      return rotated;
    } catch (error) {
      toast.error(texts.rotateFailed);
      throw error;
    }
  };
  const done = () => {
    toast.success(texts.rotated);
    onClose();
  };
  return <RotateKeyDialog description={description} rotate={rotate} onDone={done} onClose={onClose} />;
}
