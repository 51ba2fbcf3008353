import type { BucketStep, ChartData, ChartLimit, ChartSeries } from '#components/charts/chart-data.ts';
import { DAY, HOUR, MINUTE } from '#lib/base/time.ts';
import type { SERIES_NAMES } from '#lib/usage/schema.ts';
import type { UsageGraph } from '#lib/usage/views.ts';
import { notesOf } from './bucket-notes.ts';

/** The name under which responses contain the sum of all servers. */
export const AGGREGATE = 'aggregate';

/** A graph without buckets. */
export const EMPTY_GRAPH: UsageGraph = {
  series: [],
  legend: { selected: { checked: true, hits: true, errors: true } },
  xAxis: { data: [] },
};

type SeriesName = (typeof SERIES_NAMES)[number];
/** What the endpoint calls `errors` are requests that the storage refused, and people read them as such. */
export const SERIES: Readonly<Record<SeriesName, Omit<ChartSeries, 'values'>>> = {
  checked: { name: 'checked', label: 'Checked', look: 'grey' },
  hits: { name: 'hits', label: 'Hits', look: 'green', isPart: true },
  errors: { name: 'refused', label: 'Refused', look: 'red' },
};

/**
 * Converts the graph of a response to chart data: bars of checked requests, of which hits are a part, with the refused
 * ones on top. `before` adds what was checked and refused in each bucket of the previous period.
 */
export function toChartData(graph: UsageGraph, before?: UsageGraph): ChartData {
  const { starts, stepMs } = bucketsOf(graph);
  const notes = notesOf(graph);
  return {
    starts,
    step: stepMs,
    unit: `Requests per ${unitOf(stepMs)}, UTC`,
    ...(notes && { notes }),
    series: [
      ...graph.series.map(({ name, data }) => ({ ...SERIES[name], values: data })),
      ...(before ? [seriesOf(requestsOf(before))] : []),
    ],
  };
}

function seriesOf(before: readonly (number | null)[]): ChartSeries {
  const isKnown = before.some((requests) => requests !== null);
  return {
    name: 'before',
    label: isKnown ? 'Previous period' : 'Previous period: no reports',
    look: 'before',
    values: before,
  };
}

/** The starts of a graph's buckets and their length. */
function bucketsOf({ xAxis }: UsageGraph): { starts: number[]; stepMs: number } {
  const starts = xAxis.data.map((label) => Date.parse(label));
  const [first = 0, second = first + HOUR] = starts;
  return { starts, stepMs: second - first };
}

/** The requests of each bucket that count toward a limit: checked + errors. Null where no host reported. */
export function requestsOf(graph: UsageGraph): (number | null)[] {
  const errors = valuesOf(graph, 'errors');
  return valuesOf(graph, 'checked').map((checked, index) => {
    const refused = errors[index] ?? null;
    return checked === null && refused === null ? null : (checked ?? 0) + (refused ?? 0);
  });
}

/** The values of a series; empty if the graph does not have it. */
const valuesOf = ({ series }: UsageGraph, name: SeriesName): readonly (number | null)[] =>
  series.find((candidate) => candidate.name === name)?.data ?? [];

/** The sum of each series; null if no host reported. */
export function totalsOf(graph: UsageGraph): Record<SeriesName, number | null> {
  const sumOf = (name: SeriesName) => sum(valuesOf(graph, name));
  return { checked: sumOf('checked'), hits: sumOf('hits'), errors: sumOf('errors') };
}

/** How many of the checked requests were hits, in whole percent; null if none were checked. */
export function hitPercent(graph: UsageGraph): number | null {
  const { checked, hits } = totalsOf(graph);
  return checked ? Math.round((100 * (hits ?? 0)) / checked) : null;
}

/** How many days exceeded a daily limit; none in a graph whose buckets are shorter. */
export function daysOver(graph: UsageGraph, dailyLimit: number): { over: number; days: number } {
  const days = bucketsOf(graph).stepMs === DAY ? requestsOf(graph) : [];
  return { over: days.filter((requests) => (requests ?? 0) > dailyLimit).length, days: days.length };
}

/** The requests that count toward the limit: checked + errors. Null if no host reported. */
export function countedOf(graph: UsageGraph): number | null {
  const { checked, errors } = totalsOf(graph);
  return checked === null && errors === null ? null : (checked ?? 0) + (errors ?? 0);
}

/**
 * The line of a daily limit, only for buckets of a day: a busy hour may exceed a 24th of the limit on a day below the limit.
 */
export const dayLimit = (daily: number, step: BucketStep): ChartLimit | null =>
  step === DAY ? { value: daily, text: 'Limit per day' } : null;

/** `hour`, `day`, `10 minutes` */
export function unitOf(step: BucketStep): string {
  if (step === 'month') return step;
  return step === DAY ? 'day' : step === HOUR ? 'hour' : `${step / MINUTE} minutes`;
}

/** Null if no value is known: an unknown sum is not 0. */
function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length ? known.reduce((total, value) => total + value, 0) : null;
}
