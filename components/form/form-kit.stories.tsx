import { z } from 'zod';
import { ok, refused, StubServer, type StubAnswer } from '#components/stories/stub-server.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { ApiForm } from './api-form.tsx';
import { CheckboxField } from './checkbox-field.tsx';
import { FormFailure } from './form-failure.tsx';
import { PasswordField } from './password-field.tsx';
import { SelectField } from './select-field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { SwitchField } from './switch-field.tsx';
import { TextareaField } from './textarea-field.tsx';
import { TextField } from './text-field.tsx';
import { useApiForm } from './use-api-form.ts';

export default { title: 'form/Form kit' };

const schema = z.object({
  email: z.email('Must be an email address'),
  password: z.string().min(12, 'At least 12 characters'),
  country: z.string().min(2, 'Choose a country'),
  notes: z.string().max(20),
  is_admin: z.boolean(),
  terms: z.literal(true, 'Must be ticked'),
});
const COUNTRIES = [
  { value: '', label: 'Choose a country' },
  { value: 'DE', label: 'Germany' },
  { value: 'GB', label: 'United Kingdom' },
];

const Story = ({ answer }: { answer: StubAnswer }) => (
  <StubServer answers={{ 'POST /login/email': answer }}>
    <CreateUser />
  </StubServer>
);

export const Saved = () => <Story answer={ok({ status: 'ok' })} />;
export const Sending = () => <Story answer="waiting" />;
export const FieldRefused = () => (
  <Story answer={refused(409, 'conflict', 'Refused', { fields: { email: 'Is already taken' } })} />
);
export const Overloaded = () => (
  <Story answer={refused(503, 'unavailable', 'The database is unavailable.', { retryAfterSeconds: 20 })} />
);

function CreateUser() {
  const api = useApiForm(schema, async ({ email, password }) => {
    await callApi('POST /login/email', { body: { email, password } });
  });
  return (
    <ApiForm api={api} action="/login/email" label="Create user">
      {api.form.formState.isSubmitSuccessful && !api.failure && <p role="status">Saved</p>}
      <FormFailure failure={api.failure} />
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
  );
}
