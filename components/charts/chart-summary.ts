import { exactNumber } from '#components/ui/data/number-text.ts';
import { bucketText } from './bucket-text.ts';
import { gapsOf, type ChartData, type ChartLimit } from './chart-data.ts';

/** The chart in words, for screen readers. */
export function summaryOf(data: ChartData, limit: ChartLimit | null): string {
  const missing = gapsOf(data).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const parts = data.series.map(({ label, values }) => `${label}: ${highest(values, data)}.`);
  if (missing) parts.push(`No reports in ${missing} of ${data.starts.length} intervals.`);
  if (limit) parts.push(`${limit.text}: ${exactNumber(limit.value)}.`);
  return parts.join(' ');
}

function highest(values: readonly (number | null)[], { starts, stepMs }: ChartData): string {
  let at = -1;
  for (const [index, value] of values.entries())
    if (value !== null && (at === -1 || value > (values[at] ?? 0))) at = index;
  const start = starts[at];
  if (start === undefined) return 'no reports';
  const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0);
  return `${exactNumber(sum)} in all, at most ${exactNumber(values[at] ?? 0)} (${bucketText(start, stepMs)})`;
}
