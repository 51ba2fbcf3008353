'use client';

import { useState } from 'react';
import { FormDialog } from '#components/form/form-dialog.tsx';
import { SelectField } from '#components/form/select-field.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { COUNTRY_OPTIONS } from '#components/users/country-name.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { inWords, promises } from '#lib/base/promises.ts';
import { useAdminAction } from '../../frame/use-admin-action.ts';
import { KeyFields } from '../dialogs/key-fields.tsx';
import { besideItsField } from '../dialogs/use-create-user.ts';
import { InviteUserForm } from '../edit/user-form-schemas.ts';
import { useReloadUsers } from '../list/use-users.ts';

export function InviteUserButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Invite user
      </Button>
      {isOpen && <InviteUserDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

const COUNTRIES = [{ value: '', label: 'Choose a country' }, ...COUNTRY_OPTIONS];

/** Creates a user with a key, and mails the link with which the user chooses the password. */
function InviteUserDialog({ onClose }: { onClose: () => void }) {
  const api = useInviteUser(onClose);
  return (
    <FormDialog
      title="Invite user"
      description={`The user gets an email with a link to choose a password. It works once, for ${inWords(promises.invitation)}.`}
      size="text"
      onClose={onClose}
      api={api}
      action="/admin/api/users/invite"
      submitText="Send invitation"
      busyText="Inviting..."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="email" label="Email" type="email" autoComplete="off" required />
        <SelectField name="country" label="Country" options={COUNTRIES} required />
      </div>
      <KeyFields />
    </FormDialog>
  );
}

/** The form that invites a user. */
function useInviteUser(onDone: () => void) {
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
