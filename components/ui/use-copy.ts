'use client';

import { useEffect, useState } from 'react';

const SHOWN_MS = 2000;

/** Copies a text and tells for two seconds how that went. */
export function useCopy(): { outcome: 'copied' | 'failed' | null; copy: (text: string) => Promise<void> } {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return { outcome, copy: async (text) => setOutcome((await writeToClipboard(text)) ? 'copied' : 'failed') };
}

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
