import { DAY, HOUR } from '#lib/base/time.ts';
import { endOf, monthText, tickText } from './bucket-text.ts';
import { stackOf, type ChartData, type ChartLimit } from './chart-data.ts';

const STEPS_MS = [1, 2, 3, 4, 6, 12, 24, 48, 120, 168, 336].map((hours) => hours * HOUR);
const NICE = [1, 2, 2.5, 5, 10];
const INTERVALS = 4;
const MOST_TIME_TICKS = 8;
/** A limit of more than this many times the highest value would flatten the bars, so the chart only names it. */
const LIMIT_FACTOR = 4;

/**
 * Round numbers that include 0, reach the ends of all bars and lines, and the limit if it is near. They are negative
 * only for negative values.
 */
export function valueTicks({ starts, series }: ChartData, limit: ChartLimit | null): number[] {
  const stack = stackOf(series);
  const ends = starts.flatMap((_, index) => {
    const values = stack.map((each) => each.values[index] ?? 0);
    return [
      ...series.map((each) => each.values[index] ?? 0),
      sum(values.filter((value) => value > 0)),
      sum(values.filter((value) => value < 0)),
    ];
  });
  const [highest, lowest] = [Math.max(0, ...ends), Math.min(0, ...ends)];
  const isNear = limit && (highest === 0 || limit.value <= highest * LIMIT_FACTOR);
  const top = Math.max(isNear ? Math.max(highest, limit.value) : highest, lowest === 0 ? 1 : 0);
  const step = niceStep((top - lowest) / INTERVALS);
  const [from, to] = [Math.floor(lowest / step), Math.ceil(top / step)];
  return Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Whole steps, because the values are whole numbers. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const step = NICE.map((factor) => factor * power).find((candidate) => candidate >= least) ?? least;
  return Math.ceil(step);
}

/** A text at the time axis. `at` is its place as a share of the axis. */
export type AxisTick = { at: number; text: string; isBoundary: boolean };

/** The texts of the time axis: times where buckets meet, as round as these are, or the name of each month below its bar. */
export function axisTicks({ starts, step }: ChartData): AxisTick[] {
  const count = starts.length;
  if (step === 'month')
    return starts.map((start, index) => ({ at: (index + 0.5) / count, text: monthText(start), isBoundary: false }));
  const first = starts[0] ?? 0;
  const end = endOf(starts.at(-1) ?? first, step);
  const { ticks, stepMs } = timeTicks(first, end, MOST_TIME_TICKS);
  // Buckets of an hour that begin at ten past: a tick at the full hour would lie inside a bar.
  const shift = stepMs < DAY ? first % step : 0;
  return ticks
    .filter((tick) => tick + shift <= end)
    .map((tick) => ({
      at: (tick + shift - first) / (end - first),
      text: tickText(tick % DAY === 0 ? tick : tick + shift),
      isBoundary: true,
    }));
}

/** Ticks at round hours or days in UTC from `first` to `last`, with at most `most` steps between them. */
export function timeTicks(first: number, last: number, most: number): { ticks: number[]; stepMs: number } {
  const stepMs = STEPS_MS.find((step) => (last - first) / step <= most) ?? 30 * DAY;
  const ticks: number[] = [];
  for (let tick = Math.ceil(first / stepMs) * stepMs; tick <= last; tick += stepMs) ticks.push(tick);
  return { ticks, stepMs };
}
