'use client';

import { useState, type ReactNode } from 'react';
import type { OAuthClientWithSecret } from '#lib/oauth/views.ts';
import { BlockClient } from '../dialogs/block-client.tsx';
import { ClientSecretDialog } from '../dialogs/client-secret-dialog.tsx';
import { DeleteClient } from '../dialogs/delete-client.tsx';
import { RegenerateSecret } from '../dialogs/regenerate-secret.tsx';
import { TokensDialog } from '../dialogs/tokens-dialog.tsx';
import { CreateClientDialog } from '../form/create-client-dialog.tsx';
import { EditClientDialog } from '../form/edit-client-dialog.tsx';
import { ClientActionContext, type ClientAction } from './client-actions.ts';
import { CREATE_BUTTON_ID } from './create-client-button.tsx';

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
