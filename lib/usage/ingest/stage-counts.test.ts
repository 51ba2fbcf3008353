import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#lib/base/time.ts';
import { bucketOf } from '#lib/usage/buckets.ts';
import { MAX_REPORT_ROWS } from '#lib/usage/schema.ts';
import { MOST_ROWS, piecesOf } from './stage-counts.ts';

const to = new Date('2026-06-15T12:34:56.789Z');
const pieces = (ms: number, keys?: number) => piecesOf(new Date(to.getTime() - ms), to, keys);

test.each([0, 1, MINUTE, 10 * MINUTE])('a report over %i ms is one part, at its end (R22)', (ms) => {
  expect(pieces(ms)).toEqual([{ at: to, before: 0, upTo: 1 }]);
});

test.each([
  ['11 minutes by the bucket', 11 * MINUTE, 2],
  ['6 hours by the bucket', 6 * HOUR, 37],
  ['longer by the hour', 6 * HOUR + 1, 7],
  ['3 days by the hour', 3 * DAY, 73],
  ['40 days by the hour', 40 * DAY, 961],
  ['a year by the day', 365 * DAY, 366],
  ['at most the time that hours are kept', 3000 * DAY, 401],
])('spreads %s (R22)', (_what, ms, count) => {
  const parts = pieces(ms);
  expect(parts).toHaveLength(count);
  const from = Math.max(to.getTime() - ms, to.getTime() - 400 * DAY);
  for (const [index, { at, before, upTo }] of parts.entries()) {
    expect(before).toBe(parts[index - 1]?.upTo ?? 0);
    expect(upTo).toBeGreaterThan(before);
    expect(bucketOf(at).getTime() + 10 * MINUTE).toBeGreaterThan(from);
    expect(at.getTime()).toBeLessThanOrEqual(to.getTime());
  }
  expect(parts.at(-1)?.at).toEqual(to);
});

test.each([
  ['3 days', 3 * DAY, 73, 0],
  ['8 days', 8 * DAY, 193, 0],
  ['9 days', 9 * DAY, 80, DAY],
  ['29 days', 29 * DAY, 100, DAY],
  ['a year', 365 * DAY, 195, 3 * DAY],
])('spreads %s about the most keys of a report into rows that a statement can write (R22)', (_what, ms, count, old) => {
  const parts = pieces(ms, MAX_REPORT_ROWS);
  expect(parts).toHaveLength(count);
  expect(count * MAX_REPORT_ROWS).toBeLessThanOrEqual(MOST_ROWS);
  const ends = [to.getTime() - ms, ...parts.map(({ at }) => at.getTime())];
  const lengths = ends.slice(1).map((at, index) => at - (ends[index] ?? 0));
  expect(Math.min(...lengths)).toBeGreaterThan(0);
  expect(Math.max(...lengths)).toBe(old || HOUR);
  expect(Math.max(...lengths.slice(-72))).toBe(HOUR);
  expect(parts.at(-1)).toMatchObject({ at: to, upTo: ms / 1000 });
});
