import type { ChartData, SeriesLook } from '#components/charts/chart-data.ts';
import { DAY, HOUR, MINUTE } from '#lib/time.ts';
import type { Period } from '#lib/usage/buckets.ts';
import type { SERIES_NAMES } from '#lib/usage/schema.ts';
import type { UsageGraph } from '#lib/usage/views.ts';

/** The name under which responses contain the sum of all servers. */
export const AGGREGATE = 'aggregate';

/** A graph without buckets. */
export const EMPTY_GRAPH: UsageGraph = {
  series: [],
  legend: { selected: { checked: true, hits: true, errors: true } },
  xAxis: { data: [] },
};

type SeriesName = (typeof SERIES_NAMES)[number];
const SERIES: Readonly<Record<SeriesName, { label: string; look: SeriesLook }>> = {
  checked: { label: 'Checked', look: 'area' },
  hits: { label: 'Hits', look: 'dashed' },
  errors: { label: 'Errors', look: 'dotted' },
};

/** The label of each period, and the number of days by which a daily limit is multiplied. */
export const PERIOD_TEXTS: Readonly<Record<Period, { label: string; days: number }>> = {
  '24h': { label: '24 hours', days: 1 },
  '168h': { label: '7 days', days: 7 },
  '720h': { label: '30 days', days: 30 },
};

/** Converts the graph of a response to chart data. */
export function toChartData({ series, xAxis }: UsageGraph): ChartData {
  const starts = xAxis.data.map((label) => Date.parse(label));
  const [first = 0, second = first + HOUR] = starts;
  return {
    starts,
    stepMs: second - first,
    series: series.map(({ name, data }) => ({ name, ...SERIES[name], values: data })),
  };
}

/** The sum of each series; null if no host reported. */
export function totalsOf({ series }: UsageGraph): Record<SeriesName, number | null> {
  const sumOf = (name: SeriesName) => sum(series.find((candidate) => candidate.name === name)?.data ?? []);
  return { checked: sumOf('checked'), hits: sumOf('hits'), errors: sumOf('errors') };
}

/** What counts toward the limit: checked + errors. Null if no host reported. */
export function countedOf(graph: UsageGraph): number | null {
  const { checked, errors } = totalsOf(graph);
  return checked === null && errors === null ? null : (checked ?? 0) + (errors ?? 0);
}

/** A daily limit's share of one bucket, with its label. */
export function bucketLimit(daily: number, stepMs: number): { value: number; text: string } {
  const unit = stepMs === DAY ? 'day' : stepMs === HOUR ? 'hour' : `${stepMs / MINUTE} minutes`;
  return { value: Math.round((daily * stepMs) / DAY), text: `Limit per ${unit}` };
}

/** Null if no value is known: an unknown sum is not 0. */
function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length ? known.reduce((total, value) => total + value, 0) : null;
}
