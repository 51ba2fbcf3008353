'use client';

import { exactNumber } from '#components/ui/data/number-text.ts';
import { countOf } from '#lib/format.ts';
import { useLiveNumbers } from './live-store.ts';

/** The current numbers of the storage hosts, beside the claims, with their source. Keeps its space while empty. */
export function LiveNumbers() {
  const live = useLiveNumbers();
  return (
    <p className="mt-3 min-h-10 max-w-xl text-small text-pretty text-muted">
      {live && (
        <>
          <span className="font-mono text-ink tabular-nums">{exactNumber(live.requests_last_day)}</span> requests in the
          last 24 hours, <span className="font-mono text-ink tabular-nums">{rateText(live.requests_per_second)}</span> a
          second. Reported by {countOf(live.storage_hosts, 'storage host')}, {live.at.slice(11, 16)} UTC.
        </>
      )}
    </p>
  );
}

/** `12`, `1.5`, `0.04`: two significant digits below ten. */
const rateText = (rate: number): string =>
  rate >= 10 ? exactNumber(Math.round(rate)) : String(Number(rate.toPrecision(2)));
