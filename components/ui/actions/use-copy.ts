'use client';

import { useEffect, useState } from 'react';

const SHOWN_MS = 2000;

type Outcome = 'copied' | 'failed';

/** Copies a text and keeps the outcome for two seconds. */
export function useCopy(): { outcome: Outcome | null; copy: (text: string) => Promise<Outcome> } {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (text: string): Promise<Outcome> => {
    const how = (await writeToClipboard(text)) ? 'copied' : 'failed';
    setOutcome(how);
    return how;
  };
  return { outcome, copy };
}

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
