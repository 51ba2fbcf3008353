'use client';

import { useEffect, useEffectEvent } from 'react';

/** The keyboard shortcuts of the user list, as the help shows them. */
export const LIST_KEYS = [
  { keys: ['/'], does: 'Search' },
  { keys: ['j', 'k'], does: 'Next and previous user' },
  { keys: ['Enter'], does: 'Open the user' },
  { keys: ['e'], does: 'Edit the user' },
  { keys: ['x'], does: 'Select the user' },
  { keys: ['?'], does: 'Show these keys' },
] as const;

type ListActions = {
  /** Receives the id of the row that j or k reaches. */
  onStep: (id: string) => void;
  onEdit?: (id: string) => void;
  onTick?: (id: string) => void;
  onHelp?: () => void;
  /** Further keys, each for the current row. */
  onKey?: Readonly<Record<string, (id: string) => void>>;
};

/**
 * Keyboard navigation for a list whose rows have a link with `data-row`. Disabled while a text field has focus or a
 * modal dialog or menu is open, but not by a panel beside the list.
 */
export function useListKeys(actions: ListActions): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isForSomethingElse(event)) return;
    // A key that is held would act on one row after the other.
    if (event.repeat && actions.onKey?.[event.key]) return;
    const action = actionOf(event.key, actions);
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    document.addEventListener('click', openClickedRow);
    return () => {
      document.removeEventListener('keydown', listen);
      document.removeEventListener('click', openClickedRow);
    };
  }, []);
}

/** A click anywhere in a row opens its user, except on another control or while text is selected. */
function openClickedRow({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('a, button, input, label') || String(getSelection())) return;
  target.closest('tr, li')?.querySelector<HTMLElement>('[data-row]')?.click();
}

function actionOf(key: string, { onStep, onEdit, onTick, onHelp, onKey }: ListActions): (() => void) | null {
  const id = currentRow()?.dataset['row'];
  const more = onKey?.[key];
  if (more) return id === undefined ? null : () => more(id);
  switch (key) {
    case '/':
      return () => document.querySelector<HTMLInputElement>('main input[type=search]')?.select();
    case 'j':
      return () => step(1, onStep);
    case 'k':
      return () => step(-1, onStep);
    case '?':
      return onHelp ?? null;
    case 'e':
      return id && onEdit ? () => onEdit(id) : null;
    case 'x':
      return id && onTick ? () => onTick(id) : null;
    default:
      return null;
  }
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];

/** The row with the focus, or else the row that is open beside the list. */
function currentRow(): HTMLElement | undefined {
  const all = rows();
  const focused = all.find((row) => row.closest('tr, li')?.contains(document.activeElement));
  return focused ?? all.find((row) => row.hasAttribute('aria-current'));
}

function step(by: 1 | -1, onStep: (id: string) => void): void {
  const all = rows();
  const current = currentRow();
  const at = current ? all.indexOf(current) : -1;
  const next = all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)];
  if (!next) return;
  next.focus();
  const id = next.dataset['row'];
  if (id !== undefined && next !== current) onStep(id);
}

const TYPED_IN = 'input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]';
const COVERS_THE_LIST = '[role=dialog]:not([data-beside]), [role=alertdialog], [role=menu], dialog[open]';

function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return true;
  const isTyped = event.target instanceof Element && event.target.matches(TYPED_IN);
  return isTyped || document.querySelector(COVERS_THE_LIST) !== null;
}
