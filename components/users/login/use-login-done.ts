'use client';

import { useState } from 'react';
import { safeReturnPath } from '#lib/base/paths.ts';

const REDIRECT_MS = 1000;

/** Completes every kind of login: shows success for one second, then goes to the requested page (S39). */
export function useLoginDone(returnUrl: string | undefined): { isDone: boolean; finish: () => void } {
  const [isDone, setIsDone] = useState(false);
  const finish = () => {
    setIsDone(true);
    setTimeout(() => window.location.assign(safeReturnPath(returnUrl)), REDIRECT_MS);
  };
  return { isDone, finish };
}
