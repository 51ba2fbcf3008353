'use client';

import { useState } from 'react';
import { ApiForm } from '#components/form/api-form.tsx';
import { PasswordField } from '#components/form/password-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Alert } from '#components/ui/alert.tsx';
import { apiPost } from '#lib/http/api-client.ts';
import { safeReturnPath } from '#lib/paths.ts';
import { texts } from './error-texts.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { LoginForm as schema } from './form-schemas.ts';
import { LoginFailure } from './login-failure.tsx';

const REDIRECT_MS = 1000;

/** Email and password (spec §2). `errorCode` is what the form without script came back with. */
export function LoginForm({
  returnUrl,
  errorCode,
}: {
  returnUrl?: string | undefined;
  errorCode?: string | undefined;
}) {
  const [done, setDone] = useState(false);
  const api = useApiForm(schema, async (values) => {
    await apiPost('/login/email', values);
    setDone(true);
    setTimeout(() => window.location.assign(safeReturnPath(returnUrl)), REDIRECT_MS);
  });
  return (
    <ApiForm api={api} action="/login/form" label="Login" returnUrl={returnUrl}>
      {done && <Alert tone="success" text={texts.loginSuccess} />}
      <LoginFailure api={api} returnUrl={returnUrl} errorCode={errorCode} />
      <TextField name="email" label="Email" type="email" autoComplete="username" required />
      <PasswordField name="password" label="Password" autoComplete="current-password" required />
      <SubmitButton busyText="Logging in..." disabled={done}>
        Login
      </SubmitButton>
      <ForgotPassword />
    </ApiForm>
  );
}
