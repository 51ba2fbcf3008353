import { expect, test } from 'vitest';
import { DAY, HOUR } from '#lib/base/time.ts';
import { labelsOf, recentWindow, rowStartsOf, windowOf, type Period } from './buckets.ts';

const now = new Date('2026-06-15T12:34:56Z');
const iso = (dates: readonly Date[]) => dates.map((date) => date.toISOString().slice(5, 16));

test.each<[Period, 'user' | 'key', number, number]>([
  ['24h', 'user', 24, HOUR],
  ['168h', 'user', 168, HOUR],
  ['24h', 'key', 144, HOUR / 6],
  ['168h', 'key', 168, HOUR],
])('divides %s of a graph for a %s into %i buckets', (period, view, count, stepMs) => {
  const window = windowOf(period, view, now);
  const labels = labelsOf(window);
  expect(labels).toHaveLength(count);
  const end = new Date('2026-06-15T12:40:00Z').getTime();
  expect(labels.at(-1)).toBe(new Date(end - stepMs).toISOString());
  expect(labels[0]).toBe(new Date(end - Number.parseInt(period) * HOUR).toISOString());
});

test.each(['user', 'key'] as const)(
  'shows a %s 30 UTC days from midnight to midnight, the current one last',
  (view) => {
    const labels = labelsOf(windowOf('720h', view, now));
    expect([labels.length, labels[0], labels.at(-1)]).toEqual([
      30,
      '2026-05-17T00:00:00.000Z',
      '2026-06-15T00:00:00.000Z',
    ]);
    expect(rowStartsOf(windowOf('720h', view, now)).days).not.toBeNull();
  },
);

test.each([
  ['2026-06-15T12:29:59.999Z', '2026-06-15T12:30:00.000Z'],
  ['2026-06-15T12:30:00.000Z', '2026-06-15T12:40:00.000Z'],
  ['2026-12-31T23:59:00.000Z', '2027-01-01T00:00:00.000Z'],
])('ends the window of a graph that is read at %s at %s', (time, end) => {
  const { start } = windowOf('24h', 'user', new Date(time));
  expect(new Date(start.getTime() + DAY).toISOString()).toBe(end);
});

test('divides a day on which clocks change into 24 hours (R21)', () => {
  for (const day of ['2026-03-29', '2026-10-25'])
    expect(labelsOf(windowOf('24h', 'user', new Date(`${day}T22:00:00Z`)))).toHaveLength(24);
});

test('reads 30 days from whole hours, and at most five raw points at each edge of a day', () => {
  const { hours, points } = rowStartsOf(recentWindow(now, 30 * DAY, DAY));
  expect(iso([hours?.from ?? now, hours?.to ?? now])).toEqual(['05-16T13:00', '06-15T12:00']);
  expect(iso(hours?.without ?? [])).toEqual(
    Array.from({ length: 29 }, (_, day) => iso([new Date(Date.UTC(2026, 4, 17 + day, 12))])[0]),
  );
  expect(points).toHaveLength(30 * 6);
  expect(iso(points.slice(0, 4))).toEqual(['05-16T12:40', '05-16T12:50', '05-17T12:00', '05-17T12:10']);
  expect(iso(points.slice(-4))).toEqual(['06-15T12:00', '06-15T12:10', '06-15T12:20', '06-15T12:30']);
});

test('reads daily rows for whole UTC days, and no others', () => {
  const start = new Date('2026-05-01T00:00:00Z');
  expect(rowStartsOf({ start, stepMs: DAY, count: 31 })).toEqual({
    days: { from: start, to: new Date('2026-06-01T00:00:00Z') },
    hours: null,
    points: [],
  });
  expect(rowStartsOf({ start: new Date(start.getTime() + HOUR), stepMs: DAY, count: 2 }).days).toBeNull();
  expect(rowStartsOf({ start, stepMs: HOUR, count: 24 }).days).toBeNull();
});

test('reads hours only for days that begin on the hour, and points only for shorter or shifted buckets', () => {
  const onTheHour = rowStartsOf(recentWindow(new Date('2026-06-15T12:55:00Z'), 30 * DAY, DAY));
  expect(onTheHour.points).toEqual([]);
  expect(onTheHour.hours?.without).toEqual([]);
  const between = rowStartsOf(windowOf('168h', 'user', now));
  expect(between.hours).toBeNull();
  expect(between.points).toHaveLength(7 * 144);
  expect(rowStartsOf(windowOf('24h', 'key', new Date('2026-06-15T12:55:00Z'))).hours).toBeNull();
});
