'use client';

import { Copyable } from '#components/ui/actions/copyable.tsx';
import { ShownOnceDialog } from '#components/ui/overlays/shown-once-dialog.tsx';
import { texts } from '../list/texts.ts';

type ClientSecretDialogProps = {
  name: string;
  id: string;
  secret: string;
  opener: HTMLElement | null;
  onClose: () => void;
};

/** Shows a client's secret. Closes without asking once the secret has been copied. */
export function ClientSecretDialog({ name, id, secret, ...dialog }: ClientSecretDialogProps) {
  return (
    <ShownOnceDialog
      size="text"
      title="Client Secret"
      description={`Save the secret of ${name} now. It is not shown again.`}
      savedText="I've Saved the Secret"
      question={{
        title: 'Close without copying the secret?',
        text: 'It is not shown again. You would have to regenerate it.',
        backText: 'Back to the secret',
      }}
      secret={{ value: secret, label: 'Copy client secret', copiedText: texts.copied }}
      {...dialog}
    >
      <div className="space-y-1.5">
        <p className="text-small font-medium">Client ID</p>
        <Copyable value={id} label="Copy client ID" copiedText={texts.copied} />
      </div>
    </ShownOnceDialog>
  );
}
