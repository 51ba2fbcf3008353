'use client';

import { useSyncExternalStore } from 'react';
import { compactNumber, exactNumber } from '#components/ui/data/number-text.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { countOf } from '#lib/base/text/format.ts';
import type { LiveNumbersView } from '#lib/usage/views.ts';

/** The current numbers of the storage hosts, beside the claims, with their source. Keeps its space while empty. */
export function LiveNumbers() {
  const live = useLiveNumbers();
  return (
    <p className="mt-3 min-h-15 max-w-xl text-small text-pretty text-muted sm:min-h-10">
      {live && <LiveLine live={live} />}
    </p>
  );
}

/** Requests, which the hosts count, told apart from the messages of the claims above. */
export const LiveLine = ({ live }: { live: NonNullable<Live> }) => (
  <>
    <span className="font-mono text-ink tabular-nums">{exactNumber(live.requests_last_day)}</span> requests in the last
    24 hours, <span className="font-mono text-ink tabular-nums">{rateText(live.requests_per_second)}</span> a second. A
    message makes up to two requests. Reported by {countOf(live.storage_hosts, 'storage host')}, {timeOf(live)} UTC.
  </>
);

const timeOf = ({ at }: NonNullable<Live>) => at.slice(11, 16);

/** The same numbers as facts, in place of quotes. A number has the same space before it is known. */
export function LiveFacts() {
  const live = useLiveNumbers();
  const facts = [
    ['requests in the last 24 hours', live && compactNumber(live.requests_last_day)],
    ['of them matched a known hash', live && `${exactNumber(100 * Number(live.hit_rate.toPrecision(2)))}%`],
    ['storage hosts report them', live && exactNumber(live.storage_hosts)],
  ] as const;
  return (
    <>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label} className="flex items-baseline justify-between gap-6 border-t py-4">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-[6ch] text-right font-mono text-heading font-medium">{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <p className="border-t pt-4 text-small text-muted">{live ? `As of ${timeOf(live)} UTC.` : '\u00a0'}</p>
    </>
  );
}

/** `12`, `1.5`, `0.04`: two significant digits below ten. */
const rateText = (rate: number): string =>
  rate >= 10 ? exactNumber(Math.round(rate)) : String(Number(rate.toPrecision(2)));

type Live = LiveNumbersView['live'];

/** Undefined until the first request. */
let live: Live | undefined;
const listeners = new Set<() => void>();

/**
 * The current numbers of the storage hosts. Null until the response arrives, if no host reports, or if the request
 * fails.
 */
const useLiveNumbers = (): Live =>
  useSyncExternalStore(
    subscribe,
    () => live ?? null,
    () => null,
  );

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (live === undefined) {
    live = null;
    callApi('GET /api/live').then((answer) => show(answer.live), forgetLiveNumbers);
  }
  return () => listeners.delete(listener);
}

function show(next: Live): void {
  live = next;
  for (const listener of listeners) listener();
}

/** Discards the numbers, so that the next visit to the page requests them again. */
export function forgetLiveNumbers(): void {
  live = undefined;
}
