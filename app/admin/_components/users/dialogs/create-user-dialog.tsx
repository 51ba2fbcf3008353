'use client';

import { useWatch } from 'react-hook-form';
import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SelectField } from '#components/form/select-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { SwitchField } from '#components/form/switch-field.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { TextareaField } from '#components/form/textarea-field.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { COUNTRY_OPTIONS } from '#components/users/country-name.ts';
import { KeyPicker } from './key-picker.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { useCreateUser } from './use-create-user.ts';

/** The ranks that docs/product.md lists. */
const RANKS = [
  { value: '0', label: '0 – no limits' },
  { value: '10', label: '10 – no ratelimit and no FUZZY_PLUS' },
  { value: '20', label: '20 – light' },
  { value: '50', label: '50 – medium' },
  { value: '75', label: '75 – high' },
  { value: '90', label: '90 – premium' },
];
const COUNTRIES = [{ value: '', label: 'Choose a country' }, ...COUNTRY_OPTIONS];

/** Creates a verified user with a new key, or with an existing key that has no owner. */
export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const api = useCreateUser(onClose);
  return (
    <Dialog
      title="Create User"
      description="The address is treated as verified. No email is sent; share the password yourself."
      size="text"
      onClose={onClose}
    >
      <ApiForm api={api} action="/admin/api/manual-users" label="Create User">
        <FormFailure failure={api.failure} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="email" label="Email" type="email" autoComplete="username" required />
          <SelectField name="country" label="Country" options={COUNTRIES} required />
        </div>
        <NewPasswordField name="password" label="Password" />
        <SwitchField name="use_existing_key" label="Use an existing key" hint="Assign a key without an owner." />
        <KeyFields />
        <SubmitButton busyText="Creating...">Create User</SubmitButton>
      </ApiForm>
    </Dialog>
  );
}

function KeyFields() {
  const isExisting: unknown = useWatch({ name: 'use_existing_key' });
  return (
    <>
      {isExisting === true && <KeyPicker />}
      {/* Hidden, not unmounted, so that the typed values are kept when the switch is turned back. */}
      <div hidden={isExisting === true} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField name="rank" label="Rank" options={RANKS} defaultValue="50" />
          <TextField
            name="daily_limit"
            label="Daily limit"
            hint="Requests a day. Leave empty to use the rank’s limit."
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <TextField
          name="custom_key"
          label="Custom key"
          hint="A 52-character public key that the user brings. Leave empty to generate one."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
        />
        <TextareaField name="notes" label="Notes" hint="For admins only." />
      </div>
    </>
  );
}
