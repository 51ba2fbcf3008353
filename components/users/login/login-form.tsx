'use client';

import { useState } from 'react';
import { ApiForm } from '#components/form/api-form.tsx';
import { PasswordField } from '#components/form/password-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Alert } from '#components/ui/states/alert.tsx';
import { texts } from '#components/users/error-texts.ts';
import { LoginForm as schema } from '#components/users/form-schemas.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { LoginFailure } from './login-failure.tsx';
import { PasskeyLogin } from './passkey-login.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { useLoginDone } from './use-login-done.ts';

type LoginFormProps = { returnUrl?: string | undefined; errorCode?: string | undefined };

/** The part of the form that may show a message: the one used last. */
type Speaker = 'login' | 'forgot' | 'passkey';

/**
 * Login with email and password, then a code if two-factor is on, or with a passkey. `errorCode` is the error of the
 * form when posted without JavaScript.
 */
export function LoginForm({ returnUrl, errorCode }: LoginFormProps) {
  const [asksForCode, setAsksForCode] = useState(false);
  const [speaker, setSpeaker] = useState<Speaker>('login');
  const { isDone, finish } = useLoginDone(returnUrl);
  const api = useApiForm(schema, async (values) => {
    const { status } = await callApi('POST /login/email', { body: values });
    if (status === 'ok') finish();
    else setAsksForCode(true);
  });
  const submit: typeof api.submit = (event) => {
    setSpeaker('login');
    return api.submit(event);
  };
  if (asksForCode)
    return (
      <SecondFactorForm
        returnUrl={returnUrl}
        email={api.form.getValues('email')}
        onBack={() => setAsksForCode(false)}
      />
    );
  return (
    <div className="space-y-4">
      <ApiForm api={{ ...api, submit }} action="/login/form" label="Login" returnUrl={returnUrl}>
        {isDone && <Alert tone="success" text={texts.loginSuccess} />}
        {speaker === 'login' && <LoginFailure api={api} returnUrl={returnUrl} errorCode={errorCode} />}
        <TextField name="email" label="Email" type="email" autoComplete="username webauthn" required />
        <PasswordField name="password" label="Password" autoComplete="current-password" required />
        <SubmitButton busyText="Logging in..." disabled={isDone}>
          Login
        </SubmitButton>
        <ForgotPassword isSpeaking={speaker === 'forgot'} onSpeak={() => setSpeaker('forgot')} />
      </ApiForm>
      <PasskeyLogin returnUrl={returnUrl} isSpeaking={speaker === 'passkey'} onSpeak={() => setSpeaker('passkey')} />
    </div>
  );
}
