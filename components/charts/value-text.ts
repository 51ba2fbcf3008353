import { exactNumber } from '#components/ui/data/number-text.ts';
import { presentIndex, type ChartData, type ChartSeries } from './chart-data.ts';

/** A value in full. If it is null: `no report` where hosts should have reported, otherwise a dash. */
export function valueText(data: ChartData, { look, values }: ChartSeries, index: number): string {
  const value = values[index];
  if (typeof value === 'number') return exactNumber(value);
  const cannotBe = look === 'forecast' || look === 'before' || index > presentIndex(data);
  return cannotBe ? '–' : 'no report';
}
