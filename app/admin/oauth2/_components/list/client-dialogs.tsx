'use client';

import { useState, type ReactNode } from 'react';
import type { OAuthClientWithSecret } from '#lib/oauth/views.ts';
import { ClientSecretDialog } from '../dialogs/client-secret-dialog.tsx';
import { DeleteClient } from '../dialogs/delete-client.tsx';
import { RegenerateSecret } from '../dialogs/regenerate-secret.tsx';
import { TokensDialog } from '../dialogs/tokens-dialog.tsx';
import { CreateClientDialog } from '../form/create-client-dialog.tsx';
import { EditClientDialog } from '../form/edit-client-dialog.tsx';
import { ClientActContext, type ClientAct } from './client-actions.ts';
import { CREATE_BUTTON_ID } from './create-client-button.tsx';

/** Holds the open dialog above the list, so that a reload of the list cannot remove a secret before it is saved. */
export function ClientDialogs({ children }: { children: ReactNode }) {
  const [act, setAct] = useState<ClientAct | null>(null);
  const [withSecret, setWithSecret] = useState<OAuthClientWithSecret | null>(null);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const open = (wanted: ClientAct) => {
    setOpener(document.getElementById(CREATE_BUTTON_ID));
    setAct(wanted);
  };
  const close = () => setAct(null);
  const done = (saved: OAuthClientWithSecret) => {
    setAct(null);
    if (saved.client_secret !== undefined) setWithSecret(saved);
  };
  return (
    <ClientActContext value={open}>
      {children}
      {act && <ActDialog act={act} opener={opener} onDone={done} onClose={close} />}
      {withSecret?.client_secret !== undefined && (
        <ClientSecretDialog
          name={withSecret.name}
          id={withSecret.id}
          secret={withSecret.client_secret}
          opener={opener}
          onClose={() => setWithSecret(null)}
        />
      )}
    </ClientActContext>
  );
}

type ActDialogProps = {
  act: ClientAct;
  opener: HTMLElement | null;
  onDone: (saved: OAuthClientWithSecret) => void;
  onClose: () => void;
};

function ActDialog({ act, opener, onDone, onClose }: ActDialogProps) {
  switch (act.kind) {
    case 'create':
      return <CreateClientDialog opener={opener} onDone={onDone} onClose={onClose} />;
    case 'edit':
      return <EditClientDialog client={act.client} onDone={onDone} onClose={onClose} />;
    case 'tokens':
      return <TokensDialog client={act.client} onClose={onClose} />;
    case 'regenerate':
      return <RegenerateSecret client={act.client} onDone={onDone} onClose={onClose} />;
    case 'delete':
      return <DeleteClient client={act.client} opener={opener} onClose={onClose} />;
  }
}
