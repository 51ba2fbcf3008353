'use client';

import { utcTime } from '#lib/base/text/format.ts';
import { relativeTime } from './time-text.ts';
import { useMinute } from './use-minute.tsx';

/** A time with its zone and, beside it, how long ago or how soon it is. */
export function Time({ at }: { at: Date }) {
  const minute = useMinute();
  return (
    <time dateTime={at.toISOString()}>
      <span className="whitespace-nowrap">{utcTime(at)}</span>
      {minute !== null && <span className="whitespace-nowrap text-muted"> {relativeTime(at, new Date(minute))}</span>}
    </time>
  );
}
