'use client';

import { Command } from 'cmdk';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { Dialog } from 'radix-ui';
import { useRef, useState } from 'react';
import { CommandPaletteResults } from './command-palette-results.tsx';
import { hrefOf, type PaletteAction, type StartedAction } from './palette-actions.ts';
import { PALETTE_INPUT, PALETTE_NAME } from './palette-look.ts';
import { usePalette } from './use-palette.ts';

const MAX_LENGTH = 100;

type CommandPaletteProps = {
  typed: string;
  onType: (typed: string) => void;
  /** Has the focus again afterwards. */
  opener: Element;
  onClose: () => void;
  /** Opens the dialog of an action. The palette itself never changes anything. */
  onAct: (started: StartedAction) => void;
};

/**
 * Finds and opens pages by name, users by email, keys by description or public key. A chosen action then asks for its
 * user or key. Open while it is mounted.
 */
export function CommandPalette({ typed, onType, opener, onClose, onAct }: CommandPaletteProps) {
  const [action, setAction] = useState<PaletteAction | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const router = useRouter();
  const found = usePalette(typed.trim(), action);
  const goTo = (href: string) => {
    onClose();
    router.push(href as Route);
  };
  const choose = (chosen: PaletteAction) => {
    if (chosen.href !== undefined) return goTo(chosen.href);
    setAction(chosen);
    onType('');
    input.current?.focus(); // a click took the focus
  };
  const act = (started: StartedAction) => {
    const place = hrefOf(started);
    if (place) return goTo(place);
    onClose();
    onAct(started);
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim grid grid-cols-[minmax(0,1fr)] items-start justify-items-center p-4 sm:pt-[12vh]">
          <Dialog.Content
            aria-describedby={undefined}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              if (opener instanceof HTMLElement) opener.focus();
            }}
            className="w-full max-w-xl floating outline-none"
          >
            <Dialog.Title className="sr-only">{PALETTE_NAME}</Dialog.Title>
            {action && (
              <p className="px-4 pt-3 text-small">
                <span className="font-medium">{action.label}</span> <span className="text-muted">{action.asks}</span>
              </p>
            )}
            <Command shouldFilter={false} loop label={PALETTE_NAME}>
              <Command.Input
                ref={input}
                value={typed}
                onValueChange={onType}
                maxLength={MAX_LENGTH}
                onKeyDown={(event) => {
                  if (event.key === 'Backspace' && typed === '') setAction(null);
                }}
                placeholder={action ? action.asks : 'Page, action, email, key or invoice number'}
                autoCapitalize="none"
                className={PALETTE_INPUT}
              />
              <CommandPaletteResults
                {...found}
                text={typed.trim()}
                action={action}
                onChoose={goTo}
                onAction={choose}
                onAct={act}
              />
            </Command>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
