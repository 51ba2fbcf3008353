'use client';

import { relativeTime, utcTime } from './time-text.ts';
import { useMinute } from './use-minute.ts';

/** A time in UTC without its zone, for a column whose head names the zone: `2026-11-21 10:40`. */
export const ShortTime = ({ at }: { at: Date }) => <Cut at={at} length={16} />;

/** The day of a time in UTC, for a column in which the hour does not matter: `2026-11-21`. */
export const Day = ({ at }: { at: Date }) => <Cut at={at} length={10} />;

/** The title attribute has the whole time, and how long ago it was. */
function Cut({ at, length }: { at: Date; length: number }) {
  const minute = useMinute();
  const title = minute === null ? utcTime(at) : `${utcTime(at)}, ${relativeTime(at, new Date(minute))}`;
  return (
    <time dateTime={at.toISOString()} title={title}>
      {utcTime(at).slice(0, length)}
    </time>
  );
}
