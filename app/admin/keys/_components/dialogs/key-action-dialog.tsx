'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiForm } from '#components/form/api-form.tsx';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SelectField } from '#components/form/select-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { RotateKeyDialog } from '#components/fuzzy-keys/rotate-key-dialog.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { DialogEnd } from '#components/ui/overlays/dialog-end.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import { planLabel, type PlanName } from '#lib/billing/plan.ts';
import type { Grace } from '#lib/fuzzy-keys/schema.ts';
import type { FuzzyKeyRow, RankMap } from '#lib/fuzzy-keys/views.ts';
import { texts } from '../list/keys-texts.ts';
import { useKeyActions, useRanks, useReloadKeys } from '../list/use-keys.ts';
import { rankOptions, rankText } from './rank-options.ts';
import { type KeyConflict, useEditKey } from './use-edit-key.ts';
import { UserPicker } from './user-picker.tsx';

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
          title="Delete key"
          text={
            fuzzyKey.replaced_by === null
              ? lossOf(fuzzyKey)
              : `“${fuzzyKey.description}” was rotated and works until the end of its grace. Deleted, it stops now and cannot be restored.`
          }
          confirmText="Delete key"
          onConfirm={confirm(onDelete)}
          onClose={onClose}
        />
      );
    case 'restore':
      return (
        <ConfirmDialog
          title="Restore key"
          text={`The subscription of “${fuzzyKey.description}” is ${fuzzyKey.subscription_status}. Restored, the key works until billing hears of that subscription and deletes it again.`}
          confirmText="Restore key"
          isHarmless
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

/** Assigns a key that has no owner to a user. */
function AssignKeyDialog({ fuzzyKey, onClose }: { fuzzyKey: FuzzyKeyRow; onClose: () => void }) {
  const { description } = fuzzyKey;
  const reload = useReloadKeys();
  const actions = useKeyActions();
  const [userId, setUserId] = useState<string | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (id: string) => actions.assign({ description, user_id: id }),
    onSuccess: ({ fuzzy_key: saved }) => {
      toast.success(texts.assigned);
      onClose();
      void reload(saved);
    },
    onError: () => toast.error(texts.assignFailed),
  });
  return (
    <Dialog title="Assign User to Key" description={description} onClose={onClose} isBusy={isPending}>
      <form
        aria-label="Assign User to Key"
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (userId !== null && !isPending) mutate(userId);
        }}
      >
        {error instanceof ApiError && <FailureAlert failure={error} text={error.message} />}
        <UserPicker chosen={userId} onChoose={setUserId} />
        <DialogEnd>
          <Button type="submit" disabled={userId === null} aria-disabled={isPending}>
            {isPending ? 'Assigning...' : 'Assign key'}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}

/** Edits the email and the rank of a key. */
function EditKeyDialog({ fuzzyKey, onClose }: { fuzzyKey: FuzzyKeyRow; onClose: () => void }) {
  const { data: ranks } = useRanks();
  const { api, conflict } = useEditKey(fuzzyKey, onClose);
  return (
    <Dialog title="Edit Key" description={fuzzyKey.description} onClose={onClose}>
      <ApiForm api={api} action="/admin/api/fuzzy-keys/set-email" label="Edit Key">
        {conflict && <Conflict conflict={conflict} ranks={ranks} />}
        <FormFailure failure={api.failure} />
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="off"
          hint="A user with this address becomes the owner. Leave empty for no owner."
          defaultValue={fuzzyKey.email ?? ''}
        />
        <SelectField
          name="rank"
          label="Rank"
          options={rankOptions(ranks, fuzzyKey.rank)}
          defaultValue={String(fuzzyKey.rank)}
        />
        <SubmitButton busyText="Saving...">{conflict ? 'Apply my changes' : 'Save changes'}</SubmitButton>
      </ApiForm>
    </Dialog>
  );
}

/** Reports a concurrent edit with the other admin's changes (R24). */
function Conflict({ conflict: { email, rank }, ranks }: { conflict: KeyConflict; ranks: RankMap | undefined }) {
  return (
    <Alert tone="warning" text="Someone else has changed this key. Review their changes, then apply yours.">
      <ul className="space-y-1 text-ink">
        {email !== undefined && (
          <li className="wrap-anywhere">
            Email: now <Breakable text={email ?? 'none'} />
          </li>
        )}
        {rank !== undefined && <li>Rank: now {rankText(ranks, rank)}</li>}
        {email === undefined && rank === undefined && <li>None of the fields below is different.</li>}
      </ul>
    </Alert>
  );
}
