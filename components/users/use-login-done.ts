'use client';

import { useState } from 'react';
import { safeReturnPath } from '#lib/paths.ts';

const REDIRECT_MS = 1000;

/** What follows each way of logging in: a second in which it says so, then the page that was asked for (spec §4). */
export function useLoginDone(returnUrl: string | undefined): { isDone: boolean; finish: () => void } {
  const [isDone, setIsDone] = useState(false);
  const finish = () => {
    setIsDone(true);
    setTimeout(() => window.location.assign(safeReturnPath(returnUrl)), REDIRECT_MS);
  };
  return { isDone, finish };
}
