'use client';

import { useState } from 'react';
import { FormDialog } from '#components/form/form-dialog.tsx';
import { SelectField } from '#components/form/select-field.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { ShownOnceDialog } from '#components/ui/overlays/shown-once-dialog.tsx';
import { COUNTRY_OPTIONS } from '#components/users/country-name.ts';
import { KeyFields } from './key-fields.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { type Created, useCreateUser } from './use-create-user.ts';

export function CreateUserButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Create User
      </Button>
      {isOpen && <CreateUserDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

const COUNTRIES = [{ value: '', label: 'Choose a country' }, ...COUNTRY_OPTIONS];

/** Creates a verified user with a new key, or with an existing key that has no owner. Then shows the password once. */
export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<Created | null>(null);
  const [opener] = useState(() => (document.activeElement instanceof HTMLElement ? document.activeElement : null));
  const api = useCreateUser(setCreated);
  if (created) return <PasswordShownOnce {...created} opener={opener} onClose={onClose} />;
  return (
    <FormDialog
      title="Create User"
      description="The address is treated as verified. No email is sent: you share the password yourself, or invite instead."
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

type PasswordShownOnceProps = Created & { opener: HTMLElement | null; onClose: () => void };

/** What the admin hands over. */
function PasswordShownOnce({ email, password, opener, onClose }: PasswordShownOnceProps) {
  return (
    <ShownOnceDialog
      size="text"
      title="Password"
      description={`Save the password of ${email} now. It is not shown again.`}
      opener={opener}
      savedText="I've saved the password"
      question={{
        title: 'Close without copying the password?',
        text: 'It is not shown again. You would have to set another one.',
        backText: 'Back to the password',
      }}
      secret={{ value: password, label: 'Copy password' }}
      onClose={onClose}
    />
  );
}
