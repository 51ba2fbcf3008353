/**
 * How a series is drawn. Bars of one bucket are stacked: positive values upward, negative ones downward. `before` is
 * the previous period, an outline behind the bars. The looks differ even without colour.
 */
export type BarLook = 'grey' | 'ink' | 'ink-striped' | 'green' | 'green-striped' | 'red' | 'red-striped';
export type LineLook = 'line' | 'line-dashed' | 'line-dotted';
export type SeriesLook = BarLook | LineLook | 'before';

export type ChartSeries = {
  name: string;
  label: string;
  look: SeriesLook;
  values: readonly (number | null)[];
  /** the values are levels, such as MRR at the end of a month, of which there is no sum */
  isLevel?: boolean;
  /** the values are contained in those of the series before it: drawn in front of its bar and not on top of it */
  isPart?: boolean;
};

/** How values are written: `short` at the axis, `full` elsewhere. */
export type ValueFormat = { short: (value: number) => string; full: (value: number) => string };

/** The length of each bucket: milliseconds, or one calendar month in UTC. */
export type BucketStep = number | 'month';

/** Series over buckets. `starts` are Unix milliseconds; null is a bucket of which nothing is known. */
export type ChartData = {
  starts: readonly number[];
  step: BucketStep;
  series: readonly ChartSeries[];
  /** what is drawn, with the time zone: `Requests per hour, UTC` */
  unit?: string;
  /** how values are written; absent for counts */
  format?: ValueFormat;
  /** the values are shares, of which there is no sum */
  isShare?: boolean;
  /** by bucket, why its numbers are incomplete: `1 of 2 hosts reported`; null if they are not */
  notes?: readonly (string | null)[];
};

/** A line that the values should stay below. `text` is its label. */
export type ChartLimit = { value: number; text: string };

/** First and last index, both inclusive. */
export type IndexRange = { from: number; to: number };

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

export type StackedSeries = ChartSeries & { look: BarLook };

/** The series that are stacked as bars, the lowest first. A part is below the rest of the series that contains it. */
export function stackOf(series: readonly ChartSeries[]): StackedSeries[] {
  const stack: StackedSeries[] = [];
  for (const each of series) {
    if (!isBar(each)) continue;
    const whole = stack.at(-1);
    if (each.isPart && whole && !whole.isPart) stack.splice(-1, 1, each, without(whole, each));
    else stack.push(each);
  }
  return stack;
}

const without = (whole: StackedSeries, part: StackedSeries): StackedSeries => ({
  ...whole,
  values: whole.values.map((value, index) => value && Math.max(0, value - (part.values[index] ?? 0))),
});

type LineSeries = ChartSeries & { look: LineLook | 'before' };

/** The series that are drawn as lines. */
export const linesOf = (series: readonly ChartSeries[]): LineSeries[] =>
  series.filter((each): each is LineSeries => each.look === 'before' || isLine(each.look));

const isBar = (series: ChartSeries): series is StackedSeries => series.look !== 'before' && !isLine(series.look);
export const isLine = (look: string): look is LineLook => look.startsWith('line');
