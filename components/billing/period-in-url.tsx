'use client';

import { useEffect } from 'react';

const OPTIONS = 'input[name="billing"]';

/** Keeps the chosen billing period in the address (`?billing=yearly`), so that reload, Back and a shared link show it. */
export function PeriodInUrl() {
  useEffect(() => {
    const chosen = new URLSearchParams(window.location.search).get('billing');
    for (const input of document.querySelectorAll<HTMLInputElement>(OPTIONS))
      if (input.value === chosen) input.checked = true;
    const onChange = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.matches(OPTIONS)) keepInUrl(target.value);
    };
    document.addEventListener('change', onChange);
    return () => document.removeEventListener('change', onChange);
  }, []);
  return null;
}

function keepInUrl(period: string) {
  const url = new URL(window.location.href);
  if (period === 'yearly') url.searchParams.set('billing', period);
  else url.searchParams.delete('billing');
  window.history.replaceState(window.history.state, '', url);
}
