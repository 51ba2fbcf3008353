'use client';

import { Check, Copy } from 'lucide-react';
import { useCopy } from '#components/ui/actions/use-copy.ts';
import { shorten } from '#lib/format.ts';

const SHOWN = 12;

/** The first 12 characters of a key. A click copies the whole key and shows a check mark for two seconds. */
export function UserKey({ publicKey, owner }: { publicKey: string | null; owner: string }) {
  const { outcome, copy } = useCopy();
  if (publicKey === null) return <span className="text-muted">None</span>;
  const shown = shorten(publicKey, SHOWN);
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <span className="relative inline-flex">
      <button
        type="button"
        title="Copy API key"
        aria-label={`${shown}: copy API key of ${owner}`}
        onClick={() => void copy(publicKey)}
        className="group inline-flex min-h-8 items-center gap-1.5 rounded-sm font-mono whitespace-nowrap"
      >
        <span className="overflow-hidden md:max-xl:max-w-16 md:max-xl:text-ellipsis">{shown}</span>
        <Icon
          aria-hidden="true"
          className={
            outcome === 'copied' ? 'size-3.5 text-signal' : 'size-3.5 text-muted group-hover:text-ink md:max-lg:hidden'
          }
        />
      </button>
      {outcome && (
        <span
          role="status"
          className="absolute bottom-full left-0 z-20 mb-1 w-max max-w-56 rounded-sm bg-ink px-2 py-1 text-label text-paper shadow-float"
        >
          {outcome === 'copied' ? 'Copied to clipboard!' : 'Could not copy. Open the user’s panel to see the key.'}
        </span>
      )}
    </span>
  );
}
