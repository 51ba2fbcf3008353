import { expect, test } from 'vitest';
import { partsOf, stackOf } from '#components/charts/chart-data.ts';
import { HOUR } from '#lib/base/time.ts';
import type { UsageGraph } from '#lib/usage/views.ts';
import { completenessText, notesOf, silentServers, stoppedServers } from './bucket-notes.ts';
import { toChartData } from './graph.ts';

const START = Date.parse('2026-06-15T12:40:00Z');
type Reports = NonNullable<UsageGraph['reports']>;

function graph(checked: (number | null)[], more: Partial<UsageGraph> = {}): UsageGraph {
  return {
    series: [
      { name: 'checked', data: checked },
      { name: 'hits', data: checked.map((value) => value && 1) },
      { name: 'errors', data: checked.map((value) => value && 2) },
    ],
    legend: { selected: { checked: true, hits: true, errors: true } },
    xAxis: { data: checked.map((_, index) => new Date(START + index * HOUR).toISOString()) },
    ...more,
  };
}
const reports = (...missing: string[][]): Reports =>
  missing.map((names) => ({ expected: 2, missing: names, partial: [], is_final: true }));

test('stacks refused requests on the checked ones, of which hits are a part', () => {
  const { series } = toChartData(graph([10]));
  expect(stackOf(series).map(({ name, values }) => [name, values])).toEqual([
    ['hits', [1]],
    ['checked', [9]],
    ['refused', [2]],
  ]);
});

test('marks buckets in which servers are missing or reports are still to come', () => {
  const data = toChartData(
    graph([1, 1, 1], {
      reports: [...reports([], ['fuzzy2']), { expected: 2, missing: [], partial: ['fuzzy1'], is_final: false }],
    }),
  );
  expect(data.notes).toEqual([null, '1 of 2 hosts reported, not fuzzy2', 'Not finished: reports are still to come']);
  expect(partsOf(data)).toEqual([{ from: 1, to: 2 }]);
});

test('says which hosts reported for only a part of a bucket', () => {
  const partly = { expected: 2, missing: [], partial: ['fuzzy2'], is_final: true };
  expect(notesOf(graph([1], { reports: [partly] }))).toEqual(['2 of 2 hosts reported, fuzzy2 only for a part']);
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

test('says once what is incomplete: the servers that missed buckets, and the running one', () => {
  const running = { expected: 2, missing: [], partial: [], is_final: false };
  const said = (...all: Reports) => completenessText(graph([1], { reports: all }), 'hour');
  expect(said(...reports([], []), running)).toBe('Both storage hosts reported; the running hour is not finished.');
  expect(said(...reports(['fuzzy2'], [], []), running)).toBe(
    'Incomplete in 1 of 3 finished hours: fuzzy2 did not report all; the running hour is not finished.',
  );
  expect(said({ expected: 1, missing: [], partial: [], is_final: true })).toBe('The storage host reported.');
  expect(said()).toBe('');
});

test('names the servers that have stopped in the running bucket', () => {
  const running = { expected: 2, missing: [], partial: ['fuzzy2'], is_final: false };
  expect(stoppedServers(graph([1, 1], { reports: [...reports([]), running] }))).toEqual(['fuzzy2']);
  expect(stoppedServers(graph([1], { reports: reports(['fuzzy2']) }))).toEqual([]);
});
