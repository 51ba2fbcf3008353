'use client';

import { ApiForm } from '#components/form/api-form.tsx';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Username } from '#components/form/username.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { loginErrorText, textOfCode, texts } from '#components/users/error-texts.ts';
import { SecondFactorForm as schema } from '#components/users/form-schemas.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { useLoginDone } from './use-login-done.ts';

/** Texts for the errors of the form when posted without JavaScript. */
const BY_CODE: Readonly<Record<string, string>> = {
  invalid: texts.codeWrong,
  unauthenticated: texts.codeTooLate,
};

type SecondFactorFormProps = {
  returnUrl?: string | undefined;
  errorCode?: string | undefined;
  /** The email of the user who is logging in, if known. */
  email?: string | undefined;
  /** Returns to the password. Undefined if the form has its own page. */
  onBack?: (() => void) | undefined;
};

/** The second step of a login: the authenticator's code, or a recovery code. */
export function SecondFactorForm({ returnUrl, errorCode, email, onBack }: SecondFactorFormProps) {
  const { isDone, finish } = useLoginDone(returnUrl);
  const api = useApiForm(schema, async (values) => {
    await callApi('POST /login/totp', { body: values });
    finish();
  });
  const { failure } = api;
  return (
    <ApiForm api={api} action="/login/totp/form" label="Second factor" returnUrl={returnUrl}>
      {isDone && <Alert tone="success" text={texts.loginSuccess} />}
      {failure && <FailureAlert failure={failure} text={loginErrorText(failure)} />}
      {errorCode && !failure && !isDone && (
        <Alert tone="error" text={textOfCode(errorCode, texts.loginFailed, BY_CODE)} />
      )}
      {email && <Username email={email} />}
      <TextField
        name="code"
        label="Code"
        hint="Six digits of your authenticator, or a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus // oxlint-disable-line jsx-a11y/no-autofocus -- the user has just pressed Login
        required
      />
      <SubmitButton place="wide" busyText="Logging in..." disabled={isDone}>
        Login
      </SubmitButton>
      {onBack && (
        <Button variant="quiet" className="w-full" onClick={onBack}>
          Back
        </Button>
      )}
    </ApiForm>
  );
}
