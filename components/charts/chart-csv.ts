import type { Cell } from '#lib/base/text/csv.ts';
import { endOf } from './bucket-text.ts';
import type { ChartData } from './chart-data.ts';

/**
 * The chart's numbers as rows of a CSV file, oldest first. Times are ISO 8601 in UTC; empty cells mean no report.
 * Incomplete numbers have a note.
 */
export function chartRows(source: string, { starts, step, series, notes }: ChartData): Cell[][] {
  const iso = (at: number) => new Date(at).toISOString();
  return [
    ['source', 'from', 'to', ...series.map(({ name }) => name), ...(notes ? ['note'] : [])],
    ...starts.map((start, index) => [
      source,
      iso(start),
      iso(endOf(start, step)),
      ...series.map(({ values }) => values[index] ?? null),
      ...(notes ? [notes[index] ?? null] : []),
    ]),
  ];
}
