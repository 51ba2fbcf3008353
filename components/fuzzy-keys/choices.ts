import { useSyncExternalStore } from 'react';

/** The choices for a setup. They are kept in the URL, and in localStorage for the next visit. */
export type Choice = 'system' | 'platform' | 'free_feed' | 'servers';

const listeners = new Set<() => void>();

/** The chosen value, from the URL or an earlier visit; empty while the page hydrates, and if nothing was chosen. */
export const useChoice = (name: Choice): string =>
  useSyncExternalStore(
    subscribe,
    () => new URLSearchParams(window.location.search).get(name) ?? localStorage.getItem(name) ?? '',
    () => '',
  );

/** Puts a choice into the URL and into localStorage. */
export function remember(name: Choice, value: string): void {
  localStorage.setItem(name, value);
  const url = new URL(window.location.href);
  url.searchParams.set(name, value);
  window.history.replaceState(window.history.state, '', url);
  for (const listener of listeners) listener();
}

/** Takes a choice back, as if it had never been made. */
export function forget(name: Choice): void {
  localStorage.removeItem(name);
  const url = new URL(window.location.href);
  url.searchParams.delete(name);
  window.history.replaceState(window.history.state, '', url);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}
