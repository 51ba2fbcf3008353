'use client';

import { useSyncExternalStore } from 'react';
import { callApi } from '#lib/api-client/api-client.ts';
import type { LiveNumbersView } from '#lib/usage/views.ts';

type Live = LiveNumbersView['live'];

/** Undefined until the first request. */
let live: Live | undefined;
const listeners = new Set<() => void>();

/**
 * The current numbers of the storage hosts. Null until the response arrives, if no host reports, or if the request
 * fails.
 */
export const useLiveNumbers = (): Live =>
  useSyncExternalStore(
    subscribe,
    () => live ?? null,
    () => null,
  );

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (live === undefined) {
    live = null;
    callApi('GET /api/live').then((answer) => show(answer.live), forgetLiveNumbers);
  }
  return () => listeners.delete(listener);
}

function show(next: Live): void {
  live = next;
  for (const listener of listeners) listener();
}

/** Discards the numbers, so that the next visit to the page requests them again. */
export function forgetLiveNumbers(): void {
  live = undefined;
}
