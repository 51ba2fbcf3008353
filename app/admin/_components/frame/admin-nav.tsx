'use client';

import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { PageNav, type PageNavItem } from '#components/ui/navigation/page-nav.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { paths } from '#lib/base/paths.ts';
import type { StartedAction } from '../palette/palette-actions.ts';
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
  const [isOpen, setIsOpen] = useState(false);
  const [started, setStarted] = useState<StartedAction | null>(null);
  const isMac = useHydrated() && /Mac|iPhone|iPad/.test(navigator.userAgent);
  useShortcut(() => setIsOpen(true));
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title="Go to a page, user or key"
        className="mb-1.5 shrink-0 text-muted max-sm:px-2!"
        onClick={() => setIsOpen(true)}
      >
        <Search aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">
          Go to<span className="sr-only"> a page, user or key</span>
        </span>
        <kbd aria-hidden="true" className="font-mono text-label max-sm:hidden">
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => setIsOpen(false)} onAct={setStarted} />
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
