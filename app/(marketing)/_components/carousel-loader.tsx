'use client';

import { useEffect } from 'react';

/** Loads and starts the carousel `id` when it comes near the viewport. If it cannot be loaded, all slides are shown. */
export function CarouselLoader({ id }: { id: string }) {
  useEffect(() => {
    const root = document.getElementById(id);
    if (!root) return;
    const ended = new AbortController();
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        import('./carousel.ts')
          .then(({ startCarousel }) => startCarousel(root, ended.signal))
          .catch(() => root.setAttribute('data-plain', ''));
      },
      { rootMargin: '100% 0px' },
    );
    observer.observe(root);
    return () => {
      observer.disconnect();
      ended.abort();
    };
  }, [id]);
  return null;
}
