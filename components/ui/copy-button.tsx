'use client';

import { Check, Copy } from 'lucide-react';
import { Button } from './button.tsx';
import { useCopy } from './use-copy.ts';

const TEXTS = { copied: 'Copied to clipboard!', failed: 'Could not copy. Please select the text and copy it.' };

/** Copies `text`; says so, and shows a check mark for two seconds (spec §9). `label` names what is copied. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { outcome, copy } = useCopy();
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <span className="relative inline-flex items-center">
      <Button
        variant="secondary"
        aria-label={label}
        title={label}
        className="w-10 px-0!"
        onClick={() => void copy(text)}
      >
        <Icon aria-hidden="true" className={outcome === 'copied' ? 'size-4 text-signal' : 'size-4'} />
      </Button>
      <span role="status" className="contents">
        {outcome && (
          <span className="absolute right-0 bottom-full z-10 mb-2 rounded-sm bg-ink px-2 py-1 text-label whitespace-nowrap text-paper shadow-float">
            {TEXTS[outcome]}
          </span>
        )}
      </span>
    </span>
  );
}
