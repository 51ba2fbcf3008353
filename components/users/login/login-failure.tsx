'use client';

import { FailureAlert } from '#components/form/failure-alert.tsx';
import type { ApiForm } from '#components/form/use-api-form.ts';
import { Alert } from '#components/ui/states/alert.tsx';
import { loginErrorText, textOfCode, texts } from '#components/users/error-texts.ts';
import { ResendVerification } from './resend-verification.tsx';

type LoginValues = { email: string; password: string };
type LoginFailureProps = {
  api: ApiForm<LoginValues, LoginValues>;
  returnUrl?: string | undefined;
  errorCode?: string | undefined;
};

/** Why the login failed, with or without JavaScript. An unverified user can request a new verification email. */
export function LoginFailure({ api: { form, failure }, returnUrl, errorCode }: LoginFailureProps) {
  const code = failure?.code ?? (form.formState.isSubmitted ? undefined : errorCode);
  if (!code) return null;
  const resend = code === 'email_not_verified' && (
    <ResendVerification getEmail={() => form.getValues('email') ?? ''} returnUrl={returnUrl} />
  );
  if (!failure)
    return (
      <Alert tone="error" text={textOfCode(code, texts.loginFailed)}>
        {resend}
      </Alert>
    );
  return (
    <FailureAlert failure={failure} text={loginErrorText(failure)}>
      {failure.code === 'network' && <p>{failure.message}</p>}
      {resend}
    </FailureAlert>
  );
}
