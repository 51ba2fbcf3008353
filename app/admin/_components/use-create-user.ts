'use client';

import { useApiForm } from '#components/form/use-api-form.ts';
import { toast } from '#components/ui/toast.tsx';
import { asAdmin } from '#lib/http/as-admin.ts';
import { ApiError, callApi } from '#lib/http/api-client.ts';
import { useReloadUsers } from './use-users.ts';
import { CreateUserForm } from './user-form-schemas.ts';
import { texts } from './user-texts.ts';

/** The form that makes a user, by the call for a new key or the one for an existing key (spec §7). */
export function useCreateUser(onDone: () => void) {
  const reload = useReloadUsers();
  const create = async (values: CreateUserForm) => {
    try {
      await asAdmin(values.use_existing_key ? createFromKey(values) : createWithKey(values));
    } catch (error) {
      toast.error(texts.createFailed);
      throw besideItsField(error);
    }
    toast.success(values.use_existing_key ? texts.createdWithExistingKey : texts.createdWithNewKey);
    onDone();
    await reload();
  };
  return useApiForm(CreateUserForm, create, 'onSubmit');
}

const createFromKey = ({ email, password, country, selected_key: key }: CreateUserForm) =>
  callApi('POST /admin/api/users/from-key', { body: { email, password, country, public_key: key ?? '' } });

function createWithKey({ email, password, country, rank, custom_key, daily_limit, notes }: CreateUserForm) {
  const key = custom_key === null ? {} : { custom_key };
  return callApi('POST /admin/api/manual-users', {
    body: { email, password, country, rank, daily_limit, notes, ...key },
  });
}

/** The call names the key otherwise than the form does, and a key that is gone belongs beside the list of keys. */
function besideItsField(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { public_key: text, ...fields } = error.status === 404 ? { public_key: error.message } : error.fields;
  if (text === undefined) return error;
  const { message, status, code, requestId } = error;
  return new ApiError(message, { status, code, requestId, fields: { ...fields, selected_key: text } });
}
