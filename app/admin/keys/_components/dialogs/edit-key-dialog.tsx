'use client';

import { Breakable } from '#components/ui/data/breakable.tsx';
import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SelectField } from '#components/form/select-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import type { FuzzyKeyRow, RankMap } from '#lib/fuzzy-keys/views.ts';
import { useRanks } from '../list/use-keys.ts';
import { rankOptions, rankText } from './rank-options.ts';
import { useEditKey, type KeyConflict } from './use-edit-key.ts';

/** Edits the email and the rank of a key. */
export function EditKeyDialog({ fuzzyKey, onClose }: { fuzzyKey: FuzzyKeyRow; onClose: () => void }) {
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
