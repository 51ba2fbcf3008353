import type { DateTexts } from '#components/ui/data/iso-dates.tsx';
import { DAY } from '#lib/base/time.ts';
import type { BucketStep } from './chart-data.ts';

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });
/** All months in three letters: British English writes `Sept`. */
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const MONTH_AND_YEAR = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** When a bucket ends, which is when the next one starts. */
export function endOf(start: number, step: BucketStep): number {
  if (step !== 'month') return start + step;
  const day = new Date(start);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1);
}

/**
 * A bucket from start to end with the time zone: `Fri 20 November 2026, 14:30 – 15:30 UTC`. A day is `Fri 20 November
 * 2026`, a month `November 2026`.
 */
export function bucketText(start: number, step: BucketStep, { day, time }: DateTexts): string {
  if (step === 'month') return MONTH_AND_YEAR.format(start);
  if (step === DAY && start % DAY === 0) return `${WEEKDAY.format(start)} ${day(new Date(start))}`;
  const end = start + step;
  const until = step < DAY ? `${clock(end)} UTC` : time(new Date(end));
  return `${WEEKDAY.format(start)} ${time(new Date(start)).replace(' UTC', '')} – ${until}`;
}

/** A tick of the time axis, in UTC: the time, or the day at midnight. */
export const tickText = (at: number): string =>
  at % DAY === 0 ? `${new Date(at).getUTCDate()} ${MONTH.format(at)}` : clock(at);

/** A month at the axis, with the year in January: `Nov`, `Dec`, `Jan ’27`. */
export function monthText(at: number): string {
  const day = new Date(at);
  return `${MONTH.format(at)}${day.getUTCMonth() === 0 ? ` ’${String(day.getUTCFullYear()).slice(2)}` : ''}`;
}

const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
