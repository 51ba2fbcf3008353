/** How a series is drawn. The looks differ even without colour. */
export type SeriesLook = 'area' | 'dashed' | 'dotted';

export type ChartSeries = { name: string; label: string; look: SeriesLook; values: readonly (number | null)[] };

/** Series over buckets of equal length. `starts` are Unix milliseconds; null is a bucket that no host reported. */
export type ChartData = { starts: readonly number[]; stepMs: number; series: readonly ChartSeries[] };

/** A line that the values should stay below. `text` is its label. */
export type ChartLimit = { value: number; text: string };

/** First and last index, both inclusive. */
export type IndexRange = { from: number; to: number };

/** The ranges of buckets without a value in any series. Empty if there are no series. */
export function gapsOf({ starts, series }: ChartData): IndexRange[] {
  const gaps: IndexRange[] = [];
  if (series.length === 0) return gaps;
  for (const index of starts.keys()) {
    if (series.some(({ values }) => (values[index] ?? null) !== null)) continue;
    const last = gaps.at(-1);
    if (last?.to === index - 1) last.to = index;
    else gaps.push({ from: index, to: index });
  }
  return gaps;
}

/** Whether a value has no neighbours, so that no line would show it. */
export const isAlone = (values: readonly (number | null)[], index: number): boolean =>
  (values[index] ?? null) !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
