'use client';

import { useId, useState, type ReactNode } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Field } from '#components/ui/fields/field.tsx';
import { Input } from '#components/ui/fields/input.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { Email } from '#lib/email-address/schema.ts';
import { DialogEnd } from './dialog-end.tsx';
import { ModalFrame } from './modal-frame.tsx';

type ConfirmDialogProps = {
  title: string;
  text: string;
  /** The action, as a verb. */
  confirmText: string;
  busyText?: string | undefined;
  cancelText?: string | undefined;
  /** The user must type this to enable the action. An address may be typed in any of its spellings (S89). */
  typeToConfirm?: string | undefined;
  isBusy?: boolean | undefined;
  /** The action takes nothing away, so its button has no warning colour. */
  isHarmless?: boolean | undefined;
  /** Why the action failed. */
  error?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  opener?: HTMLElement | null | undefined;
  /** Shown between the text and the buttons. */
  children?: ReactNode;
};

/** Asks before an action, usually one that cannot be undone. */
export function ConfirmDialog({
  typeToConfirm,
  isBusy = false,
  isHarmless = false,
  error,
  ...props
}: ConfirmDialogProps) {
  const { title, text, confirmText, busyText = confirmText, cancelText = 'Cancel', onConfirm, onClose, opener } = props;
  const [typed, setTyped] = useState('');
  const isReady = typeToConfirm === undefined || [typed.trim(), Email.safeParse(typed).data].includes(typeToConfirm);
  const submit = (event: React.SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (isReady && !isBusy) onConfirm();
  };
  return (
    <ModalFrame
      isQuestion
      title={title}
      description={text}
      opener={opener}
      onClose={() => !isBusy && onClose()}
      place="grid grid-cols-[minmax(0,1fr)] place-items-center p-4"
      look="max-w-form floating"
    >
      <form aria-label={title} onSubmit={submit} className="space-y-4">
        {props.children}
        {typeToConfirm !== undefined && <Typed value={typeToConfirm} typed={typed} onChange={setTyped} />}
        {error && <Alert tone="error" text={error} />}
        <DialogEnd>
          <Button variant="secondary" data-first-focus="" aria-disabled={isBusy} onClick={() => !isBusy && onClose()}>
            {cancelText}
          </Button>
          <Button type="submit" variant={isHarmless ? 'primary' : 'danger'} disabled={!isReady} aria-disabled={isBusy}>
            {isBusy ? busyText : confirmText}
          </Button>
        </DialogEnd>
      </form>
    </ModalFrame>
  );
}

type TypedProps = { value: string; typed: string; onChange: (typed: string) => void };

function Typed({ value, typed, onChange }: TypedProps) {
  const id = useId();
  return (
    <Field id={id} label={`Type ${value} to confirm`}>
      <Input
        id={id}
        value={typed}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  );
}
