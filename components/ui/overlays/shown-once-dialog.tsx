'use client';

import { useState, type ReactNode } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { CopyButton } from '#components/ui/actions/copy-button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DialogEnd } from './dialog-end.tsx';
import { Dialog } from './dialog.tsx';

type ShownOnceDialogProps = {
  title: string;
  description: string;
  size?: 'text';
  opener: HTMLElement | null;
  /** Label of the button that confirms saving. */
  savedText: string;
  /** Asked if the user closes the dialog without this button. */
  question: { title: string; text: string; backText: string };
  /** Shown below the content. Once it was copied, closing asks nothing. */
  secret?: { value: string; label: string; copiedText?: string };
  onClose: () => void;
  children?: ReactNode;
};

/** Shows secrets once. Asks before it closes in any way other than by its button. */
export function ShownOnceDialog({ savedText, question, secret, onClose, children, ...frame }: ShownOnceDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  return (
    <Dialog {...frame} onClose={() => (isCopied ? onClose() : setIsAsking((asked) => !asked))}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {children}
        {secret && (
          <div className="flex items-center gap-3 rounded-md border bg-sunken p-3" onCopy={() => setIsCopied(true)}>
            <code className="min-w-0 flex-1 font-mono text-small break-all select-all">{secret.value}</code>
            <CopyButton
              text={secret.value}
              label={secret.label}
              copiedText={secret.copiedText}
              onCopied={() => setIsCopied(true)}
            />
          </div>
        )}
        <DialogEnd>
          <Button data-first-focus="" onClick={onClose}>
            {savedText}
          </Button>
        </DialogEnd>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={question.title}
          text={question.text}
          cancelText={question.backText}
          confirmText="Close"
          onConfirm={onClose}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Dialog>
  );
}
