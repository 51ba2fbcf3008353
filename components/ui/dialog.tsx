'use client';

import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { useRef, type ReactNode } from 'react';

type DialogProps = {
  title: string;
  description: string;
  onClose: () => void;
  /** Gets the focus back when the dialog closes. */
  opener?: HTMLElement | null | undefined;
  children: ReactNode;
};

/** A modal dialog that is open while it is mounted. Asks before it throws a changed form away. */
export function Dialog({ title, description, onClose, opener, children }: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const close = () => {
    if (!hasChangedField(content.current) || window.confirm('Close and discard what you typed?')) onClose();
  };
  return (
    <RadixDialog.Root open onOpenChange={(open) => !open && close()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-50 grid place-items-center overflow-y-auto bg-scrim p-4">
          <RadixDialog.Content
            ref={content}
            onOpenAutoFocus={focusFirstField}
            onCloseAutoFocus={(event) => {
              if (!opener?.isConnected) return;
              event.preventDefault();
              opener.focus();
            }}
            className="relative w-full max-w-form rounded-md border bg-surface p-6 shadow-float outline-none"
          >
            <RadixDialog.Title className="pr-10 text-title font-semibold">{title}</RadixDialog.Title>
            <RadixDialog.Description className="mt-1 mb-5 text-small text-muted">{description}</RadixDialog.Description>
            {children}
            <RadixDialog.Close
              aria-label="Close"
              className="absolute top-4 right-4 grid size-10 place-items-center rounded-md text-muted hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </RadixDialog.Close>
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

const FIELDS = 'input:not([type=hidden])';

function hasChangedField(content: HTMLElement | null): boolean {
  return [...(content?.querySelectorAll<HTMLInputElement>(FIELDS) ?? [])].some(
    ({ value, defaultValue }) => value !== defaultValue,
  );
}

function focusFirstField(event: Event) {
  const field = event.target instanceof HTMLElement ? event.target.querySelector<HTMLElement>(FIELDS) : null;
  if (!field) return;
  event.preventDefault();
  field.focus();
}
