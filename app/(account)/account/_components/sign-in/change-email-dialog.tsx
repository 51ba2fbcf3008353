'use client';

import { useQueryClient } from '@tanstack/react-query';
import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { useSensitiveAction } from '#components/users/sensitive-actions.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { ChangeEmailInput } from '#lib/users/schema.ts';
import { EMAIL_ADDRESS } from './use-email-address.ts';

const TEXT =
  'We send a link to the new address. Your address changes when you use it. The current address gets a notice.';

export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const run = useSensitiveAction();
  const api = useApiForm(ChangeEmailInput, async ({ email }) => {
    if (!(await run(() => callApi('POST /change/email', { body: { email } })))) return;
    await client.invalidateQueries({ queryKey: EMAIL_ADDRESS });
    toast.success(`A link is on its way to ${email}.`);
    onClose();
  });
  return (
    <Dialog title="Change email" description={TEXT} onClose={onClose}>
      <ApiForm api={api} action="/change/email" label="Change email">
        <FormFailure failure={api.failure} />
        <TextField name="email" label="New email address" type="email" autoComplete="email" required />
        <SubmitButton busyText="Sending...">Send link</SubmitButton>
      </ApiForm>
    </Dialog>
  );
}
