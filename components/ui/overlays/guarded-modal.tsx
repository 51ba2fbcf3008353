'use client';

import { useRef, useState } from 'react';
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

const FIELDS = 'form :is(input:not([type=hidden]), select, textarea)';
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Remembers the values of form fields before the user touched them. Values set by scripts or the browser count as
 * unchanged, and so do fields outside of a form: filters are not work that can be lost.
 */
function createFieldMemory() {
  const before = new WeakMap<Field, string>();
  return {
    note: (root: HTMLElement) => {
      for (const field of fieldsOf(root)) if (!before.has(field)) before.set(field, stateOf(field));
    },
    isChanged: (root: HTMLElement) =>
      fieldsOf(root).some((field) => before.has(field) && before.get(field) !== stateOf(field)),
  };
}

const fieldsOf = (root: HTMLElement) => [...root.querySelectorAll<Field>(FIELDS)];

const stateOf = (field: Field) =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type) ? String(field.checked) : field.value;
