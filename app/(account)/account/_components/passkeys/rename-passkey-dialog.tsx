'use client';

import { useQueryClient } from '@tanstack/react-query';
import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { orLogin } from '#lib/api-client/or-login.ts';
import { UpdatePasskeyInput } from '#lib/auth/schema.ts';
import type { PasskeyView } from '#lib/auth/views.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { PASSKEYS } from './use-passkeys.ts';

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: PasskeyView; onClose: () => void }) {
  const client = useQueryClient();
  const api = useApiForm(UpdatePasskeyInput, async ({ name }) => {
    await orLogin(callApi('PATCH /account/api/passkeys/{id}', { params: { id: passkey.id }, body: { name } }));
    await client.invalidateQueries({ queryKey: PASSKEYS });
    toast.success('The passkey has been renamed.');
    onClose();
  });
  return (
    <Dialog title="Rename passkey" onClose={onClose}>
      <ApiForm api={api} action="/account/api/passkeys" label="Rename passkey">
        <FormFailure failure={api.failure} />
        <TextField name="name" label="Name" defaultValue={passkey.name} autoComplete="off" required />
        <SubmitButton busyText="Saving...">Save</SubmitButton>
      </ApiForm>
    </Dialog>
  );
}
