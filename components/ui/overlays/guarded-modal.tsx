'use client';

import { useRef, useState } from 'react';
import { createFieldMemory } from './changed-fields.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ModalFrame, type ModalFrameProps } from './modal-frame.tsx';

export type GuardedModalProps = Omit<ModalFrameProps, 'isQuestion' | 'onTouch'>;

/** A modal that asks before it discards a changed form. After saving, its owner unmounts it, so nothing is asked. */
export function GuardedModal({ onClose, isBusy = false, children, ...props }: GuardedModalProps) {
  const [fields] = useState(createFieldMemory);
  const content = useRef<HTMLElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const note = (touched: HTMLElement) => {
    content.current = touched;
    fields.note(touched);
  };
  const close = () => {
    if (isBusy) return;
    const isChanged = content.current !== null && fields.isChanged(content.current);
    // A second Escape right after the first still arrives at this dialog, and closes the question.
    if (isChanged) setIsAsking((asked) => !asked);
    else onClose();
  };
  return (
    <ModalFrame {...props} isBusy={isBusy} onClose={close} onTouch={note}>
      {children}
      {isAsking && !isBusy && (
        <ConfirmDialog
          title="Discard what you typed?"
          text="It is not saved yet."
          cancelText="Keep editing"
          confirmText="Discard"
          onConfirm={onClose}
          onClose={() => setIsAsking(false)}
        />
      )}
    </ModalFrame>
  );
}
