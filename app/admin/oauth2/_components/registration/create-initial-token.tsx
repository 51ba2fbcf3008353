'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { ShownOnceDialog } from '#components/ui/overlays/shown-once-dialog.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { CreateInitialTokenInput } from '#lib/oauth/schema.ts';
import type { InitialTokenWithValue } from '#lib/oauth/views.ts';
import { useAdminAction } from '../../../_components/frame/use-admin-action.ts';
import { INITIAL_TOKENS } from './use-registration.ts';

const typedNumber = z
  .string()
  .trim()
  .regex(/^\d{1,6}$/, 'Enter a whole number.')
  .transform(Number);
const { max_uses: uses, days } = CreateInitialTokenInput.shape;
const InitialTokenForm = z.object({
  max_uses: typedNumber.pipe(uses.unwrap()),
  days: typedNumber.pipe(days.unwrap()),
});

export function CreateInitialToken() {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [created, setCreated] = useState<InitialTokenWithValue | null>(null);
  const close = () => {
    setOpener(null);
    setCreated(null);
  };
  return (
    <>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={(event) => setOpener(event.currentTarget)}>
        Create token
      </Button>
      {opener && !created && <CreateDialog onCreated={setCreated} onClose={close} />}
      {created && <TokenDialog token={created.token} opener={opener} onClose={close} />}
    </>
  );
}

type CreateDialogProps = { onCreated: (created: InitialTokenWithValue) => void; onClose: () => void };

function CreateDialog({ onCreated, onClose }: CreateDialogProps) {
  const client = useQueryClient();
  const runAction = useAdminAction();
  const api = useApiForm(InitialTokenForm, async (body) => {
    const created = await runAction(() => callApi('POST /admin/api/oauth2/initial-tokens', { body }));
    void client.invalidateQueries({ queryKey: INITIAL_TOKENS });
    onCreated(created);
  });
  return (
    <Dialog title="Create initial access token" onClose={onClose}>
      <ApiForm api={api} action="/admin/api/oauth2/initial-tokens" label="Create initial access token">
        <FormFailure failure={api.failure} />
        <TextField
          name="max_uses"
          label="Clients"
          hint="How many applications may register with it, 1 to 100."
          inputMode="numeric"
          defaultValue="1"
          required
        />
        <TextField name="days" label="Valid for days" hint="1 to 90." inputMode="numeric" defaultValue="7" required />
        <SubmitButton busyText="Creating...">Create token</SubmitButton>
      </ApiForm>
    </Dialog>
  );
}

type TokenDialogProps = { token: string; opener: HTMLElement | null; onClose: () => void };

function TokenDialog({ token, ...dialog }: TokenDialogProps) {
  return (
    <ShownOnceDialog
      size="text"
      title="Initial access token"
      description="Give it to the application's developer now. It is not shown again."
      savedText="I have saved it"
      question={{
        title: 'Close without saving it?',
        text: 'The token is not shown again. You would have to create another.',
        backText: 'Back to the token',
      }}
      {...dialog}
    >
      <CodeBlock title="Token" code={token} />
    </ShownOnceDialog>
  );
}
