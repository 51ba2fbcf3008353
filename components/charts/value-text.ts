import { exactNumber } from '#components/ui/data/number-text.ts';
import { presentIndex, type ChartData, type ChartSeries } from './chart-data.ts';

/** A value in full; a dash if there can be none, `no report` if one is missing. */
export function valueText(data: ChartData, { look, values }: ChartSeries, index: number): string {
  const value = values[index];
  if (typeof value === 'number') return exactNumber(value);
  const cannotBe = look === 'forecast' || look === 'before' || index > presentIndex(data);
  return cannotBe ? '–' : 'no report';
}
