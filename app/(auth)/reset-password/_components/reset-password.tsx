'use client';

import { useEffect, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { AcceptanceNote } from '#components/form/acceptance-note.tsx';
import { ApiForm } from '#components/form/api-form.tsx';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { PasswordField } from '#components/form/password-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Username } from '#components/form/username.tsx';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { resetErrorText, texts } from '#components/users/error-texts.ts';
import { ResetPasswordForm } from '#components/users/form-schemas.ts';
import { hideToken } from '#components/users/hide-token.ts';
import { PasswordPolicy } from '#components/users/password-policy.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { paths } from '#lib/base/paths.ts';
import { inWords, promises } from '#lib/base/promises.ts';

const REDIRECT_MS = 2000;

type ResetPasswordProps = {
  email: string;
  token: string;
  /** True for the link of an invitation, which sets the user's first password. */
  isInvited?: boolean;
  errorText: string | undefined;
};

/** Sets a new password with the token of a mailed link. */
export function ResetPassword({ email, token, isInvited = false, errorText }: ResetPasswordProps) {
  const [done, setDone] = useState(false);
  useEffect(hideToken, []);
  const api = useApiForm(ResetPasswordForm, async ({ password }) => {
    await callApi('POST /reset/email', { body: { email, token, password } });
    setDone(true);
    setTimeout(() => window.location.assign(paths.login()), REDIRECT_MS);
  });
  if (done)
    return (
      <div className="space-y-4">
        <Alert tone="success" text={texts.resetSuccess} />
        <a href={paths.login()} className={buttonClass({ size: 'lg' }, 'w-full')}>
          Go to Login
        </a>
      </div>
    );
  return (
    <ApiForm api={api} action="/reset/form" label={isInvited ? 'Choose your password' : 'Reset your password'}>
      <p className="text-muted">
        Choose a {isInvited ? 'password' : 'new password'} for{' '}
        <strong className="font-semibold wrap-anywhere text-ink">
          <Breakable text={email} />
        </strong>
        .{' '}
        {isInvited
          ? `Invitations expire after ${inWords(promises.invitation)}.`
          : `Reset links expire after ${inWords(promises.mailedLink)}.`}
      </p>
      <Username name="email" email={email} />
      <input type="hidden" name="token" value={token} />
      {api.failure && (
        <FailureAlert failure={api.failure} text={resetErrorText(api.failure)}>
          {api.failure.code === 'network' && <p>{api.failure.message}</p>}
          {api.failure.code === 'invalid' && <NewLink email={email} />}
        </FailureAlert>
      )}
      {errorText && !api.failure && <Alert tone="error" text={errorText} />}
      <PasswordField name="password" label="New password" autoComplete="new-password" required />
      <PasswordPolicy name="password" />
      <PasswordField name="confirm_password" label="Confirm new password" autoComplete="new-password" required />
      {isInvited && <AcceptanceNote button="Save password" />}
      <SubmitButton place="wide" busyText={isInvited ? 'Saving...' : 'Resetting...'}>
        {isInvited ? 'Save password' : 'Reset password'}
      </SubmitButton>
    </ApiForm>
  );
}

/** Sends a new reset link to the email address in a link that no longer works. */
function NewLink({ email }: { email: string }) {
  const { mutate, isPending, isSuccess, isError } = useMutation({
    mutationFn: () => callApi('POST /forgot/email', { body: { email } }),
  });
  if (isSuccess) return <p role="status">{texts.forgotSuccess}</p>;
  return (
    <div className="space-y-2">
      <Button variant="secondary" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
        {isPending ? 'Sending...' : 'Send a new link'}
      </Button>
      {isError && <p role="alert">{texts.forgotFailed}</p>}
    </div>
  );
}
