'use client';

import { useSearchParams } from 'next/navigation';
import { type ComponentProps, useCallback, useEffect, useState } from 'react';
import { ApiForm } from '#components/form/api-form.tsx';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { PasswordField } from '#components/form/password-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { changeErrorText, texts } from './error-texts.ts';
import { ChangePasswordForm as schema } from './form-schemas.ts';
import { OwnUsername } from './own-username.tsx';
import { PasswordPolicy } from './password-policy.tsx';

/** Opens the dialog, which is open from the start at a URL with `change=password`, until it is closed. */
export function ChangePasswordButton({ size }: Pick<ComponentProps<typeof Button>, 'size'>) {
  const [isOpen, setIsOpen] = useState(useSearchParams().get('change') === 'password');
  const [button, setButton] = useState<HTMLElement | null>(null);
  const close = useCallback(() => {
    const url = new URL(window.location.href);
    url.searchParams.delete('change');
    window.history.replaceState(window.history.state, '', url);
    setIsOpen(false);
  }, []);
  return (
    <>
      <Button ref={setButton} variant="secondary" size={size} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Change Password
      </Button>
      {isOpen && <ChangePasswordDialog opener={button} onClose={close} />}
    </>
  );
}

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
