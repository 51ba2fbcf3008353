'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { PasswordField } from '#components/form/password-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import type { TwoFactorView } from '#lib/auth/views.ts';
import { OwnUsername } from './own-username.tsx';
import { TWO_FACTOR } from './use-two-factor.ts';

/** The dialog's text about the pending action. */
export type FreshLoginTexts = { title: string; text: string; confirmText: string };
type FreshLoginDialogProps = Partial<FreshLoginTexts> & { onProven: () => void; onClose: () => void };

const schema = z.object({
  password: z.string().min(1, 'Please enter your password.'),
  code: z.string().trim().min(1, 'Please enter the code from your authenticator app.').optional(),
});

/** Asks for the password again, and for a code if two-factor is on. */
export function FreshLoginDialog({ onProven, onClose, ...texts }: FreshLoginDialogProps) {
  const { title = 'Confirm that it is you', confirmText = 'Confirm' } = texts;
  const { text = 'This needs a login within the last ten minutes. Please enter your password.' } = texts;
  const known = useQueryClient().getQueryData<TwoFactorView>(TWO_FACTOR);
  const [needsCode, setNeedsCode] = useState(known?.enabled ?? false);
  const api = useApiForm(schema, async (values) => {
    try {
      await orLogin(callApi('POST /login/again', { body: values }));
      onProven();
    } catch (error) {
      if (needsCode || !isCodeMissing(error)) throw error;
      setNeedsCode(true);
    }
  });
  return (
    <Dialog title={title} description={text} onClose={onClose}>
      <ApiForm api={api} action="/login/again" label={title}>
        <FormFailure failure={api.failure} />
        <OwnUsername />
        <PasswordField name="password" label="Password" autoComplete="current-password" required />
        {needsCode && <CodeField isAskedLater={!known?.enabled} />}
        <SubmitButton busyText="Checking...">{confirmText}</SubmitButton>
      </ApiForm>
    </Dialog>
  );
}

function CodeField({ isAskedLater }: { isAskedLater: boolean }) {
  return (
    <div ref={isAskedLater ? focusInput : undefined}>
      <TextField
        name="code"
        label="Authentication code"
        hint="Of your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </div>
  );
}

const focusInput = (place: HTMLElement | null) => place?.querySelector('input')?.focus();
const isCodeMissing = (error: unknown) => error instanceof ApiError && 'code' in error.fields;
