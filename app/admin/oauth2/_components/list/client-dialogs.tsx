'use client';

import { type ReactNode, useState } from 'react';
import { FormDialog } from '#components/form/form-dialog.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import type { OAuthClientView, OAuthClientWithSecret } from '#lib/oauth/views.ts';
import { useAdminAction } from '../../../_components/frame/use-admin-action.ts';
import { ClientConfirm } from '../dialogs/client-confirm.tsx';
import { ClientSecretDialog } from '../dialogs/client-secret-dialog.tsx';
import { TokensDialog } from '../dialogs/tokens-dialog.tsx';
import { NEW_CLIENT } from '../form/client-fields.ts';
import { ClientFormFields } from '../form/client-form-fields.tsx';
import { ClientForm } from '../form/client-form-schema.ts';
import { EditClientForm } from '../form/edit-client-form.tsx';
import { type ClientAction, ClientActionContext } from './client-actions.ts';
import { CREATE_BUTTON_ID } from './create-client-button.tsx';
import { failureText, texts } from './texts.ts';
import { readClient, useReloadClients } from './use-clients.ts';

/** Holds the open dialog above the list, so that a reload of the list cannot remove a secret before it is saved. */
export function ClientDialogs({ children }: { children: ReactNode }) {
  const [action, setAction] = useState<ClientAction | null>(null);
  const [withSecret, setWithSecret] = useState<OAuthClientWithSecret | null>(null);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const open = (wanted: ClientAction) => {
    setOpener(document.getElementById(CREATE_BUTTON_ID));
    setAction(wanted);
  };
  const close = () => setAction(null);
  const done = (saved: OAuthClientWithSecret) => {
    setAction(null);
    if (saved.client_secret !== undefined) setWithSecret(saved);
  };
  return (
    <ClientActionContext value={open}>
      {children}
      {action && <ActionDialog action={action} opener={opener} onDone={done} onClose={close} />}
      {withSecret?.client_secret !== undefined && (
        <ClientSecretDialog
          name={withSecret.name}
          id={withSecret.id}
          secret={withSecret.client_secret}
          opener={opener}
          onClose={() => setWithSecret(null)}
        />
      )}
    </ClientActionContext>
  );
}

type ActionDialogProps = {
  action: ClientAction;
  opener: HTMLElement | null;
  onDone: (saved: OAuthClientWithSecret) => void;
  onClose: () => void;
};

function ActionDialog({ action, opener, onDone, onClose }: ActionDialogProps) {
  switch (action.kind) {
    case 'create':
      return <CreateClientDialog opener={opener} onDone={onDone} onClose={onClose} />;
    case 'edit':
      return <EditClientDialog client={action.client} onDone={onDone} onClose={onClose} />;
    case 'tokens':
      return <TokensDialog client={action.client} onClose={onClose} />;
    case 'regenerate':
      return <RegenerateSecret client={action.client} onDone={onDone} onClose={onClose} />;
    case 'block':
      return <BlockClient client={action.client} onClose={onClose} />;
    case 'delete':
      return <DeleteClient client={action.client} opener={opener} onClose={onClose} />;
  }
}

type EditClientDialogProps = {
  client: OAuthClientView;
  onDone: (saved: OAuthClientWithSecret) => void;
  onClose: () => void;
};

/** Edits a client. Discarding the changes after a conflict restarts the form with the fresh row. */
function EditClientDialog({ client, onDone, onClose }: EditClientDialogProps) {
  const [edited, setEdited] = useState(client);
  return (
    <Dialog title="Edit OAuth2 client" description={client.name} size="text" onClose={onClose}>
      <EditClientForm key={edited.version} client={edited} onDiscard={setEdited} onDone={onDone} onClose={onClose} />
    </Dialog>
  );
}

type DeleteClientProps = { client: OAuthClientView; opener: HTMLElement | null; onClose: () => void };

function DeleteClient({ client: { id, name }, opener, onClose }: DeleteClientProps) {
  const reload = useReloadClients();
  return (
    <ClientConfirm
      title="Delete OAuth2 client"
      text={texts.askDelete}
      about={name}
      confirmText="Delete"
      busyText="Deleting..."
      failed={texts.deleteFailed}
      action={() => callApi('DELETE /admin/api/oauth2/clients/{id}', { params: { id } })}
      onDone={() => {
        toast.success(texts.deleted);
        onClose();
        void reload.clients();
      }}
      afterwards={opener}
      onClose={onClose}
    />
  );
}

type BlockClientProps = { client: OAuthClientView; onClose: () => void };

/** Blocks a client, or unblocks it. */
function BlockClient({ client, onClose }: BlockClientProps) {
  const reload = useReloadClients();
  const { id, name, is_blocked: isBlocked } = client;
  return (
    <ClientConfirm
      title={isBlocked ? 'Unblock client' : 'Block client'}
      text={isBlocked ? texts.askUnblock : texts.askBlock}
      about={name}
      confirmText={isBlocked ? 'Unblock' : 'Block'}
      busyText={isBlocked ? 'Unblocking...' : 'Blocking...'}
      failed={texts.blockFailed}
      action={() =>
        callApi('POST /admin/api/oauth2/clients/{id}/block', { params: { id }, body: { blocked: !isBlocked } })
      }
      onDone={(saved) => {
        toast.success(texts.updated);
        onClose();
        void reload.clients(readClient(saved));
      }}
      onClose={onClose}
    />
  );
}

type RegenerateSecretProps = {
  client: OAuthClientView;
  onDone: (saved: OAuthClientWithSecret) => void;
  onClose: () => void;
};

function RegenerateSecret({ client: { id, name }, onDone, onClose }: RegenerateSecretProps) {
  const reload = useReloadClients();
  return (
    <ClientConfirm
      title="Regenerate Secret"
      text={texts.askRegenerate}
      about={name}
      confirmText="Regenerate Secret"
      busyText="Regenerating..."
      failed={texts.regenerateFailed}
      action={async () =>
        readClient(await callApi('POST /admin/api/oauth2/clients/{id}/regenerate-secret', { params: { id } }))
      }
      onDone={(saved) => {
        toast.success(texts.regenerated);
        onDone(saved);
        void reload.clients(saved);
      }}
      onClose={onClose}
    />
  );
}

const PATH = '/admin/api/oauth2/clients';

type CreateClientDialogProps = {
  opener: HTMLElement | null;
  onDone: (saved: OAuthClientWithSecret) => void;
  onClose: () => void;
};

function CreateClientDialog({ opener, onDone, onClose }: CreateClientDialogProps) {
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
    <FormDialog
      title="Create OAuth2 client"
      size="text"
      opener={opener}
      onClose={onClose}
      api={api}
      action={PATH}
      submitText="Create client"
      busyText="Creating..."
    >
      <ClientFormFields initial={NEW_CLIENT} />
    </FormDialog>
  );
}
