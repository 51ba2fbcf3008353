'use client';

import { formatDay, utcTime } from '#lib/base/text/format.ts';
import { relativeTime } from './time-text.ts';
import { useMinute } from './use-minute.tsx';

/** A time in UTC without its zone, for a column whose head names the zone: `2026-11-21 10:40`. */
export const ShortTime = ({ at }: { at: Date }) => <Short at={at} text={utcTime(at).replace(' UTC', '')} />;

/** The day of a time in UTC, for a column in which the hour does not matter: `2026-11-21`. */
export const Day = ({ at }: { at: Date }) => <Short at={at} text={formatDay(at)} />;

/** The title attribute has the whole time, and how long ago it was. */
function Short({ at, text }: { at: Date; text: string }) {
  const minute = useMinute();
  const title = minute === null ? utcTime(at) : `${utcTime(at)}, ${relativeTime(at, new Date(minute))}`;
  return (
    <time dateTime={at.toISOString()} title={title}>
      {text}
    </time>
  );
}
