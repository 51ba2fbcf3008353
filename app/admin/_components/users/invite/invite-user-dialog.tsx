'use client';

import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SelectField } from '#components/form/select-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { COUNTRY_OPTIONS } from '#components/users/country-name.ts';
import { inWords, promises } from '#lib/promises.ts';
import { KeyFields } from '../dialogs/key-fields.tsx';
import { useInviteUser } from './use-invite-user.ts';

const COUNTRIES = [{ value: '', label: 'Choose a country' }, ...COUNTRY_OPTIONS];

/** Creates a user with a key, and mails the link with which the user chooses the password. */
export function InviteUserDialog({ onClose }: { onClose: () => void }) {
  const api = useInviteUser(onClose);
  return (
    <Dialog
      title="Invite user"
      description={`The user gets an email with a link to choose a password. It works once, for ${inWords(promises.invitation)}.`}
      size="text"
      onClose={onClose}
    >
      <ApiForm api={api} action="/admin/api/users/invite" label="Invite user">
        <FormFailure failure={api.failure} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="email" label="Email" type="email" autoComplete="off" required />
          <SelectField name="country" label="Country" options={COUNTRIES} required />
        </div>
        <KeyFields />
        <SubmitButton busyText="Inviting...">Send invitation</SubmitButton>
      </ApiForm>
    </Dialog>
  );
}
