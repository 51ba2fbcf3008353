'use client';

import { useState } from 'react';
import { ApiForm } from '#components/form/api-form.tsx';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Alert } from '#components/ui/states/alert.tsx';
import { texts } from '#components/users/error-texts.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { ResendVerificationInput } from '#lib/users/schema.ts';

const schema = ResendVerificationInput.pick({ email: true });

/** For a link without an email address: asks for the address and mails a new link. */
export function ResendForm({ text, returnUrl }: { text: string; returnUrl: string | undefined }) {
  const [sent, setSent] = useState(false);
  const api = useApiForm(schema, async ({ email }) => {
    await callApi('POST /verify/resend', { body: { email, ...(returnUrl && { return_url: returnUrl }) } });
    setSent(true);
  });
  if (sent) return <Alert tone="success" text={texts.resent} />;
  return (
    <ApiForm api={api} action="/verify/form" label="Resend verification email" returnUrl={returnUrl}>
      <Alert tone="error" text={text} />
      {api.failure && <FailureAlert failure={api.failure} text={api.failure.message} />}
      <TextField name="email" label="Email" type="email" autoComplete="username" required />
      <SubmitButton busyText="Sending...">Resend verification email</SubmitButton>
    </ApiForm>
  );
}
