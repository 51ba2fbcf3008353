'use client';

import { useState } from 'react';
import { ApiForm } from '#components/form/api-form.tsx';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { PasswordField } from '#components/form/password-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Alert } from '#components/ui/states/alert.tsx';
import { signUpErrorText, textOfCode, texts } from '#components/users/error-texts.ts';
import { SignUpForm as schema } from '#components/users/form-schemas.ts';
import { PasswordPolicy } from '#components/users/password-policy.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { CheckYourMail } from './check-your-mail.tsx';

/**
 * Asks for an email address and a new password. After a sign-up, CheckYourMail replaces the emptied form. A taken
 * address gets the same response, and its owner gets an email (S3).
 */
export function SignUpForm({
  returnUrl,
  errorCode,
}: {
  returnUrl?: string | undefined;
  errorCode?: string | undefined;
}) {
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const api = useApiForm(schema, async ({ email, password }, form) => {
    await callApi('POST /signup/email', { body: { email, password, ...(returnUrl && { return_url: returnUrl }) } });
    form.reset();
    setMailedTo(email);
  });
  const { failure, form } = api;
  const correct = (address: string) => {
    setMailedTo(null);
    form.setValue('email', address);
    // The field cannot be focused before the next render shows it.
    setTimeout(() => form.setFocus('email'));
  };
  return (
    <>
      {mailedTo && <CheckYourMail email={mailedTo} returnUrl={returnUrl} onCorrect={() => correct(mailedTo)} />}
      <div hidden={mailedTo !== null}>
        <ApiForm api={api} action="/signup/form" label="Sign Up" returnUrl={returnUrl}>
          {failure && (
            <FailureAlert failure={failure} text={signUpErrorText(failure)}>
              {failure.code === 'network' && <p>{failure.message}</p>}
            </FailureAlert>
          )}
          {errorCode && !failure && <Alert tone="error" text={textOfCode(errorCode, texts.signUpFailed)} />}
          <TextField name="email" label="Email" type="email" autoComplete="username" required />
          <PasswordField name="password" label="Password" autoComplete="new-password" required />
          <PasswordPolicy name="password" />
          <PasswordField name="confirm_password" label="Confirm password" autoComplete="new-password" required />
          <SubmitButton busyText="Creating account...">Create Account</SubmitButton>
        </ApiForm>
      </div>
    </>
  );
}
