'use client';

import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { PageNav, type PageNavItem } from '#components/ui/navigation/page-nav.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { paths } from '#lib/base/paths.ts';
import type { StartedAction } from '../palette/palette-actions.ts';
import { PALETTE_INPUT, PALETTE_NAME } from '../palette/palette-look.ts';
import { ADMIN_PAGES } from './admin-pages.ts';

const ITEMS = ADMIN_PAGES.map(({ href, label }): PageNavItem => ({
  href,
  label,
  isCurrent: (path) =>
    href === paths.admin
      ? path === href || path.startsWith('/admin/user/') || path.startsWith('/admin/users/')
      : path.startsWith(href),
}));

/** Navigation between the admin pages. */
export function AdminNav() {
  return (
    <div className="mb-6 flex items-center gap-4 border-b">
      <PageNav label="Admin" items={ITEMS} />
      <CommandPaletteButton />
    </div>
  );
}

const CommandPalette = lazy(() =>
  import('../palette/command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
);

const PaletteActionDialog = lazy(() =>
  import('../palette/palette-action-dialog.tsx').then((module) => ({ default: module.PaletteActionDialog })),
);

/** Opens the palette on click, Ctrl-K or ⌘K, but not while a dialog is open, whose input could be lost. */
export function CommandPaletteButton() {
  const [opener, setOpener] = useState<Element | null>(null);
  const [typed, setTyped] = useState('');
  const [started, setStarted] = useState<StartedAction | null>(null);
  const isMac = useHydrated() && /Mac|iPhone|iPad/.test(navigator.userAgent);
  const open = () => {
    setTyped('');
    setOpener(document.activeElement ?? document.body);
  };
  const close = () => {
    setOpener(null);
    if (opener instanceof HTMLElement) opener.focus();
  };
  useShortcut(open);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title="Go to a page, user or key"
        className="mb-1.5 shrink-0 text-muted max-sm:px-2!"
        onClick={open}
      >
        <Search aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">
          Go to<span className="sr-only"> a page, user or key</span>
        </span>
        <kbd aria-hidden="true" className="font-mono text-label max-sm:hidden">
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </Button>
      {opener && (
        <Suspense fallback={<PaletteOpens typed={typed} onType={setTyped} onClose={close} />}>
          <CommandPalette
            typed={typed}
            onType={setTyped}
            opener={opener}
            onClose={() => setOpener(null)}
            onAct={setStarted}
          />
        </Suspense>
      )}
      {started && (
        <Suspense fallback={null}>
          <PaletteActionDialog started={started} onClose={() => setStarted(null)} />
        </Suspense>
      )}
    </>
  );
}

type PaletteOpensProps = { typed: string; onType: (typed: string) => void; onClose: () => void };

/** The palette while its code loads. Takes what is typed, which would else be lost, or act on the list below. */
function PaletteOpens({ typed, onType, onClose }: PaletteOpensProps) {
  return (
    <div className="scrim grid grid-cols-[minmax(0,1fr)] items-start justify-items-center p-4 sm:pt-[12vh]">
      <div role="dialog" aria-modal="true" aria-label={PALETTE_NAME} className="w-full max-w-xl floating">
        <input
          ref={focus}
          aria-label={PALETTE_NAME}
          value={typed}
          onChange={({ target }) => onType(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
          className={PALETTE_INPUT}
        />
      </div>
    </div>
  );
}

const focus = (input: HTMLInputElement | null) => input?.focus();

function useShortcut(open: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event)) return;
    event.preventDefault();
    if (!document.querySelector('[role=dialog], [role=alertdialog]')) open();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const isShortcut = ({ key, ctrlKey, metaKey, shiftKey, altKey, isComposing }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey && !altKey && !isComposing;
