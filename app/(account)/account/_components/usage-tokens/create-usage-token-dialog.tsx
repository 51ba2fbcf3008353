'use client';

import { useQueryClient } from '@tanstack/react-query';
import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { useSensitiveAction } from '#components/users/sensitive-actions.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { CreateUsageTokenInput } from '#lib/usage-tokens/schema.ts';
import type { CreatedUsageTokenView } from '#lib/usage-tokens/views.ts';
import { USAGE_TOKENS, USAGE_TOKENS_PATH } from './use-usage-tokens.ts';

type CreateUsageTokenDialogProps = { onCreated: (created: CreatedUsageTokenView) => void; onClose: () => void };

export function CreateUsageTokenDialog({ onCreated, onClose }: CreateUsageTokenDialogProps) {
  const client = useQueryClient();
  const run = useSensitiveAction();
  const api = useApiForm(CreateUsageTokenInput, async (values) => {
    const created = await run(() => callApi('POST /account/api/usage-tokens', { body: values }));
    if (!created) return;
    void client.invalidateQueries({ queryKey: USAGE_TOKENS });
    onCreated(created);
  });
  return (
    <Dialog
      title="Create token"
      description="It reads the usage, limits and states of your keys, and changes nothing."
      onClose={onClose}
    >
      <ApiForm api={api} action={USAGE_TOKENS_PATH} label="Create token">
        <FormFailure failure={api.failure} />
        <TextField
          name="name"
          label="Name"
          hint="A name to recognise it, such as the host that uses it."
          autoComplete="off"
          maxLength={64}
          required
        />
        <SubmitButton busyText="Creating...">Create token</SubmitButton>
      </ApiForm>
    </Dialog>
  );
}
