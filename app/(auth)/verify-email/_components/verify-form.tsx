'use client';

import { Breakable } from '#components/ui/data/breakable.tsx';
import { z } from 'zod';
import { ApiForm } from '#components/form/api-form.tsx';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { PasswordField } from '#components/form/password-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Username } from '#components/form/username.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { ResetPasswordForm } from '#components/users/form-schemas.ts';
import { PasswordPolicy } from '#components/users/password-policy.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';

export type VerifyFormProps = {
  email: string;
  token: string;
  returnUrl: string | undefined;
  /** The refusal of the form that was posted without JavaScript. */
  errorText: string | null;
  onVerified: (isLoggedIn: boolean) => void;
  /** Called if the link can never work. */
  onVoid: (text: string) => void;
  /** Called if this browser turns out not to be the one that signed up. */
  onNeedsPassword: () => void;
};

/** A single button, in the browser that signed up: what was typed there becomes effective. */
export function VerifyForm(props: VerifyFormProps) {
  const api = useApiForm(z.object({}), () => verify(props));
  return (
    <ApiForm api={api} action="/verify/form" label="Verify email address" returnUrl={props.returnUrl}>
      <p>
        Press the button to confirm that <Address email={props.email} /> is your address.
      </p>
      <Link {...props} />
      {api.failure && <FailureAlert failure={api.failure} text={api.failure.message} />}
      {props.errorText && !api.failure && <Alert tone="error" text={props.errorText} />}
      <SubmitButton busyText="Verifying...">Verify email address</SubmitButton>
    </ApiForm>
  );
}

/** In any other browser: who reads the mail chooses the password, because another person may have signed up. */
export function ChoosePasswordForm(props: VerifyFormProps) {
  const api = useApiForm(ResetPasswordForm, ({ password }) => verify(props, password));
  return (
    <ApiForm api={api} action="/verify/form" label="Verify email address" returnUrl={props.returnUrl}>
      <p>
        You signed up in another browser, or asked for a new link. Choose the password for{' '}
        <Address email={props.email} />. It replaces any typed during sign-up.
      </p>
      <Link {...props} />
      {api.failure && <FailureAlert failure={api.failure} text={api.failure.message} />}
      {props.errorText && !api.failure && <Alert tone="error" text={props.errorText} />}
      <PasswordField name="password" label="Password" autoComplete="new-password" required />
      <PasswordPolicy name="password" />
      <PasswordField name="confirm_password" label="Confirm password" autoComplete="new-password" required />
      <SubmitButton busyText="Verifying...">Verify email address</SubmitButton>
    </ApiForm>
  );
}

const Address = ({ email }: { email: string }) => (
  <strong className="font-semibold wrap-anywhere">
    <Breakable text={email} />
  </strong>
);

const Link = ({ email, token }: Pick<VerifyFormProps, 'email' | 'token'>) => (
  <>
    <Username name="email" email={email} />
    <input type="hidden" name="token" value={token} />
  </>
);

async function verify({ email, token, ...on }: VerifyFormProps, password?: string): Promise<void> {
  try {
    const body = { email, token, ...(password !== undefined && { password }) };
    const { logged_in: isLoggedIn } = await callApi('POST /verify/email', { body });
    on.onVerified(isLoggedIn);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid') throw error;
    if (Object.hasOwn(error.fields, 'password')) on.onNeedsPassword();
    else on.onVoid(error.message);
  }
}
