'use client';

import { useState, useSyncExternalStore } from 'react';
import { estimate, type Estimate, type Typed } from '#lib/marketing/suggest-plan.ts';

const PARAMETER = 'emails';
export const LONGEST_COUNT = 20;

export type EstimateFields = Estimate & { typedIn: Typed['field']; onType: (typed: Typed) => void };

/** The calculator's two fields. The emails a day are in the URL (`?emails=…`), for reload, Back and a shared link. `first` is what the server read there. */
export function useEstimate(first = ''): EstimateFields {
  const [typed, setTyped] = useState<Typed | null>(null);
  const inUrl = useSyncExternalStore(subscribe, emailsInUrl, () => first);
  const current = typed ?? { field: 'emails', text: inUrl };
  const onType = (next: Typed) => {
    setTyped(next);
    keepInUrl(next.field === 'emails' ? next.text : (estimate(next).emailsPerDay ?? ''));
  };
  return { ...estimate(current), typedIn: current.field, onType };
}

/** The emails a day as typed, read from the URL. Empty if none were typed. */
export const emailsInUrl = () =>
  (new URLSearchParams(window.location.search).get(PARAMETER) ?? '').slice(0, LONGEST_COUNT);

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
}

function keepInUrl(emails: string | number) {
  const url = new URL(window.location.href);
  if (emails === '') url.searchParams.delete(PARAMETER);
  else url.searchParams.set(PARAMETER, String(emails));
  window.history.replaceState(window.history.state, '', url);
}
