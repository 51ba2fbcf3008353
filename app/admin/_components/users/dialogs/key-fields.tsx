'use client';

import { useWatch } from 'react-hook-form';
import { SelectField } from '#components/form/select-field.tsx';
import { SwitchField } from '#components/form/switch-field.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { TextareaField } from '#components/form/textarea-field.tsx';
import { KeyPicker } from './key-picker.tsx';

/** The ranks that docs/product.md lists. */
const RANKS = [
  { value: '0', label: '0 – no limits' },
  { value: '10', label: '10 – no ratelimit and no FUZZY_PLUS' },
  { value: '20', label: '20 – light' },
  { value: '50', label: '50 – medium' },
  { value: '75', label: '75 – high' },
  { value: '90', label: '90 – premium' },
];

/** The key of a new user: an existing one without an owner, or a new one with rank, limit and notes. */
export function KeyFields() {
  const isExisting: unknown = useWatch({ name: 'use_existing_key' });
  return (
    <>
      <SwitchField name="use_existing_key" label="Use an existing key" hint="Assign a key without an owner." />
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
