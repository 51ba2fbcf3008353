'use client';

import { useDateTexts } from './iso-dates.tsx';
import { relativeTime } from './time-text.ts';
import { useMinute } from './use-minute.tsx';

/** A time in UTC without its zone, for a column whose head names the zone: `2026-11-21 10:40` in the console. */
export function ShortTime({ at }: { at: Date }) {
  const { time } = useDateTexts();
  return <Short at={at} text={time(at).replace(' UTC', '')} />;
}

/** The day of a time in UTC, for a column in which the hour does not matter: `2026-11-21` in the console. */
export function Day({ at }: { at: Date }) {
  const { day } = useDateTexts();
  return <Short at={at} text={day(at)} />;
}

/** The title attribute has the whole time, and how long ago it was. */
function Short({ at, text }: { at: Date; text: string }) {
  const minute = useMinute();
  const { time } = useDateTexts();
  const title = minute === null ? time(at) : `${time(at)}, ${relativeTime(at, new Date(minute))}`;
  return (
    <time dateTime={at.toISOString()} title={title}>
      {text}
    </time>
  );
}
