'use client';

import { useApiForm } from '#components/form/use-api-form.ts';
import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { useAdminAction } from '../../frame/use-admin-action.ts';
import { besideItsField } from '../dialogs/use-create-user.ts';
import { InviteUserForm } from '../edit/user-form-schemas.ts';
import { useReloadUsers } from '../list/use-users.ts';

/** The form that invites a user. */
export function useInviteUser(onDone: () => void) {
  const reload = useReloadUsers();
  const runAction = useAdminAction();
  const invite = async (values: InviteUserForm) => {
    try {
      await runAction(() => callApi('POST /admin/api/users/invite', { body: bodyOf(values) }));
    } catch (error) {
      throw besideItsField(error);
    }
    toast.success(`Invitation sent to ${values.email}.`);
    onDone();
    await reload();
  };
  return useApiForm(InviteUserForm, invite, 'onSubmit');
}

function bodyOf({ email, country, rank, custom_key, daily_limit, notes, ...key }: InviteUserForm) {
  if (key.use_existing_key) return { email, country, public_key: key.selected_key ?? '' };
  return { email, country, rank, daily_limit, notes, ...(custom_key !== null && { custom_key }) };
}
