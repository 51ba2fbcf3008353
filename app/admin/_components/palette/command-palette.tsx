'use client';

import { Command } from 'cmdk';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { CommandPaletteResults } from './command-palette-results.tsx';
import { usePalette } from './use-palette.ts';

const MAX_LENGTH = 100;

/** Finds and opens pages by name, users by email, keys by description or public key. Open while it is mounted. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [focusedBefore] = useState(() => document.activeElement);
  const router = useRouter();
  const found = usePalette(typed.trim());
  const goTo = (href: string) => {
    onClose();
    router.push(href as Route);
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim grid grid-cols-[minmax(0,1fr)] items-start justify-items-center p-4 sm:pt-[12vh]">
          <Dialog.Content
            aria-describedby={undefined}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              if (focusedBefore instanceof HTMLElement) focusedBefore.focus();
            }}
            className="w-full max-w-xl floating outline-none"
          >
            <Dialog.Title className="sr-only">Go to a page, user or key</Dialog.Title>
            <Command shouldFilter={false} loop label="Go to a page, user or key">
              <Command.Input
                value={typed}
                onValueChange={setTyped}
                maxLength={MAX_LENGTH}
                placeholder="Page, email, key or public key"
                autoCapitalize="none"
                className="h-13 w-full rounded-t-md border-b bg-transparent px-4 text-base -outline-offset-2 placeholder:text-muted placeholder:opacity-100"
              />
              <CommandPaletteResults {...found} text={typed.trim()} onChoose={goTo} />
            </Command>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
