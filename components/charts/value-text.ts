import { compactNumber, exactNumber } from '#components/ui/data/number-text.ts';
import type { ChartData, ChartSeries, ValueFormat } from './chart-data.ts';

const COUNTS: ValueFormat = { short: compactNumber, full: exactNumber };

/** How the chart writes its values. */
export const formatOf = ({ format = COUNTS }: Pick<ChartData, 'format'>): ValueFormat => format;

/** A value in full. If it is null: `no report`, of the previous period a dash. */
export function valueText(data: ChartData, { look, values }: ChartSeries, index: number): string {
  const value = values[index];
  if (typeof value === 'number') return formatOf(data).full(value);
  return look === 'before' ? '–' : 'no report';
}
