'use client';

import { useState } from 'react';
import { CopyButton } from '#components/ui/actions/copy-button.tsx';
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
  const [isCopied, setIsCopied] = useState(false);
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
      isCopied={isCopied}
      {...dialog}
    >
      <div className="space-y-1.5">
        <p className="text-small font-medium">Client ID</p>
        <Copyable value={id} label="Copy client ID" copiedText={texts.copied} />
      </div>
      <div className="space-y-1.5">
        <p className="text-small font-medium">Client Secret</p>
        <div className="flex items-center gap-3 rounded-md border bg-sunken p-3" onCopy={() => setIsCopied(true)}>
          <code className="min-w-0 flex-1 font-mono text-small break-all select-all">{secret}</code>
          <CopyButton
            text={secret}
            label="Copy client secret"
            copiedText={texts.copied}
            onCopied={() => setIsCopied(true)}
          />
        </div>
      </div>
    </ShownOnceDialog>
  );
}
