'use client';

import { relativeTime, utcTime } from './time-text.ts';
import { useMinute } from './use-minute.ts';

/** A time in UTC without its zone, for a column whose head names the zone: `2026-11-21 10:40`. */
export function ShortTime({ at }: { at: Date }) {
  const minute = useMinute();
  const title = minute === null ? utcTime(at) : `${utcTime(at)}, ${relativeTime(at, new Date(minute))}`;
  return (
    <time dateTime={at.toISOString()} title={title}>
      {utcTime(at).slice(0, -4)}
    </time>
  );
}
