'use client';

import { useState } from 'react';
import { FormDialog } from '#components/form/form-dialog.tsx';
import { SelectField } from '#components/form/select-field.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { COUNTRY_OPTIONS } from '#components/users/country-name.ts';
import { KeyFields } from './key-fields.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { useCreateUser } from './use-create-user.ts';

export function CreateUserButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Create User
      </Button>
      {isOpen && <CreateUserDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

const COUNTRIES = [{ value: '', label: 'Choose a country' }, ...COUNTRY_OPTIONS];

/** Creates a verified user with a new key, or with an existing key that has no owner. */
export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const api = useCreateUser(onClose);
  return (
    <FormDialog
      title="Create User"
      description="The address is treated as verified. No email is sent; share the password yourself."
      size="text"
      onClose={onClose}
      api={api}
      action="/admin/api/manual-users"
      submitText="Create User"
      busyText="Creating..."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="email" label="Email" type="email" autoComplete="username" required />
        <SelectField name="country" label="Country" options={COUNTRIES} required />
      </div>
      <NewPasswordField name="password" label="Password" />
      <KeyFields />
    </FormDialog>
  );
}
