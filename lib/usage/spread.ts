import { DAY, HOUR } from '#lib/time.ts';
import { BUCKET_MS, HOURLY_DAYS, RAW_DAYS } from './buckets.ts';

/** A part of a report's time: its end, and how many seconds of the report have passed at its beginning and its end. */
export type Piece = { at: Date; before: number; upTo: number };

/** Reports that cover up to this long are spread by the bucket, longer ones by the hour. */
const FINE_MS = 6 * HOUR;

/**
 * The parts over which a report is spread, in order: a host that was offline for three days sends one report about them,
 * and limits, alerts and graphs ask when the requests were made. A report that covers at most a bucket is one part, which
 * counts where it ends. Beyond the time that raw rows are kept, a part is a day.
 */
export function piecesOf(from: Date, to: Date): Piece[] {
  const end = to.getTime();
  const start = Math.max(from.getTime(), end - HOURLY_DAYS * DAY);
  const span = end - start;
  if (span <= BUCKET_MS) return [{ at: to, before: 0, upTo: 1 }];
  const step = span <= FINE_MS ? BUCKET_MS : span <= RAW_DAYS * DAY ? HOUR : DAY;
  const pieces: Piece[] = [];
  for (let [time, before] = [start, 0]; time < end;) {
    time = Math.min(end, (Math.floor(time / step) + 1) * step);
    const upTo = Math.ceil((time - start) / 1000);
    pieces.push({ at: new Date(time), before, upTo });
    before = upTo;
  }
  return pieces;
}
