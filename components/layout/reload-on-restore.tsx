'use client';

import { useEffect } from 'react';

/** A page that the browser kept and brings back is asked for again: after a logout it must not be seen (S43). */
export function ReloadOnRestore() {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  return null;
}
