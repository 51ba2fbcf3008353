'use client';

import { useState, type ReactNode } from 'react';

/**
 * Turns solid after 10 px of scrolling. Uses an observer, because reading the scroll position would force a layout
 * while the page starts.
 */
export function HeaderFrame({ children }: { children: ReactNode }) {
  const [scrolled, setScrolled] = useState(false);
  const observe = (first: HTMLElement | null) => {
    if (!first) return;
    const observer = new IntersectionObserver((entries) => setScrolled(!entries.at(-1)?.isIntersecting));
    observer.observe(first);
    return () => observer.disconnect();
  };
  return (
    <>
      <div ref={observe} aria-hidden="true" className="absolute top-0 h-2.5 w-px" />
      <header
        data-scrolled={scrolled || undefined}
        className="sticky top-0 z-40 border-b border-transparent transition-colors data-scrolled:border-line data-scrolled:bg-paper noscript:border-line noscript:bg-paper max-lg:noscript:static"
      >
        {children}
      </header>
    </>
  );
}
