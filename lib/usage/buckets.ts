import { DAY, HOUR, MINUTE } from '#lib/base/time.ts';

/** The shortest bucket that usage is kept in; the longer ones are hours and days. */
export const BUCKET_MS = 10 * MINUTE;

/** How long raw and hourly rows are kept; daily rows are kept forever. */
export const RAW_DAYS = 40;
export const HOURLY_DAYS = 400;

/** Rounds a time down to a multiple of `ms`. */
export const floorTo = (moment: Date, ms: number): Date => new Date(Math.floor(moment.getTime() / ms) * ms);

/**
 * The 10-minute bucket of a report that ends at `to`. A report that ends on a boundary belongs to the earlier bucket.
 */
export const bucketOf = (to: Date): Date => floorTo(new Date(to.getTime() - 1), BUCKET_MS);

/** What a graph shows: 24 hours, 7 or 30 days. */
export const PERIODS = ['24h', '168h', '720h'] as const;
export type Period = (typeof PERIODS)[number];

/** A period up to now, or a range of days. */
export const SELECTIONS = [...PERIODS, 'range'] as const;
export type Selection = (typeof SELECTIONS)[number];
/** The most days of a range, and the most days ago that it may begin. */
export const MOST_RANGE_DAYS = 366;
export const OLDEST_RANGE_DAYS = HOURLY_DAYS - 1;

/** Equal buckets that begin at `start`. */
export type Window = { start: Date; stepMs: number; count: number };
const STEPS: Readonly<Record<'user' | 'key', Record<Exclude<Period, '720h'>, number>>> = {
  user: { '24h': HOUR, '168h': HOUR },
  key: { '24h': BUCKET_MS, '168h': HOUR },
};

/**
 * The buckets of a period, in the view of a user or in an admin's view of a key. The last bucket ends with the current
 * 10 minutes; for 30 days, it is the current UTC day.
 */
export function windowOf(period: Period, view: 'user' | 'key', now: Date): Window {
  if (period === '720h') return { start: new Date(floorTo(now, DAY).getTime() - 29 * DAY), stepMs: DAY, count: 30 };
  return recentWindow(now, spanOf(period), STEPS[view][period]);
}

/** The length in milliseconds of a period like `24h`. */
export const spanOf = (period: `${number}h`): number => Number.parseInt(period) * HOUR;

/**
 * The most recent `spanMs`, divided into equal buckets, by default into a single one. The last bucket ends with the
 * current 10 minutes.
 */
export function recentWindow(now: Date, spanMs: number, stepMs = spanMs): Window {
  const end = floorTo(now, BUCKET_MS).getTime() + BUCKET_MS;
  return { start: new Date(end - spanMs), stepMs, count: spanMs / stepMs };
}

/** The starts of a window's buckets, ISO 8601 UTC. */
export const labelsOf = ({ start, stepMs, count }: Window): string[] =>
  Array.from({ length: count }, (_, index) => new Date(start.getTime() + index * stepMs).toISOString());

/** Bucket starts to read: daily rows in [from, to), hourly rows in [from, to) except `without`, single 10-minute rows. */
export type RowStarts = {
  days: { from: Date; to: Date } | null;
  hours: { from: Date; to: Date; without: Date[] } | null;
  points: Date[];
};

/**
 * Which rows sum up a window: daily rows if all its buckets are whole UTC days, else hourly rows for whole UTC hours
 * inside a bucket and raw rows for the edges of buckets.
 */
export function rowStartsOf({ start, stepMs, count }: Window): RowStarts {
  if (start.getTime() % DAY === 0 && stepMs % DAY === 0)
    return { days: { from: start, to: new Date(start.getTime() + stepMs * count) }, hours: null, points: [] };
  const [hours, points]: [number[], number[]] = [[], []];
  for (let index = 0; index < count; index++) {
    const end = start.getTime() + (index + 1) * stepMs;
    for (let time = end - stepMs; time < end;) {
      const isWhole = time % HOUR === 0 && time + HOUR <= end;
      (isWhole ? hours : points).push(time);
      time += isWhole ? HOUR : BUCKET_MS;
    }
  }
  return { days: null, hours: rangeOf(hours), points: points.map((time) => new Date(time)) };
}

function rangeOf(hours: readonly number[]): RowStarts['hours'] {
  const [first, last] = [hours[0], hours.at(-1)];
  if (first === undefined || last === undefined) return null;
  const taken = new Set(hours);
  const without: Date[] = [];
  for (let hour = first; hour < last; hour += HOUR) if (!taken.has(hour)) without.push(new Date(hour));
  return { from: new Date(first), to: new Date(last + HOUR), without };
}
