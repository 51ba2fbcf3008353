'use client';

import { useSyncExternalStore, type ReactNode } from 'react';

const SOLID_AFTER_PX = 10;

/** Turns solid after the page is scrolled more than 10 px (spec §9). */
export function HeaderFrame({ children }: { children: ReactNode }) {
  const scrolled = useSyncExternalStore(
    subscribe,
    () => window.scrollY > SOLID_AFTER_PX,
    () => false,
  );
  return (
    <header
      data-scrolled={scrolled || undefined}
      className="sticky top-0 z-40 border-b border-transparent transition-colors data-scrolled:border-line data-scrolled:bg-paper noscript:border-line noscript:bg-paper max-lg:noscript:static"
    >
      {children}
    </header>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}
