'use client';

import { useState, type ReactNode } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
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
  /** True if the secret was copied, so that closing asks nothing. */
  isCopied?: boolean | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** Shows secrets once. Asks before it closes in any way other than by its button. */
export function ShownOnceDialog({
  savedText,
  question,
  isCopied = false,
  onClose,
  children,
  ...frame
}: ShownOnceDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Dialog {...frame} onClose={() => (isCopied ? onClose() : setIsAsking((asked) => !asked))}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {children}
        <Button size="lg" className="w-full" data-first-focus="" onClick={onClose}>
          {savedText}
        </Button>
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
