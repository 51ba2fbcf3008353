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
import { TWO_FACTOR } from '#components/users/use-two-factor.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { CreatePasskeyInput } from '#lib/auth/schema.ts';
import { createPasskey } from './create-passkey.ts';
import { PASSKEYS } from './use-passkeys.ts';

const schema = CreatePasskeyInput.pick({ name: true });

/** Asks for a name, then starts the browser's passkey dialog. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const run = useSensitiveAction();
  const api = useApiForm(schema, async ({ name }) => {
    const options = await run(() => callApi('POST /account/api/passkeys/options'));
    if (!options) return;
    const response = await createPasskey(options);
    const passkey = await run(() => callApi('POST /account/api/passkeys', { body: { name, response } }));
    if (!passkey) return;
    await client.invalidateQueries({ queryKey: PASSKEYS });
    void client.invalidateQueries({ queryKey: TWO_FACTOR });
    toast.success(`The passkey “${passkey.name}” has been added.`);
    onClose();
  });
  return (
    <Dialog
      title="Add passkey"
      description="Your browser will ask where to keep it: on this device, on your phone, or on a security key."
      onClose={onClose}
    >
      <ApiForm api={api} action="/account/api/passkeys" label="Add passkey">
        <FormFailure failure={api.failure} />
        <TextField
          name="name"
          label="Name"
          hint="A name to recognise it. Defaults to your browser."
          autoComplete="off"
        />
        <SubmitButton busyText="Waiting for your browser...">Continue</SubmitButton>
      </ApiForm>
    </Dialog>
  );
}
