'use client';

import { useQueryClient } from '@tanstack/react-query';
import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { NameServerInput, serverLabel } from '#lib/sources/schema.ts';
import type { ServerView } from '#lib/sources/views.ts';
import { SERVERS } from './use-servers.ts';

export function NameServerDialog({ server, onClose }: { server: ServerView; onClose: () => void }) {
  const client = useQueryClient();
  const api = useApiForm(NameServerInput, async ({ name }) => {
    await orLogin(callApi('PATCH /account/api/servers/{id}', { params: { id: server.id }, body: { name } }));
    await client.invalidateQueries({ queryKey: SERVERS });
    toast.success(name ? 'The server has been named.' : 'The name has been removed.');
    onClose();
  });
  return (
    <Dialog title="Name server" description={server.address ?? serverLabel(server.id)} onClose={onClose}>
      <ApiForm api={api} action="/account/api/servers" label="Name server">
        <FormFailure failure={api.failure} />
        <TextField
          name="name"
          label="Name"
          hint="For you and for emails about this server. Leave it empty to remove it."
          defaultValue={server.name ?? ''}
          autoComplete="off"
        />
        <SubmitButton busyText="Saving...">Save</SubmitButton>
      </ApiForm>
    </Dialog>
  );
}
