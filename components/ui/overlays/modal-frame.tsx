'use client';

import { Breakable } from '#components/ui/data/breakable.tsx';
import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { classNames } from '#components/ui/look/class-names.ts';

export type ModalFrameProps = {
  title: string;
  description?: string | undefined;
  onClose: () => void;
  /** Takes the focus when the modal closes. Default: the element that had it before. */
  opener?: HTMLElement | null | undefined;
  /** Classes for the position on the screen, and for the modal itself. */
  place: string;
  look: string;
  /** A question that must be answered: no close button, and a click outside does nothing. */
  isQuestion?: boolean | undefined;
  /** Its action is running, so it stays open. */
  isBusy?: boolean | undefined;
  onTouch?: ((content: HTMLElement) => void) | undefined;
  children: ReactNode;
};

/** The base of dialogs, sheets and questions: the page behind is inert, the first field has the focus. */
export function ModalFrame(props: ModalFrameProps) {
  const {
    title,
    description,
    onClose,
    opener,
    place,
    look,
    isQuestion = false,
    isBusy = false,
    onTouch,
    children,
  } = props;
  const [focusedBefore] = useState(focusedElement);
  return (
    <RadixDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={classNames('scrim', place)}>
          <RadixDialog.Content
            {...(isQuestion && { role: 'alertdialog' })}
            {...(description === undefined && { 'aria-describedby': undefined })}
            onOpenAutoFocus={focusFirstField}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              giveFocusBack(opener ?? focusedBefore);
            }}
            onPointerDownOutside={(event) => {
              if (isQuestion || !isOnScrim(event.detail.originalEvent)) event.preventDefault();
            }}
            onFocusCapture={(event) => onTouch?.(event.currentTarget)}
            onPointerDownCapture={(event) => onTouch?.(event.currentTarget)}
            className={classNames('relative w-full p-6 outline-none', look)}
          >
            <RadixDialog.Title className={classNames('text-title font-semibold wrap-anywhere', !isQuestion && 'pr-10')}>
              <Breakable text={title} />
            </RadixDialog.Title>
            {description !== undefined && (
              <RadixDialog.Description className="mt-1 text-small wrap-anywhere text-muted">
                <Breakable text={description} />
              </RadixDialog.Description>
            )}
            <div className="mt-5">{children}</div>
            {!isQuestion && (
              <RadixDialog.Close
                aria-label="Close"
                aria-disabled={isBusy}
                className="absolute top-4 right-4 grid size-10 place-items-center rounded-md text-muted hover:text-ink"
              >
                <X aria-hidden="true" className="size-5" />
              </RadixDialog.Close>
            )}
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** The focused element. For a menu item, which is about to disappear, it is the menu's button. */
function focusedElement(): HTMLElement | null {
  if (typeof document === 'undefined' || !(document.activeElement instanceof HTMLElement)) return null;
  const menu = document.activeElement.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement;
}

/**
 * Returns the focus, unless a dialog that replaced this one has it: that dialog's first field would show an error on
 * losing the focus.
 */
function giveFocusBack(element: HTMLElement | null) {
  const next = document.activeElement?.closest('[role=dialog], [role=alertdialog]');
  if (!next || next.contains(element)) element?.focus();
}

function focusFirstField(event: Event) {
  const content = event.target instanceof HTMLElement ? event.target : null;
  const field = content?.querySelector<HTMLElement>(
    ':is(input:not([hidden], [type=hidden], [type=radio]:not(:checked)), select, textarea):enabled, [data-first-focus]',
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** Whether the scrim itself was pressed, not its scrollbar or a toast above it. */
const isOnScrim = ({ target, offsetX }: PointerEvent) =>
  target instanceof HTMLElement && offsetX < target.clientWidth && !target.closest('[data-sonner-toaster]');
