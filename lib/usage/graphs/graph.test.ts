import { expect, test } from 'vitest';
import { DAY, HOUR } from '#lib/base/time.ts';
import type { Window } from '#lib/usage/buckets.ts';
import { windowFor, type GraphSelection } from './graph.ts';

const now = new Date('2026-06-15T12:34:56Z');
const range = (from?: string, to?: string): GraphSelection => ({ period: 'range', from, to });
const shown = ({ start, stepMs, count }: Window) => [start.toISOString().slice(0, 16), stepMs, count];

test.each([
  ['2026-06-15', '2026-06-15', ['2026-06-15T00:00', HOUR, 24]],
  ['2026-06-09', '2026-06-15', ['2026-06-09T00:00', HOUR, 168]],
  ['2026-06-08', '2026-06-15', ['2026-06-08T00:00', DAY, 8]],
  ['2025-06-15', '2026-06-15', ['2025-06-15T00:00', DAY, 366]],
  ['2026-03-29', '2026-03-29', ['2026-03-29T00:00', HOUR, 24]],
])('divides the days from %s to %s into hours for up to a week, else into days', (from, to, window) => {
  expect(shown(windowFor(range(from, to), 'user', now))).toEqual(window);
});

test.each([
  [undefined, '2026-06-15', 'A range needs its first and last day.'],
  ['2026-06-15', undefined, 'A range needs its first and last day.'],
  ['2026-06-15', '2026-06-14', 'The range ends before it begins.'],
  ['2026-06-15', '2026-06-16', 'The range ends in the future.'],
  ['2025-06-14', '2026-06-15', 'A range has at most 366 days.'],
  ['2025-05-11', '2025-05-12', 'A range begins at most 399 days ago.'],
])('refuses a range from %s to %s', (from, to, message) => {
  expect(() => windowFor(range(from, to), 'user', now)).toThrow(
    expect.objectContaining({ code: 'malformed', message }),
  );
});

test('accepts a range that begins as long ago as hourly rows are kept', () => {
  expect(shown(windowFor(range('2025-05-12', '2025-05-12'), 'user', now))).toEqual(['2025-05-12T00:00', HOUR, 24]);
});

test.each([
  ['24h', '2026-06-13T12:40', HOUR, 24],
  ['168h', '2026-06-01T12:40', HOUR, 168],
] as const)('shows the period before %s in buckets of the same length', (period, start, stepMs, count) => {
  expect(shown(windowFor({ period, before: 'true' }, 'user', now))).toEqual([start, stepMs, count]);
});

test('shows the previous 30 days from midnight to midnight', () => {
  expect(shown(windowFor({ period: '720h', before: 'true' }, 'user', now))).toEqual(['2026-04-17T00:00', DAY, 30]);
});

test('returns a window before a range that is as long as the range', () => {
  const before = windowFor({ ...range('2026-06-01', '2026-06-10'), before: 'true' }, 'user', now);
  expect(shown(before)).toEqual(['2026-05-22T00:00', DAY, 10]);
});
