'use client';

import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SelectField } from '#components/form/select-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { texts } from '../list/keys-texts.ts';
import { useKeyActions, useRanks, useReloadKeys } from '../list/use-keys.ts';
import { GenerateKeyForm } from './key-form-schemas.ts';
import { rankOptions } from './rank-options.ts';

export function GenerateKeyButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Generate Key
      </Button>
      {isOpen && <GenerateKeyDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

const DEFAULT_RANK = 0;

function GenerateKeyDialog({ onClose }: { onClose: () => void }) {
  const reload = useReloadKeys();
  const { data: ranks } = useRanks();
  const actions = useKeyActions();
  const generate = async (values: GenerateKeyForm) => {
    try {
      const { key } = await actions.generate(values);
      toast.success(texts.generated(key));
    } catch (error) {
      toast.error(texts.generateFailed);
      throw error;
    }
    onClose();
    await reload();
  };
  const api = useApiForm(GenerateKeyForm, generate, 'onSubmit');
  return (
    <Dialog title="Generate New Fuzzy Key" onClose={onClose}>
      <ApiForm api={api} action="/admin/api/fuzzy-keys/generate" label="Generate New Fuzzy Key">
        <FormFailure failure={api.failure} />
        <TextField name="description" label="Description" hint="Must be unique." required />
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="off"
          hint="Optional. A user with this address becomes the owner."
        />
        <SelectField
          name="rank"
          label="Rank"
          options={rankOptions(ranks, DEFAULT_RANK)}
          defaultValue={String(DEFAULT_RANK)}
        />
        <GenerateButton />
      </ApiForm>
    </Dialog>
  );
}

function GenerateButton() {
  const description: unknown = useWatch({ name: 'description' });
  const isEmpty = typeof description !== 'string' || !description.trim();
  return (
    <SubmitButton busyText="Generating..." disabled={isEmpty}>
      Generate Key
    </SubmitButton>
  );
}
