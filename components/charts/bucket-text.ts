import { DAY } from '#lib/base/time.ts';

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

/** A bucket from start to end with the time zone: `Fri 2026-11-20 14:30 – 15:30 UTC`. */
export function bucketText(start: number, stepMs: number): string {
  const end = start + stepMs;
  const until = stepMs < DAY ? clock(end) : `${date(end)} ${clock(end)}`;
  return `${WEEKDAY.format(start)} ${date(start)} ${clock(start)} – ${until} UTC`;
}

/** A tick of the time axis, in UTC: the time, or the day at midnight. */
export const tickText = (at: number): string => (at % DAY === 0 ? DATE.format(at) : clock(at));

const date = (at: number) => new Date(at).toISOString().slice(0, 10);
const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
