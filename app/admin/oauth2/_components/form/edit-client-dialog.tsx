'use client';

import { useState } from 'react';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import type { OAuthClientView, OAuthClientWithSecret } from '#lib/oauth/views.ts';
import { EditClientForm } from './edit-client-form.tsx';

type EditClientDialogProps = {
  client: OAuthClientView;
  onDone: (saved: OAuthClientWithSecret) => void;
  onClose: () => void;
};

/** Edits a client. Discarding the changes after a conflict restarts the form with the fresh row. */
export function EditClientDialog({ client, onDone, onClose }: EditClientDialogProps) {
  const [edited, setEdited] = useState(client);
  return (
    <Dialog title="Edit OAuth2 Client" description={client.name} size="text" onClose={onClose}>
      <EditClientForm key={edited.version} client={edited} onDiscard={setEdited} onDone={onDone} onClose={onClose} />
    </Dialog>
  );
}
