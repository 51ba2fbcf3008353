'use client';

import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import type { OAuthClientWithSecret } from '#lib/oauth/views.ts';
import { useAdminAction } from '../../../_components/frame/use-admin-action.ts';
import { NEW_CLIENT } from './client-fields.ts';
import { ClientForm } from './client-form-schema.ts';
import { ClientFormFields } from './client-form-fields.tsx';
import { failureText, texts } from '../list/texts.ts';
import { readClient, useReloadClients } from '../list/use-clients.ts';

const PATH = '/admin/api/oauth2/clients';

type CreateClientDialogProps = {
  opener: HTMLElement | null;
  onDone: (saved: OAuthClientWithSecret) => void;
  onClose: () => void;
};

export function CreateClientDialog({ opener, onDone, onClose }: CreateClientDialogProps) {
  const reload = useReloadClients();
  const runAction = useAdminAction();
  const create = async (values: ClientForm) => {
    try {
      onDone(readClient(await runAction(() => callApi('POST /admin/api/oauth2/clients', { body: values }))));
    } catch (error) {
      toast.error(failureText(error, texts.createFailed));
      throw error;
    }
    toast.success(texts.created);
    await reload.clients();
  };
  const api = useApiForm(ClientForm, create, 'onSubmit');
  return (
    <Dialog title="Create OAuth2 Client" size="text" opener={opener} onClose={onClose}>
      <ApiForm api={api} action={PATH} label="Create OAuth2 Client">
        <FormFailure failure={api.failure} />
        <ClientFormFields initial={NEW_CLIENT} />
        <SubmitButton busyText="Creating...">Create Client</SubmitButton>
      </ApiForm>
    </Dialog>
  );
}
