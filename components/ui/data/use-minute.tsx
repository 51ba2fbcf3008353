'use client';

import { createContext, use, useSyncExternalStore, type ReactNode } from 'react';
import { MINUTE } from '#lib/base/time.ts';

const Rendered = createContext<number | null>(null);

/** Says when the server rendered the page, in Unix milliseconds. */
export const RenderedAt = ({ at, children }: { at: number; children: ReactNode }) => (
  <Rendered value={at}>{children}</Rendered>
);

/**
 * The current minute in Unix milliseconds. All callers share one timer. In the server's HTML and at hydration it is the
 * minute of `RenderedAt`, so that texts that depend on it move nothing (P14); null without one.
 */
export function useMinute(): number | null {
  const renderedAt = use(Rendered);
  return useSyncExternalStore(subscribe, currentMinute, () => (renderedAt === null ? null : minuteOf(renderedAt)));
}

const minuteOf = (at: number) => Math.floor(at / MINUTE) * MINUTE;
const currentMinute = () => minuteOf(Date.now());

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

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
