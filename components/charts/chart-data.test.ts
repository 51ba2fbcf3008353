import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { toLines } from '#lib/base/text/csv.ts';
import { customerDay, customerTime, formatDay, utcTime } from '#lib/base/text/format.ts';
import { DAY, HOUR } from '#lib/base/time.ts';
import { bucketText, endOf, monthText, tickText } from './bucket-text.ts';
import { gapsOf, stackOf, type ChartData, type ChartSeries } from './chart-data.ts';
import { chartRows } from './chart-panel.tsx';
import { summaryOf } from './chart.tsx';

const ISO = { day: formatDay, time: utcTime };
const LONG = { day: customerDay, time: customerTime };
const START = Date.parse('2026-11-20T14:30:00Z');

const chart = (...values: (number | null)[][]): ChartData => ({
  starts: (values[0] ?? []).map((_, index) => START + index * HOUR),
  step: HOUR,
  series: values.map((line, index) => ({
    name: ['checked', 'hits'][index] ?? '',
    label: ['Checked', 'Hits'][index] ?? '',
    look: 'grey',
    values: line,
  })),
});

test('finds a gap where no series has a value, and counts zero as a value (R22)', () => {
  expect(gapsOf(chart([null, 1, null, null, 0, null]))).toEqual([
    { from: 0, to: 0 },
    { from: 2, to: 3 },
    { from: 5, to: 5 },
  ]);
  expect(gapsOf(chart([null, null], [null, 2]))).toEqual([{ from: 0, to: 0 }]);
  expect(gapsOf({ starts: [START], step: HOUR, series: [] })).toEqual([]);
});

const bars = (...each: [value: number | null, more?: Partial<ChartSeries>][]): ChartSeries[] =>
  each.map(([value, more], index) => ({
    name: 'abc'.charAt(index),
    label: '',
    look: 'grey',
    values: [value],
    ...more,
  }));

test.each([
  [bars([3], [-2]), { a: 3, b: -2 }],
  [bars([10], [4, { isPart: true }], [2]), { b: 4, a: 6, c: 2 }],
  [bars([10], [4, { isPart: true }], [3, { isPart: true }]), { b: 4, c: 3, a: 3 }],
  [bars([4, { isPart: true }], [3, { isPart: true }], [2]), { a: 4, b: 3, c: 2 }],
  [bars([1], [4, { isPart: true }]), { b: 4, a: 0 }],
  [bars([null], [4, { isPart: true }], [0]), { b: 4, a: null, c: 0 }],
  [bars([5, { look: 'before' }], [7, { look: 'line' }], [1]), { c: 1 }],
])('stacks %j as %j, the lowest first', (series, expected) => {
  expect(stackOf(series).map(({ name, values }) => [name, values[0]])).toEqual(Object.entries(expected));
});

test('ends a month where the next one starts, and names it', () => {
  const december = Date.UTC(2026, 11);
  expect(endOf(december, 'month')).toBe(Date.UTC(2027, 0));
  expect(bucketText(december, 'month', ISO)).toBe('December 2026');
  expect([december, Date.UTC(2027, 0)].map(monthText)).toEqual(['Dec', 'Jan ’27']);
});

test('formats a bucket with its start, end and time zone, and a tick as a time or a day', () => {
  expect(bucketText(START, HOUR, ISO)).toBe('Fri 2026-11-20 14:30 – 15:30 UTC');
  expect(bucketText(START, DAY, ISO)).toBe('Fri 2026-11-20 14:30 – 2026-11-21 14:30 UTC');
  expect(bucketText(START, HOUR, LONG)).toBe('Fri 20 November 2026, 14:30 – 15:30 UTC');
  expect(bucketText(START, DAY, LONG)).toBe('Fri 20 November 2026, 14:30 – 21 November 2026, 14:30 UTC');
  expect(tickText(Date.parse('2026-11-21T00:00:00Z'))).toBe('21 Nov');
  expect(tickText(Date.parse('2026-09-05T00:00:00Z'))).toBe('5 Sep');
  expect(tickText(Date.parse('2026-11-21T03:00:00Z'))).toBe('03:00');
});

test('summarises sums, maxima, gaps and the limit', () => {
  const text = summaryOf(chart([null, 1000, 2345], [null, null, null]), { value: 2500, text: 'Limit per hour' }, ISO);
  expect(text).toBe(
    'Checked: 3,345 in all, at most 2,345 (Fri 2026-11-20 16:30 – 17:30 UTC). Hits: no reports. ' +
      'No reports in 1 of 3 intervals. Limit per hour: 2,500.',
  );
});

test('writes ISO times, exact numbers and empty cells for gaps, and neutralises formulas (S41)', () => {
  const lines = toLines(chartRows('=cmd|x', chart([7, null], [0, null])));
  expect(Papa.parse<string[]>(lines.trimEnd()).data).toEqual([
    ['source', 'from', 'to', 'checked', 'hits'],
    ["'=cmd|x", '2026-11-20T14:30:00.000Z', '2026-11-20T15:30:00.000Z', '7', '0'],
    ["'=cmd|x", '2026-11-20T15:30:00.000Z', '2026-11-20T16:30:00.000Z', '', ''],
  ]);
});

test('writes money as the chart formats it, and has no sum of shares and levels', () => {
  const pounds = {
    short: (pence: number) => `£${pence / 100}`,
    full: (pence: number) => `£${(pence / 100).toFixed(2)}`,
  };
  const money = { ...chart([2500, 700]), format: pounds };
  expect(summaryOf(money, { value: 9000, text: 'Target' }, ISO)).toBe(
    'Checked: £32.00 in all, at most £25.00 (Fri 2026-11-20 14:30 – 15:30 UTC). Target: £90.00.',
  );
  expect(summaryOf({ ...money, isShare: true }, null, ISO)).toMatch(/^Checked: at most £25\.00 /);
  const levels = { ...money, series: money.series.map((each) => ({ ...each, isLevel: true })) };
  expect(summaryOf(levels, null, ISO)).toMatch(/^Checked: at most £25\.00 /);
});
