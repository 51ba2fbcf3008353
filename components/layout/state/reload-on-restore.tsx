'use client';

import { useEffect } from 'react';

/**
 * Reloads a page that the browser restores from its back/forward cache, and hides it until then: after a logout,
 * private data must not be visible even for a moment (S43).
 */
export function ReloadOnRestore() {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    const onHide = (event: PageTransitionEvent) => {
      if (event.persisted) document.documentElement.style.visibility = 'hidden';
    };
    window.addEventListener('pageshow', onShow);
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('pageshow', onShow);
      window.removeEventListener('pagehide', onHide);
    };
  }, []);
  return null;
}
