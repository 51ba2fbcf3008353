import { DomainError } from '#lib/errors.ts';
import { DAY, HOUR } from '#lib/time.ts';
import {
  floorTo,
  MOST_RANGE_DAYS,
  OLDEST_RANGE_DAYS,
  RAW_DAYS,
  windowOf,
  type Selection,
  type Window,
} from '../buckets.ts';
import type { SelectionQuery } from '../schema.ts';

/** A range of up to this many days has a bucket for each hour. */
const HOURLY_RANGE_DAYS = 7;

export type GraphSelection = { period: Selection } & SelectionQuery;

/** The buckets of a selection, as a user or an admin sees them. Throws `malformed`. */
export function windowFor(selection: GraphSelection, view: 'user' | 'key', now: Date): Window {
  const { period } = selection;
  const window = period === 'range' ? rangeOf(selection, now) : windowOf(period, view, now);
  return selection.before ? windowBefore(window, now) : window;
}

/** A range of whole days in UTC, in hours for up to a week, else in days. */
function rangeOf({ from, to }: GraphSelection, now: Date): Window {
  if (from === undefined || to === undefined)
    throw new DomainError('malformed', 'A range needs its first and last day.');
  const [first, last, today] = [new Date(from), new Date(to), floorTo(now, DAY)];
  const days = (last.getTime() - first.getTime()) / DAY + 1;
  if (days < 1) throw new DomainError('malformed', 'The range ends before it begins.');
  if (last > today) throw new DomainError('malformed', 'The range ends in the future.');
  if (days > MOST_RANGE_DAYS) throw new DomainError('malformed', `A range has at most ${MOST_RANGE_DAYS} days.`);
  if (today.getTime() - first.getTime() > OLDEST_RANGE_DAYS * DAY)
    throw new DomainError('malformed', `A range begins at most ${OLDEST_RANGE_DAYS} days ago.`);
  const stepMs = days <= HOURLY_RANGE_DAYS ? HOUR : DAY;
  return { start: first, stepMs, count: (days * DAY) / stepMs };
}

/** The window of the same length before `window`. Starts on the hour if raw rows of that time are no longer kept. */
function windowBefore({ start, stepMs, count }: Window, now: Date): Window {
  const before = new Date(start.getTime() - stepMs * count);
  const isRaw = before.getTime() >= now.getTime() - RAW_DAYS * DAY;
  return { start: isRaw ? before : floorTo(before, HOUR), stepMs, count };
}
