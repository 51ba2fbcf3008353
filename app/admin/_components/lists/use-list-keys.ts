'use client';

import { useEffect, useEffectEvent } from 'react';

/** The keyboard shortcuts of the list, as the help shows them. */
export const LIST_KEYS = [
  { keys: ['/'], does: 'Search' },
  { keys: ['j', 'k'], does: 'Next and previous user' },
  { keys: ['Enter'], does: 'Open the user' },
  { keys: ['e'], does: 'Edit the user' },
  { keys: ['x'], does: 'Select the user' },
  { keys: ['?'], does: 'Show these keys' },
] as const;

type ListActions = { onEdit: (id: string) => void; onTick: (id: string) => void; onHelp: () => void };

/** Keyboard navigation for the list. Disabled while a text field has focus or a dialog or menu is open. */
export function useListKeys(actions: ListActions): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isForSomethingElse(event)) return;
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
  target.closest('tr')?.querySelector<HTMLElement>('[data-row]')?.click();
}

function actionOf(key: string, { onEdit, onTick, onHelp }: ListActions): (() => void) | null {
  const id = focusedRow()?.dataset['row'];
  switch (key) {
    case '/':
      return () => document.querySelector<HTMLInputElement>('main input[type=search]')?.select();
    case 'j':
      return () => step(1);
    case 'k':
      return () => step(-1);
    case '?':
      return onHelp;
    case 'e':
      return id ? () => onEdit(id) : null;
    case 'x':
      return id ? () => onTick(id) : null;
    default:
      return null;
  }
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const focusedRow = () => rows().find((row) => row.closest('tr')?.contains(document.activeElement));

function step(by: 1 | -1): void {
  const all = rows();
  const at = all.findIndex((row) => row === focusedRow());
  const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1);
  all[next]?.focus();
}

const TYPED_IN = 'input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]';
const LIES_OVER = '[role=dialog], [role=alertdialog], [role=menu], dialog[open]';

function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return true;
  const isTyped = event.target instanceof Element && event.target.matches(TYPED_IN);
  return isTyped || document.querySelector(LIES_OVER) !== null;
}
