'use client';

import { useState } from 'react';
import type { z } from 'zod';
import { useApiForm, type ApiForm } from '#components/form/use-api-form.ts';
import { toast } from '#components/ui/overlays/toast.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import type { AdminUserView } from '#lib/users/views.ts';
import { useAdminAction } from '../../frame/use-admin-action.ts';
import { useReloadUsers } from '../list/use-users.ts';
import { texts } from '../list/user-texts.ts';
import { changesOf, differences, editableOf, type Difference, type EditableFields } from './edited-fields.ts';
import { EditUserForm } from './user-form-schemas.ts';

export type Conflict = { fresh: AdminUserView; changed: Difference[] };
type Form = ApiForm<z.input<typeof EditUserForm>, EditUserForm>['form'];

/**
 * The form that edits a user. Only changed fields are sent, with the row's version. If the version is stale, untouched
 * fields take the other admin's values, and the next submit is based on the fresh row (R24).
 */
export function useEditUser(user: AdminUserView, onDone: () => void) {
  const reload = useReloadUsers();
  const runAction = useAdminAction();
  const [base, setBase] = useState(user);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const save = async (values: EditUserForm, form: Form) => {
    const { reset_password, new_password, ...fields } = values;
    const changes = changesOf(editableOf(base), fields);
    if (!reset_password && !Object.keys(changes).length) return onDone();
    let saved: AdminUserView;
    try {
      const password = reset_password ? { reset_password, new_password: new_password || null } : {};
      const input = { user_id: base.id, version: base.version, ...changes, ...password };
      ({ user: saved } = await runAction(() => callApi('PUT /admin/api/users', { body: input })));
    } catch (error) {
      const fresh = freshRowOf(error);
      if (!fresh) {
        toast.error(texts.updateFailed);
        throw error;
      }
      const changed = differences(editableOf(base), editableOf(fresh), fields);
      takeOver(form, editableOf(base), editableOf(fresh), fields);
      setBase(fresh);
      return setConflict({ fresh, changed });
    }
    toast.success(texts.updated);
    onDone();
    await reload(saved);
  };
  return { api: useApiForm(EditUserForm, save, 'onSubmit'), conflict };
}

/** The fresh row, which the 409 for a stale version contains. */
const freshRowOf = (error: unknown): AdminUserView | null =>
  error instanceof ApiError && error.status === 409
    ? ((error.body['user'] as AdminUserView | undefined) ?? null)
    : null;

/** Puts the other admin's values into the untouched fields. */
function takeOver(form: Form, before: EditableFields, theirs: EditableFields, yours: EditableFields): void {
  const untouched = (name: keyof EditableFields) => before[name] === yours[name] && before[name] !== theirs[name];
  for (const name of ['is_blocked', 'is_admin'] as const) if (untouched(name)) form.setValue(name, theirs[name]);
  for (const name of ['email', 'daily_limit', 'custom_key', 'notes'] as const)
    if (untouched(name)) form.setValue(name, String(theirs[name] ?? ''));
}
