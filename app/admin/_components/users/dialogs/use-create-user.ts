'use client';

import { useApiForm } from '#components/form/use-api-form.ts';
import { toast } from '#components/ui/overlays/toast.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { useAdminAction } from '../../frame/use-admin-action.ts';
import { useReloadUsers } from '../list/use-users.ts';
import { CreateUserForm } from '../edit/user-form-schemas.ts';
import { texts } from '../list/user-texts.ts';

export type Created = { email: string; password: string };

/** The form that creates a user. New and existing keys have different endpoints. */
export function useCreateUser(onDone: (created: Created) => void) {
  const reload = useReloadUsers();
  const runAction = useAdminAction();
  const create = async (values: CreateUserForm) => {
    try {
      await runAction(() =>
        values.use_existing_key
          ? callApi('POST /admin/api/users/from-key', { body: forKey(values) })
          : callApi('POST /admin/api/manual-users', { body: withKey(values) }),
      );
    } catch (error) {
      toast.error(texts.createFailed);
      throw besideItsField(error);
    }
    toast.success(values.use_existing_key ? texts.createdWithExistingKey : texts.createdWithNewKey);
    onDone({ email: values.email, password: values.password });
    await reload();
  };
  return useApiForm(CreateUserForm, create, 'onSubmit');
}

const forKey = ({ email, password, country, selected_key: key }: CreateUserForm) => ({
  ...{ email, password, country, public_key: key ?? '' },
});

const withKey = ({ email, password, country, rank, custom_key, daily_limit, notes }: CreateUserForm) => ({
  ...{ email, password, country, rank, daily_limit, notes },
  ...(custom_key !== null && { custom_key }),
});

/** Moves the error of `public_key`, or the 404 for a missing key, to the form's field `selected_key`. */
export function besideItsField(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { public_key: text, ...fields } = error.status === 404 ? { public_key: error.message } : error.fields;
  if (text === undefined) return error;
  const { message, status, code, requestId } = error;
  return new ApiError(message, { status, code, requestId, fields: { ...fields, selected_key: text } });
}
