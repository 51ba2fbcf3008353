'use client';

import { useSyncExternalStore } from 'react';
import { MINUTE } from '#lib/time.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** The current minute in Unix milliseconds, or null in the server's HTML. All callers share one timer. */
export const useMinute = (): number | null => useSyncExternalStore(subscribe, currentMinute, () => null);

const currentMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((tell) => tell()), MINUTE / 4);
  return () => {
    listeners.delete(listener);
    if (listeners.size) return;
    clearInterval(timer);
    timer = undefined;
  };
}
