import type { ChartData } from '#components/charts/chart-data.ts';
import { HOUR } from '#lib/time.ts';
import type { UsageGraph } from '#lib/usage/views.ts';
import { notesOf } from './bucket-notes.ts';
import { beforeSeries, bucketsOf, toChartData, valuesOf } from './graph.ts';

/** How many hours of the forecast are shown at least. */
const LEAST_HOURS = 6;

type Values = (number | null)[];

/**
 * Chart data of the running sum of requests toward a daily limit, followed by the forecast until it reaches the limit.
 * A forecast value is the expected sum of the 24 hours that end then. The counts of each bucket are shown at the
 * cursor, in the table and in the CSV file, but not drawn.
 */
export function toBurnUp(graph: UsageGraph, limit: number, before?: UsageGraph): ChartData {
  const { starts, stepMs } = bucketsOf(graph);
  const soFar = sumsSoFar(graph);
  const forecast = toBuckets(
    shownHours(graph.forecast ?? [], limit),
    soFar.findLast((value) => value !== null) ?? 0,
    stepMs,
  );
  const end = (starts.at(-1) ?? 0) + stepMs;
  const ahead = forecast.length;
  const later = Array<null>(ahead).fill(null);
  const notes = notesOf(graph);
  return {
    starts: [...starts, ...forecast.map((_, index) => end + index * stepMs)],
    stepMs,
    unit: `Requests since ${clock(starts[0] ?? 0)}, UTC`,
    isAtEnd: true,
    ahead,
    ...(notes && { notes: [...notes, ...later] }),
    series: [
      { name: 'so_far', label: 'Requests so far', look: 'area', values: [...soFar, ...later] },
      ...toChartData(graph).series.map((each) => ({ ...each, look: null, values: [...each.values, ...later] })),
      ...(before ? [beforeSeries('so_far_before', 'Before', [...sumsSoFar(before), ...later])] : []),
      ...(ahead ? [forecastSeries(soFar, forecast)] : []),
    ],
  };
}

/** Starts with the present sum, so that the forecast's line begins where the line of the requests ends. */
const forecastSeries = (soFar: Values, forecast: Values) => ({
  name: 'forecast',
  label: 'Forecast',
  look: 'forecast' as const,
  values: [...soFar.slice(0, -1).map(() => null), soFar.at(-1) ?? null, ...forecast],
});

/** The running sum of checked and errors; null where no host reported. */
function sumsSoFar(graph: UsageGraph): Values {
  const errors = valuesOf(graph, 'errors');
  let total = 0;
  return valuesOf(graph, 'checked').map((checked, index) => {
    if (checked === null) return null;
    total += checked + (errors[index] ?? 0);
    return total;
  });
}

/** The hours until the limit is reached, but at least six. Six if the forecast never reaches it. */
function shownHours(hours: readonly number[], limit: number): readonly number[] {
  const reached = hours.findIndex((total) => total >= limit);
  return hours.slice(0, Math.max(LEAST_HOURS, reached + 1));
}

/** Divides hours evenly into buckets, starting with the sum `from`. */
function toBuckets(hours: readonly number[], from: number, stepMs: number): number[] {
  const parts = HOUR / stepMs;
  return hours.flatMap((total, hour) => {
    const start = hours[hour - 1] ?? from;
    return Array.from({ length: parts }, (_, part) => Math.round(start + ((total - start) * (part + 1)) / parts));
  });
}

const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
