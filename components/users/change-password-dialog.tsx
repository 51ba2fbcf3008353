'use client';

import { useEffect, useState } from 'react';
import { ApiForm } from '#components/form/api-form.tsx';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { PasswordField } from '#components/form/password-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Alert } from '#components/ui/states/alert.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { changeErrorText, texts } from './error-texts.ts';
import { ChangePasswordForm as schema } from './form-schemas.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { OwnUsername } from './own-username.tsx';
import { PasswordPolicy } from './password-policy.tsx';

const CLOSE_MS = 2000;

type ChangePasswordDialogProps = { opener?: HTMLElement | null; onClose: () => void };

/** Changes the user's own password, and closes two seconds later. */
export function ChangePasswordDialog({ opener, onClose }: ChangePasswordDialogProps) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(onClose, CLOSE_MS);
    return () => clearTimeout(timer);
  }, [done, onClose]);
  return (
    <Dialog title="Change Password" description={texts.changeEnds} opener={opener} onClose={onClose}>
      {done ? <Alert tone="success" text={texts.changeSuccess} /> : <ChangePassword onDone={() => setDone(true)} />}
    </Dialog>
  );
}

function ChangePassword({ onDone }: { onDone: () => void }) {
  const api = useApiForm(schema, async ({ current_password, new_password }) => {
    await orLogin(callApi('POST /change/password', { body: { current_password, new_password } }));
    onDone();
  });
  return (
    <ApiForm api={api} action="/change/password" label="Change Password">
      {api.failure && <FailureAlert failure={api.failure} text={changeErrorText(api.failure)} />}
      <OwnUsername />
      <PasswordField name="current_password" label="Current password" autoComplete="current-password" required />
      <PasswordField name="new_password" label="New password" autoComplete="new-password" required />
      <PasswordPolicy name="new_password" />
      <PasswordField name="confirm_password" label="Confirm new password" autoComplete="new-password" required />
      <SubmitButton busyText="Changing...">Change Password</SubmitButton>
    </ApiForm>
  );
}
