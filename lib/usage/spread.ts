import { DAY, HOUR } from '#lib/time.ts';
import { BUCKET_MS, floorTo, HOURLY_DAYS, RAW_DAYS } from './buckets.ts';

/** A part of a report's time: its end, and how many seconds of the report have passed at its beginning and its end. */
export type Piece = { at: Date; before: number; upTo: number };

/** Reports that cover up to this long are spread by the bucket, longer ones by the hour. */
const FINE_MS = 6 * HOUR;
/** Limits and alerts look at the last of these days, which are spread by the hour whatever else a report covers. */
const RECENT_MS = 3 * DAY;
/** A report becomes at most about this many rows, which take some seconds of the 20 that its statement has. */
export const MOST_ROWS = 1_000_000;

/**
 * The parts over which a report about so many keys is spread, in order: a host that was offline for three days sends one
 * report about them, and limits, alerts and graphs ask when the requests were made. A report that covers at most a bucket
 * is one part, which counts where it ends. Beyond the time that raw rows are kept, a part is a day. Of a longer report
 * about thousands of keys, all but the last three days is divided into whole days, or several at a time.
 */
export function piecesOf(from: Date, to: Date, keys = 1): Piece[] {
  const end = to.getTime();
  const start = Math.max(from.getTime(), end - HOURLY_DAYS * DAY);
  const span = end - start;
  if (span <= BUCKET_MS) return [{ at: to, before: 0, upTo: 1 }];
  const usual = span <= FINE_MS ? BUCKET_MS : span <= RAW_DAYS * DAY ? HOUR : DAY;
  const isMany = (span / usual) * keys > MOST_ROWS;
  const recent = floorTo(new Date(end - RECENT_MS), HOUR).getTime();
  const days = Math.ceil((recent - start) / DAY / (MOST_ROWS / keys - RECENT_MS / HOUR));
  const pieces: Piece[] = [];
  for (let [time, before] = [start, 0]; time < end;) {
    const isOld = isMany && time < recent;
    const step = isOld ? days * DAY : isMany ? HOUR : usual;
    time = Math.min(isOld ? recent : end, (Math.floor(time / step) + 1) * step);
    const upTo = Math.ceil((time - start) / 1000);
    pieces.push({ at: new Date(time), before, upTo });
    before = upTo;
  }
  return pieces;
}
