import { DAY, HOUR } from '#lib/base/time.ts';
import { drawnOf, type ChartLimit, type ChartSeries } from './chart-data.ts';

const STEPS_MS = [1, 2, 3, 4, 6, 12, 24, 48, 120, 168, 336].map((hours) => hours * HOUR);
const NICE = [1, 2, 2.5, 5, 10];
const INTERVALS = 4;
/** A limit of more than this many times the highest value would flatten the lines, so the chart only names it. */
const LIMIT_FACTOR = 4;

/** Round numbers from 0 to at least the highest value, and to at least the limit if it is near. */
export function valueTicks(series: readonly ChartSeries[], limit: ChartLimit | null): number[] {
  const highest = Math.max(0, ...drawnOf(series).flatMap(({ values }) => values.map((value) => value ?? 0)));
  const top =
    limit && (highest === 0 || limit.value <= highest * LIMIT_FACTOR) ? Math.max(highest, limit.value) : highest;
  const step = niceStep(Math.max(top, 1) / INTERVALS);
  const count = Math.ceil(Math.max(top, 1) / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Whole steps, because the counts are whole numbers. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const step = NICE.map((factor) => factor * power).find((candidate) => candidate >= least) ?? least;
  return Math.ceil(step);
}

/** Ticks at round hours or days in UTC from `first` to `last`, with at most `most` steps between them. */
export function timeTicks(first: number, last: number, most: number): { ticks: number[]; stepMs: number } {
  const stepMs = STEPS_MS.find((step) => (last - first) / step <= most) ?? 30 * DAY;
  const ticks: number[] = [];
  for (let tick = Math.ceil(first / stepMs) * stepMs; tick <= last; tick += stepMs) ticks.push(tick);
  return { ticks, stepMs };
}
