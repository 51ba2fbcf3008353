'use client';

import { lazy, type PointerEvent, Suspense, useState } from 'react';
import { type DateTexts, useDateTexts } from '#components/ui/data/iso-dates.tsx';
import { classNames } from '#components/ui/look/class-names.ts';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { bucketText } from './bucket-text.ts';
import { type ChartData, type ChartLimit, type ChartSeries, gapsOf, type IndexRange, partsOf } from './chart-data.ts';
import { CHART_HEIGHT, PLOT, SMALL_CHART_HEIGHT } from './plot-frame.ts';
import type { PlotProps } from './plot.tsx';
import { Sample } from './sample.tsx';
import { valueTicks } from './scale.ts';
import { formatOf, valueText } from './value-text.ts';

type ChartProps = {
  /** Names the chart. */
  label: string;
  data: ChartData;
  limit?: ChartLimit | null | undefined;
  /** Text over the chart, where the chart alone could be misread. */
  note?: string | undefined;
  isSmall?: boolean;
};

const LazyPlot = lazy(() =>
  import('./plot.tsx').then(
    ({ Plot }) => ({ default: Plot }),
    () => ({ default: NoPlot }),
  ),
);

/** Series over time. Pointer and arrow keys show all values at one point. The frame never changes its size. */
export function Chart({ label, data, limit = null, note, isSmall = false }: ChartProps) {
  const [index, setIndex] = useState<number | null>(null);
  const last = data.starts.length - 1;
  const ticks = valueTicks(data, limit);
  const dates = useDateTexts();
  return (
    <figure
      aria-label={label}
      className={classNames(
        'relative rounded-md has-[:focus-visible]:outline-2',
        isSmall ? SMALL_CHART_HEIGHT : CHART_HEIGHT,
      )}
    >
      <figcaption className="sr-only">{summaryOf(data, limit, dates)}</figcaption>
      <div aria-hidden="true" className="size-full">
        <Suspense fallback={<Skeleton className="size-full" />}>
          <LazyPlot data={data} limit={limit} ticks={ticks} />
        </Suspense>
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-x-2 top-0 flex justify-between gap-2 text-label whitespace-nowrap"
      >
        <p className="min-w-0 truncate text-muted">{data.unit}</p>
        {isSmall && <Marks data={data} />}
        {limit && <LimitText data={data} limit={limit} top={ticks.at(-1) ?? 1} />}
      </div>
      {note && <p className="absolute inset-x-12 top-1/3 text-center text-small text-muted">{note}</p>}
      <div
        className="absolute touch-pan-y"
        style={PLOT}
        onPointerMove={(event) => setIndex(indexAt(event, last))}
        onPointerDown={(event) => setIndex(indexAt(event, last))}
        onPointerLeave={() => setIndex(null)}
      >
        <input
          type="range"
          aria-label={`${label}, point by point`}
          min={0}
          max={last}
          value={index ?? last}
          aria-valuetext={readingText(data, index ?? last, dates)}
          onChange={(event) => setIndex(event.currentTarget.valueAsNumber)}
          onFocus={(event) => event.currentTarget.matches(':focus-visible') && setIndex(last)}
          onBlur={() => setIndex(null)}
          className="pointer-events-none absolute inset-0 size-full opacity-0"
        />
        {index !== null && index <= last && (
          <div aria-hidden="true" className="pointer-events-none absolute inset-0">
            <Cursor data={data} limit={limit} index={index} />
          </div>
        )}
      </div>
    </figure>
  );
}

/** The index of the bucket below the pointer. */
function indexAt(event: PointerEvent<HTMLElement>, last: number): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return Math.min(Math.max(Math.floor(((event.clientX - left) / width) * (last + 1)), 0), last);
}

function LimitText({ data, limit, top }: { data: ChartData; limit: ChartLimit; top: number }) {
  const isAbove = limit.value > top;
  return (
    <p className="text-amber">
      {limit.text} {formatOf(data).short(limit.value)}
      {isAbove && ', above this chart'}
    </p>
  );
}

/** What the grounds of a small chart mean, which has no legend. */
function Marks({ data }: { data: ChartData }) {
  const [gaps, parts] = [gapsOf(data).length > 0, partsOf(data).length > 0];
  return (
    <p className="mr-auto flex items-center gap-1.5 text-muted">
      {gaps && <Sample look="gap" />}
      {gaps && <span className="mr-1.5">No reports</span>}
      {parts && <Sample look="part" />}
      {parts && <span>Incomplete</span>}
    </p>
  );
}

/** Shown if the chart's code failed to load. */
function NoPlot(_: PlotProps) {
  return (
    <p className="flex size-full items-center justify-center rounded-md bg-sunken px-6 text-center text-small text-muted">
      The chart could not be loaded. Reload the page to try again.
    </p>
  );
}

/** The chart in words, for screen readers. */
export function summaryOf(data: ChartData, limit: ChartLimit | null, dates: DateTexts): string {
  const [missing, incomplete] = [countOf(gapsOf(data)), countOf(partsOf(data))];
  const parts = data.series.map((series) => `${series.label}: ${highest(series, data, dates)}.`);
  if (data.unit) parts.unshift(`${data.unit}.`);
  if (missing) parts.push(`No reports in ${missing} of ${data.starts.length} intervals.`);
  if (incomplete) parts.push(`Incomplete in ${incomplete} of ${data.starts.length} intervals.`);
  if (limit) parts.push(`${limit.text}: ${formatOf(data).full(limit.value)}.`);
  return parts.join(' ');
}

const countOf = (ranges: readonly IndexRange[]) => ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);

function highest({ values, isLevel }: ChartSeries, data: ChartData, dates: DateTexts): string {
  let at = -1;
  for (const [index, value] of values.entries())
    if (value !== null && (at === -1 || Math.abs(value) > Math.abs(values[at] ?? 0))) at = index; // losses are negative
  const start = data.starts[at];
  if (start === undefined) return 'no reports';
  const { full } = formatOf(data);
  const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const most = `at most ${full(values[at] ?? 0)} (${bucketText(start, data.step, dates)})`;
  return data.isShare || isLevel ? most : `${full(sum)} in all, ${most}`;
}

type CursorProps = { data: ChartData; limit: ChartLimit | null; index: number };

/** All series of one bucket: the bucket is shaded, with the numbers beside it. */
function Cursor({ data, limit, index }: CursorProps) {
  const count = data.starts.length;
  const isLeft = index < count / 2;
  const place = { left: percent(index / count), width: percent(1 / count) };
  return (
    <>
      <div className="absolute inset-y-0 bg-ink/10 forced-colors:border" style={place} />
      <div
        className="absolute top-1 z-10 px-3"
        style={isLeft ? { left: percent((index + 1) / count) } : { right: percent(1 - index / count) }}
      >
        <Reading data={data} limit={limit} index={index} />
      </div>
    </>
  );
}

function Reading({ data, limit, index }: CursorProps) {
  const { starts, step } = data;
  const dates = useDateTexts();
  const note = data.notes?.[index];
  return (
    <div className="w-max max-w-60 floating px-3 py-2 text-small">
      <p className="mb-1 text-label text-muted">{bucketText(starts[index] ?? 0, step, dates)}</p>
      <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-2">
        {data.series.map((each) => (
          <div key={each.name} className="contents">
            <Sample look={each.look} />
            <dt>{each.label}</dt>
            <dd className="text-right font-mono">{valueText(data, each, index)}</dd>
          </div>
        ))}
        {limit && (
          <div className="contents text-muted">
            <Sample look="limit" />
            <dt>Limit</dt>
            <dd className="text-right font-mono">{formatOf(data).full(limit.value)}</dd>
          </div>
        )}
      </dl>
      {note && <p className="mt-1 text-label text-muted">{note}</p>}
    </div>
  );
}

/** The numbers at one point as a sentence, for screen readers. */
function readingText(data: ChartData, index: number, dates: DateTexts): string {
  const values = data.series.map((each) => `${each.label} ${valueText(data, each, index)}`);
  const note = data.notes?.[index];
  return `${bucketText(data.starts[index] ?? 0, data.step, dates)}: ${values.join(', ')}${note ? `. ${note}` : ''}`;
}

const percent = (share: number) => `${share * 100}%`;
