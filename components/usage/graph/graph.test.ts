import { expect, test } from 'vitest';
import { NOT_USED } from '#components/stories/last-request.ts';
import { DAY, HOUR } from '#lib/base/time.ts';
import type { UsageGraph } from '#lib/usage/views.ts';
import { lightOf, waitMs } from '../last-request.ts';
import { countedOf, dayLimit, daysOver, hitPercent, toChartData, totalsOf } from './graph.ts';

const graph = (checked: (number | null)[], errors = checked): UsageGraph => ({
  series: [
    { name: 'checked', data: checked },
    { name: 'hits', data: checked.map(() => null) },
    { name: 'errors', data: errors },
  ],
  legend: { selected: { checked: true, hits: true, errors: true } },
  xAxis: { data: checked.map((_, index) => new Date(index * HOUR).toISOString()) },
});

test('returns null, not zero, as the sum if no value is known', () => {
  expect(totalsOf(graph([null, 3, 4], [null, null, 1]))).toEqual({ checked: 7, hits: null, errors: 1 });
  expect(totalsOf(graph([0, null]))).toEqual({ checked: 0, hits: null, errors: 0 });
});

test.each([
  [[10, null], [5, null], 15],
  [[0], [0], 0],
  [[null], [null], null],
  [[null], [2], 2],
])('counts checked %j and errors %j as %j toward the limit', (checked, errors, counted) => {
  expect(countedOf(graph(checked, errors))).toBe(counted);
});

test.each([
  [HOUR, null],
  [DAY, { value: 60_000, text: 'Limit per day' }],
  [HOUR / 6, null],
])('draws a daily limit for buckets of %d ms as %j', (stepMs, limit) => {
  expect(dayLimit(60_000, stepMs)).toEqual(limit);
});

test.each([
  [DAY, { over: 2, days: 4 }],
  [HOUR, { over: 0, days: 0 }],
])('counts the days above the limit, refused requests included, in buckets of %d ms', (stepMs, counted) => {
  const days = graph([90, 60, null, 101], [10, 41, null, null]);
  expect(
    daysOver({ ...days, xAxis: { data: [0, 1, 2, 3].map((n) => new Date(n * stepMs).toISOString()) } }, 100),
  ).toEqual(counted);
});

test('returns the share of hits in whole percent, and null without checked requests', () => {
  const withHits = (checked: number | null, hits: number | null) => {
    const { series, ...rest } = graph([checked]);
    return { ...rest, series: series.map((each) => (each.name === 'hits' ? { ...each, data: [hits] } : each)) };
  };
  expect(hitPercent(withHits(7400, 1924))).toBe(26);
  expect(hitPercent(withHits(10, null))).toBe(0);
  expect(hitPercent(withHits(0, 0))).toBeNull();
  expect(hitPercent(withHits(null, null))).toBeNull();
});

test('adds all requests of the previous period as a series, and names the time zone in the unit', () => {
  const { series, unit } = toChartData(graph([1, 2]), graph([3, null], [1, null]));
  expect(series.at(-1)).toEqual({ name: 'before', label: 'Previous period', look: 'before', values: [4, null] });
  expect(unit).toBe('Requests per hour, UTC');
  const without = toChartData(graph([1]), graph([null]));
  expect(without.series.at(-1)?.label).toBe('Previous period: no reports');
});

test('keeps all buckets in order, including gaps', () => {
  const { starts, step, series } = toChartData(graph([1, null]));
  expect({ starts, step }).toEqual({ starts: [0, HOUR], step: HOUR });
  expect(series.map(({ label, values }) => [label, ...values])[0]).toEqual(['Checked', 1, null]);
});

const NOW = Date.parse('2026-11-21T12:00:00Z');
const last = (hoursAgo: number | null) => ({
  ...NOT_USED,
  at: hoursAgo === null ? null : new Date(NOW - hoursAgo * HOUR).toISOString(),
  server: 'fuzzy1',
  servers: ['fuzzy1'],
});
const matched = { at: new Date(NOW).toISOString(), server: 'fuzzy1', list: null };

test.each([
  [null, 'waiting'],
  [0, 'working'],
  [3, 'working'],
  [3.1, 'silent'],
])('shows a last request %j hours ago as %s', (hoursAgo, light) => {
  expect(lightOf(last(hoursAgo), NOW)).toBe(light);
});

test('polls every 4 to 10 s for ten minutes, then every 30 s; every minute after a match; never without a key', () => {
  const waits = [0, 1, 5, 59, 60].map((asked) => Number(waitMs(last(null), asked)));
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect([waits[0], ...waits.slice(2)]).toEqual([4000, 10_000, 10_000, 30_000]);
  expect(waitMs(undefined, 0)).toBe(4000);
  expect(waitMs(last(1), 50)).toBe(10_000);
  expect(waitMs({ ...last(1), first_match: matched }, 9)).toBe(60_000);
  expect(waitMs({ ...last(null), has_key: false }, 0)).toBe(false);
});
