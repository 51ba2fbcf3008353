'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Copyable } from '#components/ui/copyable.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { texts } from './texts.ts';

type ClientSecretDialogProps = {
  name: string;
  id: string;
  secret: string;
  opener: HTMLElement | null;
  onClose: () => void;
};

/** A client's secret, shown this once (spec §4). Asks before it closes uncopied, but for its own button. */
export function ClientSecretDialog({ name, id, secret, opener, onClose }: ClientSecretDialogProps) {
  const [isCopied, setIsCopied] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Dialog
      size="text"
      title="Client Secret"
      description={`Save the secret of ${name} now. It is not shown again.`}
      opener={opener}
      onClose={() => (isCopied ? onClose() : setIsAsking((asked) => !asked))}
    >
      <div className="space-y-5">
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
        <Button size="lg" className="w-full" data-first-focus="" onClick={onClose}>
          I&apos;ve Saved the Secret
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Close without copying the secret?"
          text="It is not shown again. You would have to regenerate it."
          cancelText="Back to the secret"
          confirmText="Close"
          onConfirm={onClose}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Dialog>
  );
}
