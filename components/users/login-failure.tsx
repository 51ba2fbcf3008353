'use client';

import { FailureAlert } from '#components/form/failure-alert.tsx';
import type { ApiForm } from '#components/form/use-api-form.ts';
import { Alert } from '#components/ui/alert.tsx';
import { loginErrorText, textOfCode, texts } from './error-texts.ts';
import { ResendVerification } from './resend-verification.tsx';

type LoginValues = { email: string; password: string };
type LoginFailureProps = {
  api: ApiForm<LoginValues, LoginValues>;
  returnUrl?: string | undefined;
  errorCode?: string | undefined;
};

/** Why the login was refused (spec §8); an unverified address can ask for a new mail. */
export function LoginFailure({ api: { form, failure }, returnUrl, errorCode }: LoginFailureProps) {
  if (!failure)
    return errorCode && !form.formState.isSubmitted ? (
      <Alert tone="error" text={textOfCode(errorCode, texts.loginFailed)} />
    ) : null;
  return (
    <FailureAlert failure={failure} text={loginErrorText(failure.message)}>
      {failure.code === 'email_not_verified' && (
        <ResendVerification email={form.getValues('email')} returnUrl={returnUrl} />
      )}
    </FailureAlert>
  );
}
