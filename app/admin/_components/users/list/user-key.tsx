'use client';

import { useCopy } from '#components/ui/actions/use-copy.ts';
import { shorten } from '#lib/base/text/format.ts';

const SHOWN = 12;

/** The first 12 characters of a key. A click copies the whole key and shows a check mark for two seconds. */
export function UserKey({ publicKey, owner }: { publicKey: string | null; owner: string }) {
  const { outcome, copy } = useCopy();
  if (publicKey === null) return <span className="text-muted">None</span>;
  const shown = shorten(publicKey, SHOWN);
  const isCopied = outcome === 'copied';
  return (
    <>
      <button
        type="button"
        title="Copy API key"
        aria-label={`${shown}: copy API key of ${owner}`}
        onClick={() => void copy(publicKey)}
        className="group inline-flex min-h-8 items-center gap-1.5 rounded-sm font-mono whitespace-nowrap"
      >
        <span className="overflow-hidden md:max-xl:max-w-16 md:max-xl:text-ellipsis">{shown}</span>
        <svg
          aria-hidden="true"
          viewBox="0 0 24 24"
          className={`size-3.5 fill-none stroke-current stroke-2 ${isCopied ? 'text-signal' : 'text-muted group-hover:text-ink md:max-lg:hidden'}`}
        >
          <path d={isCopied ? CHECK : COPY} />
        </svg>
      </button>
      {outcome && (
        <span
          role="status"
          className="absolute z-20 -mt-7 w-max max-w-56 -translate-x-full rounded-sm bg-ink px-2 py-1 text-label whitespace-normal text-paper shadow-float"
        >
          {isCopied ? 'Copied to clipboard!' : 'Could not copy. Open the user’s panel to see the key.'}
        </span>
      )}
    </>
  );
}

/** Icons that consist of one path, because a page has fifty of them. */
const CHECK = 'M20 6 9 17l-5-5';
const COPY = 'M8 8h14v14H8z M4 16H2V2h14v2';
