import { exactNumber } from '#components/ui/data/number-text.ts';
import { bucketText } from './bucket-text.ts';
import { drawnOf, gapsOf, partsOf, type ChartData, type ChartLimit, type IndexRange } from './chart-data.ts';

/** The chart in words, for screen readers. */
export function summaryOf(data: ChartData, limit: ChartLimit | null): string {
  const [missing, incomplete] = [countOf(gapsOf(data)), countOf(partsOf(data))];
  const parts = drawnOf(data.series).map(({ label, values }) => `${label}: ${highest(values, data)}.`);
  if (data.unit) parts.unshift(`${data.unit}.`);
  if (missing) parts.push(`No reports in ${missing} of ${data.starts.length} intervals.`);
  if (incomplete) parts.push(`Incomplete in ${incomplete} of ${data.starts.length} intervals.`);
  if (limit) parts.push(`${limit.text}: ${exactNumber(limit.value)}.`);
  return parts.join(' ');
}

const countOf = (ranges: readonly IndexRange[]) => ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);

function highest(values: readonly (number | null)[], { starts, stepMs, isAtEnd }: ChartData): string {
  let at = -1;
  for (const [index, value] of values.entries())
    if (value !== null && (at === -1 || value > (values[at] ?? 0))) at = index;
  const start = starts[at];
  if (start === undefined) return 'no reports';
  const most = `at most ${exactNumber(values[at] ?? 0)} (${bucketText(start, stepMs)})`;
  if (isAtEnd) return most;
  const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0);
  return `${exactNumber(sum)} in all, ${most}`;
}
