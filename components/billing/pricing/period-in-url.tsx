'use client';

import { useEffect } from 'react';

const OPTIONS = 'input[name="billing"]';

/** Keeps the chosen billing period in the URL (`?billing=yearly`), so that reload, Back and a shared link show it. */
export function PeriodInUrl() {
  useEffect(() => {
    const chosen = document.querySelector<HTMLInputElement>(`${OPTIONS}:checked`);
    // A choice made before hydration is kept.
    if (periodOfUrl() === 'monthly' && chosen) keepInUrl(chosen.value);
    else showPeriodOfUrl();
    const onChange = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.matches(OPTIONS)) keepInUrl(target.value);
    };
    document.addEventListener('change', onChange);
    window.addEventListener('popstate', showPeriodOfUrl);
    return () => {
      document.removeEventListener('change', onChange);
      window.removeEventListener('popstate', showPeriodOfUrl);
    };
  }, []);
  return null;
}

function showPeriodOfUrl() {
  const input = document.querySelector<HTMLInputElement>(`${OPTIONS}[value=${periodOfUrl()}]`);
  if (input) input.checked = true;
}

const periodOfUrl = () =>
  new URLSearchParams(window.location.search).get('billing') === 'yearly' ? 'yearly' : 'monthly';

function keepInUrl(period: string) {
  const url = new URL(window.location.href);
  if (period === 'yearly') url.searchParams.set('billing', period);
  else url.searchParams.delete('billing');
  window.history.replaceState(window.history.state, '', url);
}
