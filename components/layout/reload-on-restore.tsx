'use client';

import { useEffect } from 'react';

/**
 * A page that the browser kept and brings back is asked for again, and kept hidden: after a logout it must not be seen,
 * also not for the moment until it is there (S43).
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
