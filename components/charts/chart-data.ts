/** How a series is drawn: each look can be told from the others without its colour. */
export type SeriesLook = 'area' | 'dashed' | 'dotted';

export type ChartSeries = { name: string; label: string; look: SeriesLook; values: readonly (number | null)[] };

/** Series over the same equal buckets. `starts` are milliseconds since 1970; null is a bucket that nobody reported. */
export type ChartData = { starts: readonly number[]; stepMs: number; series: readonly ChartSeries[] };

/** A line that the values should stay below; `text` says it in words. */
export type ChartLimit = { value: number; text: string };

/** From the first to the last index, both included. */
export type IndexRange = { from: number; to: number };

/** Buckets that no series has a value for, in stretches; without any series nothing is known, and nothing a gap. */
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

/** The value has none beside it: a line through it alone would be nothing. */
export const isAlone = (values: readonly (number | null)[], index: number): boolean =>
  (values[index] ?? null) !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
