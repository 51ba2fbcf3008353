'use client';

import { Menu, X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { Brand } from './brand.tsx';

const DESKTOP = '(min-width: 64rem)';
const BUTTON = 'grid size-10 pointer-coarse:size-11 place-items-center rounded-md hover:bg-sunken';

/** The header's links on small screens, in a native modal dialog. Without JavaScript they are in the header itself. */
export function MobileMenu({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  useEffect(() => {
    const desktop = window.matchMedia(DESKTOP);
    desktop.addEventListener('change', close);
    return () => desktop.removeEventListener('change', close);
  }, []);
  return (
    <div className="-mr-2.5 lg:hidden noscript:hidden">
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
        className={BUTTON}
      >
        <Menu aria-hidden="true" className="size-5" />
      </button>
      {/* The browser handles Escape. The handlers here close the menu after a choice and keep Tab inside it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <dialog
        ref={dialog}
        aria-label="Menu"
        onClick={(event) => isChoice(event) && close()}
        onKeyDown={keepFocusInside}
        className="m-0 max-h-dvh w-full max-w-none overflow-y-auto border-b bg-surface text-ink shadow-float backdrop:bg-scrim"
      >
        <div className="page flex h-16 items-center justify-between">
          <Brand />
          <button type="button" aria-label="Close menu" onClick={close} className={`-mr-2.5 ${BUTTON}`}>
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        {children}
      </dialog>
    </div>
  );
}

/** Whether a link was followed or the backdrop was pressed. */
function isChoice({ target, currentTarget }: MouseEvent<HTMLDialogElement>): boolean {
  return target === currentTarget || (target instanceof Element && target.closest('a') !== null);
}

function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== 'Tab') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button')].filter((stop) =>
    stop.checkVisibility(),
  );
  const edge = event.shiftKey ? stops.at(0) : stops.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops.at(0))?.focus();
}
