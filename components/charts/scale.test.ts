import { describe, expect, test } from 'vitest';
import { HOUR } from '#lib/base/time.ts';
import type { ChartData } from './chart-data.ts';
import { axisTicks, timeTicks, valueTicks } from './scale.ts';

const limit = (value: number) => ({ value, text: 'Limit per hour' });
const chart = (...series: (number | null)[][]): ChartData => ({
  starts: (series[0] ?? []).map((_, index) => index * HOUR),
  step: HOUR,
  series: series.map((values, index) => ({ name: `${index}`, label: '', look: 'grey', values })),
});

describe('valueTicks', () => {
  test.each([
    [[620], null, [0, 200, 400, 600, 800]],
    [[0, null, 3], null, [0, 1, 2, 3]],
    [[100], null, [0, 25, 50, 75, 100]],
    [[1_234_567], null, [0, 500_000, 1_000_000, 1_500_000]],
  ])('returns round whole numbers from 0 that cover %j with limit %j', (values, most, ticks) => {
    expect(valueTicks(chart(values), most)).toEqual(ticks);
  });

  test('includes a near limit, omits a distant one, and scales to the limit if nothing was counted', () => {
    expect(valueTicks(chart([300]), limit(1000)).at(-1)).toBe(1000);
    expect(valueTicks(chart([300]), limit(1201)).at(-1)).toBe(300);
    expect(valueTicks(chart([300]), limit(100)).at(-1)).toBe(300);
    expect(valueTicks(chart([0, 0]), limit(333)).at(-1)).toBe(400);
  });

  test('reaches the end of stacked bars, upward and downward', () => {
    expect(valueTicks(chart([60, 10], [50, 0]), null)).toEqual([0, 50, 100, 150]);
    expect(valueTicks(chart([60], [-50], [-20]), null)).toEqual([-100, -50, 0, 50, 100]);
    expect(valueTicks(chart([-3]), null)).toEqual([-3, -2, -1, 0]);
  });

  test('returns 0 and 1 if there are no values', () => {
    expect(valueTicks(chart([null, null]), null)).toEqual([0, 1]);
    expect(valueTicks(chart(), null)).toEqual([0, 1]);
  });
});

test('puts the names of months below their bars, and times where buckets meet', () => {
  const months = { ...chart([1, 1]), starts: [Date.UTC(2026, 11), Date.UTC(2027, 0)], step: 'month' as const };
  expect(axisTicks(months)).toEqual([
    { at: 0.25, text: 'Dec', isBoundary: false },
    { at: 0.75, text: 'Jan ’27', isBoundary: false },
  ]);
  expect(axisTicks(chart([1, 1, 1, 1])).map(({ at, text }) => [at, text])).toEqual([
    [0, '1 Jan'],
    [0.25, '01:00'],
    [0.5, '02:00'],
    [0.75, '03:00'],
    [1, '04:00'],
  ]);
  const hours = chart([1, 1, 1, 1]);
  const late = { ...hours, starts: hours.starts.map((start) => start + 23 * HOUR + HOUR / 6) };
  expect(axisTicks(late).map(({ at, text }) => [at, text])).toEqual([
    [0.25, '2 Jan'],
    [0.5, '01:10'],
    [0.75, '02:10'],
    [1, '03:10'],
  ]);
});

describe('timeTicks', () => {
  const first = Date.parse('2026-11-20T14:40:00Z');
  const iso = (ticks: number[]) => ticks.map((tick) => new Date(tick).toISOString());

  test('divides 24 hours into steps of 3 hours', () => {
    const { ticks, stepMs } = timeTicks(first, first + 23 * HOUR, 8);
    expect(stepMs).toBe(3 * HOUR);
    expect(iso(ticks)[0]).toBe('2026-11-20T15:00:00.000Z');
    expect(ticks).toHaveLength(8);
  });

  test.each([
    [167, 24],
    [29 * 24, 120],
    [400 * 24, 720],
  ])('divides %d hours into steps of %d hours that start at midnight UTC', (hours, stepHours) => {
    const { ticks, stepMs } = timeTicks(first, first + hours * HOUR, 8);
    expect(stepMs).toBe(stepHours * HOUR);
    expect(iso(ticks).every((tick) => tick.endsWith('T00:00:00.000Z'))).toBe(true);
  });

  test('treats a day on which clocks change as 24 hours long (R21)', () => {
    const { ticks } = timeTicks(Date.parse('2026-10-24T00:00:00Z'), Date.parse('2026-10-27T00:00:00Z'), 3);
    expect(iso(ticks).map((tick) => tick.slice(8, 13))).toEqual(['24T00', '25T00', '26T00', '27T00']);
  });
});
