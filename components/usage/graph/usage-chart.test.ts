import { expect, test } from 'vitest';
import { gapsOf, partsOf, presentIndex } from '#components/charts/chart-data.ts';
import { HOUR, MINUTE } from '#lib/base/time.ts';
import type { UsageGraph } from '#lib/usage/views.ts';
import { notesOf, silentServers } from './bucket-notes.ts';
import { toBurnUp } from './usage-chart.tsx';

const START = Date.parse('2026-06-15T12:40:00Z');
type Reports = NonNullable<UsageGraph['reports']>;

function graph(checked: (number | null)[], more: Partial<UsageGraph> = {}, stepMs = HOUR): UsageGraph {
  return {
    series: [
      { name: 'checked', data: checked },
      { name: 'hits', data: checked.map((value) => value && 1) },
      { name: 'errors', data: checked.map((value) => value && 2) },
    ],
    legend: { selected: { checked: true, hits: true, errors: true } },
    xAxis: { data: checked.map((_, index) => new Date(START + index * stepMs).toISOString()) },
    ...more,
  };
}
const reports = (...missing: string[][]): Reports =>
  missing.map((names) => ({ expected: 2, missing: names, partial: [], is_final: true }));
const valuesOf = (data: ReturnType<typeof toBurnUp>, name: string) =>
  data.series.find((each) => each.name === name)?.values;

test('adds up checked and errors since the window began', () => {
  const data = toBurnUp(graph([10, 20, 30]), 1000);
  expect(valuesOf(data, 'so_far')).toEqual([12, 34, 66]);
  expect(data).toMatchObject({ unit: 'Requests since 12:40, UTC', isAtEnd: true });
  expect(data.series.filter(({ look }) => look !== null).map(({ name }) => name)).toEqual(['so_far']);
});

test('leaves a gap where no server reported, and continues after the gap from the sum before', () => {
  const data = toBurnUp(graph([10, null, 30]), 1000);
  expect(valuesOf(data, 'so_far')).toEqual([12, null, 44]);
  expect(gapsOf(data)).toEqual([{ from: 1, to: 1 }]);
});

test('starts the forecast at the present sum, and keeps the counts of each bucket', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => 100 + hour);
  const data = toBurnUp(graph([10, 20], { forecast: hours }), 1000);
  expect(valuesOf(data, 'forecast')).toEqual([null, 34, 100, 101, 102, 103, 104, 105]);
  expect(valuesOf(data, 'checked')).toEqual([10, 20, ...Array<null>(6).fill(null)]);
  expect(data.starts).toHaveLength(8);
  expect(presentIndex(data)).toBe(1);
  expect(gapsOf(data)).toEqual([]);
});

test.each([
  [104, 6],
  [110, 11],
  [123, 24],
  [10, 6],
  [5000, 6],
])('shows the forecast until it reaches a limit of %d, but at least six hours: %d hours', (limit, hours) => {
  const forecast = Array.from({ length: 24 }, (_, hour) => 100 + hour);
  expect(toBurnUp(graph([10, 20], { forecast }), limit).ahead).toBe(hours);
});

test('divides the forecast evenly into buckets of 10 minutes', () => {
  const forecast = [94, ...Array<number>(23).fill(94)];
  const data = toBurnUp(graph([10, 20], { forecast }, 10 * MINUTE), 1000);
  expect(valuesOf(data, 'forecast')?.slice(0, 9)).toEqual([null, 34, 44, 54, 64, 74, 84, 94, 94]);
});

test('adds up the previous day as a separate series', () => {
  expect(valuesOf(toBurnUp(graph([1, 1]), 1000, graph([5, 5])), 'so_far_before')).toEqual([7, 14]);
});

test('marks buckets in which servers are missing or reports are still to come', () => {
  const data = toBurnUp(
    graph([1, 1, 1], {
      reports: [...reports([], ['fuzzy2']), { expected: 2, missing: [], partial: ['fuzzy1'], is_final: false }],
    }),
    1000,
  );
  expect(data.notes).toEqual([null, '1 of 2 servers reported, not fuzzy2', 'Not finished: reports are still to come']);
  expect(partsOf(data)).toEqual([{ from: 1, to: 2 }]);
});

test('says which servers reported for only a part of a bucket', () => {
  const partly = { expected: 2, missing: [], partial: ['fuzzy2'], is_final: true };
  expect(notesOf(graph([1], { reports: [partly] }))).toEqual(['2 of 2 servers reported, fuzzy2 only for a part']);
});

test('names the servers that are missing in the last finished bucket, and since when', () => {
  const unfinished = { expected: 2, missing: ['fuzzy1'], partial: [], is_final: false };
  expect(silentServers(graph([1, 1, 1], { reports: [...reports([], ['fuzzy2']), unfinished] }))).toEqual([
    { name: 'fuzzy2', since: '2026-06-15T13:40:00.000Z' },
  ]);
  expect(silentServers(graph([1, 1], { reports: reports(['fuzzy2'], ['fuzzy2']) }))).toEqual([
    { name: 'fuzzy2', since: null },
  ]);
  expect(silentServers(graph([1, 1], { reports: reports(['fuzzy2'], []) }))).toEqual([]);
  expect(silentServers(graph([1]))).toEqual([]);
});
