/** How a series is drawn. The looks differ even without colour. */
export type SeriesLook = 'area' | 'dashed' | 'dotted' | 'before' | 'forecast';

export type ChartSeries = {
  name: string;
  label: string;
  /** null if the series is not drawn, but only shown at the cursor, in the table and in the CSV file */
  look: SeriesLook | null;
  values: readonly (number | null)[];
};
export type DrawnSeries = ChartSeries & { look: SeriesLook };

/** Series over buckets of equal length. `starts` are Unix milliseconds; null is a bucket that no host reported. */
export type ChartData = {
  starts: readonly number[];
  stepMs: number;
  series: readonly ChartSeries[];
  /** what is drawn, with the time zone: `Requests per hour, UTC` */
  unit?: string;
  /** by bucket, why its numbers are incomplete: `1 of 2 servers reported`; null if they are not */
  notes?: readonly (string | null)[];
  /** values are sums up to the end of their bucket, and drawn there */
  isAtEnd?: boolean;
  /** how many of the last buckets are in the future */
  ahead?: number;
};

/** A line that the values should stay below. `text` is its label. */
export type ChartLimit = { value: number; text: string };

/** First and last index, both inclusive. */
export type IndexRange = { from: number; to: number };

/** The series that have a line. */
export const drawnOf = (series: readonly ChartSeries[]): DrawnSeries[] =>
  series.filter((each): each is DrawnSeries => each.look !== null);

/** The last bucket that is not in the future. */
export const presentIndex = ({ starts, ahead = 0 }: ChartData): number => starts.length - 1 - ahead;

/**
 * The ranges of buckets without a value in any series, not counting the series of the previous period. Empty if there
 * are no series.
 */
export function gapsOf({ starts, series }: ChartData): IndexRange[] {
  const own = series.filter(({ look }) => look !== 'before');
  if (own.length === 0) return [];
  return rangesOf(starts, (index) => own.every(({ values }) => (values[index] ?? null) === null));
}

/** The ranges of buckets whose numbers are incomplete. Gaps are not included. */
export function partsOf(data: ChartData): IndexRange[] {
  const gaps = gapsOf(data);
  const isGap = (index: number) => gaps.some(({ from, to }) => index >= from && index <= to);
  return rangesOf(data.starts, (index) => (data.notes?.[index] ?? null) !== null && !isGap(index));
}

function rangesOf(starts: readonly number[], isIn: (index: number) => boolean): IndexRange[] {
  const ranges: IndexRange[] = [];
  for (const index of starts.keys()) {
    if (!isIn(index)) continue;
    const last = ranges.at(-1);
    if (last?.to === index - 1) last.to = index;
    else ranges.push({ from: index, to: index });
  }
  return ranges;
}

/** Whether a value has no neighbours, so that no line would show it. */
export const isAlone = (values: readonly (number | null)[], index: number): boolean =>
  (values[index] ?? null) !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
