'use client';

import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { GuardedModal, type GuardedModalProps } from './guarded-modal.tsx';

type SidePanelProps = {
  title: string;
  /** The `data-row` of the link to the shown row. That link gets the focus when the panel closes. */
  row: string;
  /** Moves the focus into the panel when it opens or shows another row. False while the keyboard walks the list. */
  takesFocus: boolean;
  onClose: () => void;
  children: ReactNode;
};

/**
 * The details of a row. On a desktop they are beside the list, which stays usable; on smaller screens in a sheet over
 * it.
 */
export function SidePanel(props: SidePanelProps) {
  const { title, onClose, children } = props;
  if (useHasRoom()) return <Beside {...props} />;
  return (
    <Sheet title={title} onClose={onClose}>
      {children}
    </Sheet>
  );
}

/**
 * Marks a panel beside the list: the page makes room for it (app/globals.css), and the keyboard still moves through the
 * list.
 */
const BESIDE = { 'data-beside': '' };

function Beside({ title, row, takesFocus, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (takesFocus) panel.current?.focus({ preventScroll: true });
  }, [row, takesFocus]);
  useLayoutEffect(() => {
    const shown = panel.current;
    return () => returnFocus(shown);
  }, []);
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event, panel.current)) onClose();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onEscape(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <section
      {...BESIDE}
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      data-of-row={row}
      className="side-panel max-lg:hidden"
    >
      <div className="sticky top-0 z-10 flex items-start gap-3 border-b bg-surface py-3 pr-3 pl-6">
        <h2 id={titleId} className="min-w-0 grow pt-1.5 text-title font-semibold wrap-anywhere">
          <Breakable text={title} />
        </h2>
        <button
          type="button"
          aria-label="Close"
          title="Close (Esc)"
          onClick={onClose}
          className="grid size-10 shrink-0 place-items-center rounded-md text-muted hover:text-ink"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      <div className="p-6 pt-5">{children}</div>
    </section>
  );
}

/** Returns the focus from the panel to the row that it showed. Does nothing if the focus is outside the panel. */
function returnFocus(panel: HTMLElement | null) {
  const row = panel?.dataset['ofRow'];
  if (row === undefined || !panel?.contains(document.activeElement)) return;
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`)?.focus();
}

/** In a field outside the panel, Escape belongs to the field. */
const isTyping = ({ target }: KeyboardEvent, panel: HTMLElement | null) =>
  target instanceof HTMLElement && target.matches('input, select, textarea') && !panel?.contains(target);

const WIDE = '(width >= 64rem)';

/**
 * Whether the screen is wide enough for a panel beside a list. The server assumes that it is: CSS hides the panel on a
 * narrow screen.
 */
const useHasRoom = () =>
  useSyncExternalStore(
    (tell) => {
      const media = window.matchMedia(WIDE);
      media.addEventListener('change', tell);
      return () => media.removeEventListener('change', tell);
    },
    () => window.matchMedia(WIDE).matches,
    () => true,
  );

/** A dialog at the side, as tall as the screen, for the details of a row. On phones it fills the screen. */
export function Sheet(props: Omit<GuardedModalProps, 'place' | 'look'>) {
  return (
    <GuardedModal
      {...props}
      place="flex justify-end"
      look="min-h-full sm:max-w-lg h-max sm:border-l bg-surface shadow-float"
    />
  );
}
