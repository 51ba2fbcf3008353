'use client';

import { useState } from 'react';
import type { z } from 'zod';
import { useApiForm, type ApiForm } from '#components/form/use-api-form.ts';
import { toast } from '#components/ui/overlays/toast.tsx';
import { useForgetUsage } from '#components/usage/use-key-usage.ts';
import { ApiError } from '#lib/api-client/api-client.ts';
import type { FuzzyKeyRow } from '#lib/fuzzy-keys/views.ts';
import { texts } from '../list/keys-texts.ts';
import { findKey, useKeyActions, useReloadKeys } from '../list/use-keys.ts';
import { EditKeyForm } from './key-form-schemas.ts';

type Form = ApiForm<z.input<typeof EditKeyForm>, EditKeyForm>['form'];

/** The fields that another admin changed during the edit. */
export type KeyConflict = Partial<EditKeyForm>;

/**
 * The form that edits a key. Only changed fields are sent, with the row's version; a saved field is not sent again. If
 * the version is stale, untouched fields take the other admin's values, and the next submit is based on the fresh row
 * (R24).
 */
export function useEditKey(key: FuzzyKeyRow, onDone: () => void) {
  const reload = useReloadKeys();
  const forgetUsage = useForgetUsage();
  const actions = useKeyActions();
  const [base, setBase] = useState(key);
  const [conflict, setConflict] = useState<KeyConflict | null>(null);

  const save = async (values: EditKeyForm, form: Form) => {
    let saved = base;
    try {
      for await (saved of changes(actions, base, values));
      if (saved !== base) toast.success(texts.updated);
      onDone();
    } catch (error) {
      toast.error(texts.updateFailed);
      const fresh = isStale(error) ? await findKey(base.description) : undefined;
      if (!fresh || fresh.version === saved.version) throw error;
      setConflict(takeOver(form, saved, fresh, values));
      saved = fresh;
    } finally {
      setBase(saved);
      if (saved !== base) void reload(saved).then(() => forgetUsage(saved.key_id));
    }
  };
  return { api: useApiForm(EditKeyForm, save, 'onSubmit'), conflict };
}

/** Saves the changed fields one after the other, and yields the row after each request. */
async function* changes(
  actions: ReturnType<typeof useKeyActions>,
  base: FuzzyKeyRow,
  { email, rank }: EditKeyForm,
): AsyncGenerator<FuzzyKeyRow> {
  const { description } = base;
  let { version } = base;
  if (email !== base.email) {
    const { fuzzy_key: saved } = await actions.setEmail({ description, version, email });
    version = saved.version;
    yield saved;
  }
  if (rank !== base.rank) yield (await actions.setRank({ description, version, rank })).fuzzy_key;
}

const isStale = (error: unknown) => error instanceof ApiError && error.status === 409;

/** Returns the other admin's changes, and puts them into the untouched fields. */
function takeOver(form: Form, before: FuzzyKeyRow, fresh: FuzzyKeyRow, yours: EditKeyForm): KeyConflict {
  const conflict: KeyConflict = {};
  if (fresh.email !== before.email) {
    conflict.email = fresh.email;
    if (yours.email === before.email) form.setValue('email', fresh.email ?? '');
  }
  if (fresh.rank !== before.rank) {
    conflict.rank = fresh.rank;
    if (yours.rank === before.rank) form.setValue('rank', String(fresh.rank));
  }
  return conflict;
}
