import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { toLines } from '#lib/base/text/csv.ts';
import { DAY, HOUR } from '#lib/base/time.ts';
import { bucketText, tickText } from './bucket-text.ts';
import { chartRows } from './chart-csv.ts';
import { gapsOf, isAlone, type ChartData } from './chart-data.ts';
import { summaryOf } from './chart.tsx';

const START = Date.parse('2026-11-20T14:30:00Z');

const chart = (...values: (number | null)[][]): ChartData => ({
  starts: (values[0] ?? []).map((_, index) => START + index * HOUR),
  stepMs: HOUR,
  series: values.map((line, index) => ({
    name: ['checked', 'hits'][index] ?? '',
    label: ['Checked', 'Hits'][index] ?? '',
    look: 'area',
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
  expect(gapsOf({ starts: [START], stepMs: HOUR, series: [] })).toEqual([]);
});

test.each([
  [[null, 5, null], 1, true],
  [[5], 0, true],
  [[0, null], 0, true],
  [[null, 5, 6], 1, false],
  [[4, 5, null], 1, false],
  [[null, null], 0, false],
])('tells for %j whether the value at index %d has no neighbours: %j', (values, index, expected) => {
  expect(isAlone(values, index)).toBe(expected);
});

test('formats a bucket with its start, end and time zone, and a tick as a time or a day', () => {
  expect(bucketText(START, HOUR)).toBe('Fri 2026-11-20 14:30 – 15:30 UTC');
  expect(bucketText(START, DAY)).toBe('Fri 2026-11-20 14:30 – 2026-11-21 14:30 UTC');
  expect(tickText(Date.parse('2026-11-21T00:00:00Z'))).toBe('21 Nov');
  expect(tickText(Date.parse('2026-11-21T03:00:00Z'))).toBe('03:00');
});

test('summarises sums, maxima, gaps and the limit', () => {
  const text = summaryOf(chart([null, 1000, 2345], [null, null, null]), { value: 2500, text: 'Limit per hour' });
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
