'use client';

import { z } from 'zod';
import { ApiForm } from '#components/form/api-form.tsx';
import { CheckboxField } from '#components/form/checkbox-field.tsx';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { PasswordField } from '#components/form/password-field.tsx';
import { SelectField } from '#components/form/select-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { SwitchField } from '#components/form/switch-field.tsx';
import { TextareaField } from '#components/form/textarea-field.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { ApiError } from '#lib/http/api-client.ts';
import { Sample, type ThemeProps } from './sample.tsx';
import { REQUEST_ID } from './samples.ts';

const ANSWER_MS = 700;
const schema = z.object({
  email: z.email('Must be an email address'),
  password: z.string().min(12, 'At least 12 characters'),
  country: z.string().min(2, 'Choose a country'),
  notes: z.string(),
  is_admin: z.boolean(),
  terms: z.literal(true, 'Must be ticked'),
});
const COUNTRIES = [
  { value: '', label: 'Choose a country' },
  { value: 'DE', label: 'Germany' },
  { value: 'GB', label: 'United Kingdom' },
];

/** The form kit with a server that refuses everything: `taken@example.com` at its field, the rest above the form. */
export function FormKit({ theme }: ThemeProps) {
  const api = useApiForm(schema, async ({ email }) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    if (email === 'taken@example.com')
      throw new ApiError('Refused', { status: 409, code: 'conflict', fields: { email: 'Is taken' } });
    throw new ApiError('The database is away.', {
      status: 503,
      code: 'unavailable',
      requestId: REQUEST_ID,
      retryAfterSeconds: 20,
    });
  });
  return (
    <Sample name="every field, errors beside them, a refusal above">
      <ApiForm api={api} action="/styleguide" label={`Create user (${theme})`}>
        {api.failure && <FailureAlert failure={api.failure} text={api.failure.message} />}
        <TextField name="email" label="Email" type="email" autoComplete="off" hint="Gets the invitation." required />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="new-password"
          hint="12 characters or more."
          required
        />
        <SelectField name="country" label="Country" options={COUNTRIES} required />
        <TextareaField name="notes" label="Notes" hint="Seen by admins only." />
        <SwitchField name="is_admin" label="Admin" hint="May see and change everything." />
        <CheckboxField name="terms" label="The person agreed to the terms" hint="In writing." />
        <SubmitButton busyText="Creating...">Create User</SubmitButton>
      </ApiForm>
    </Sample>
  );
}
