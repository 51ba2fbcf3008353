'use client';

import { lazy, type PointerEvent, Suspense, useState } from 'react';
import { compactNumber, exactNumber } from '#components/ui/data/number-text.ts';
import { classNames } from '#components/ui/look/class-names.ts';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { bucketText } from './bucket-text.ts';
import {
  type ChartData,
  type ChartLimit,
  drawnOf,
  gapsOf,
  type IndexRange,
  partsOf,
  presentIndex,
} from './chart-data.ts';
import { LineSample } from './line-sample.tsx';
import { CHART_HEIGHT, PLOT } from './plot-frame.ts';
import type { PlotProps } from './plot.tsx';
import { valueTicks } from './scale.ts';
import { STROKES } from './series-looks.ts';
import { valueText } from './value-text.ts';

type ChartProps = {
  /** Names the chart. */
  label: string;
  data: ChartData;
  limit?: ChartLimit | null | undefined;
  /** Text over the chart, where the chart alone could be misread. */
  note?: string | undefined;
};

const LazyPlot = lazy(() =>
  import('./plot.tsx').then(
    ({ Plot }) => ({ default: Plot }),
    () => ({ default: NoPlot }),
  ),
);

/** Series over time. Pointer and arrow keys show all values at one point. The frame never changes its size. */
export function Chart({ label, data, limit = null, note }: ChartProps) {
  const [index, setIndex] = useState<number | null>(null);
  const last = data.starts.length - 1;
  const present = presentIndex(data);
  const ticks = valueTicks(data.series, limit);
  const top = ticks.at(-1) ?? 1;
  return (
    <figure
      aria-label={label}
      className={classNames('relative rounded-md has-[:focus-visible]:outline-2', CHART_HEIGHT)}
    >
      <figcaption className="sr-only">{summaryOf(data, limit)}</figcaption>
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
        {limit && <LimitText limit={limit} top={top} />}
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
          value={index ?? present}
          aria-valuetext={readingText(data, index ?? present)}
          onChange={(event) => setIndex(event.currentTarget.valueAsNumber)}
          onFocus={(event) => event.currentTarget.matches(':focus-visible') && setIndex(present)}
          onBlur={() => setIndex(null)}
          className="pointer-events-none absolute inset-0 size-full opacity-0"
        />
        {index !== null && index <= last && (
          <div aria-hidden="true" className="pointer-events-none absolute inset-0">
            <Cursor data={data} limit={limit} top={top} index={index} />
          </div>
        )}
      </div>
    </figure>
  );
}

/** The index of the point nearest to the pointer. */
function indexAt(event: PointerEvent<HTMLElement>, last: number): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return Math.min(Math.max(Math.round(((event.clientX - left) / width) * last), 0), last);
}

function LimitText({ limit, top }: { limit: ChartLimit; top: number }) {
  const isAbove = limit.value > top;
  return (
    <p className="text-amber">
      {limit.text} {compactNumber(limit.value)}
      {isAbove && ', above this chart'}
    </p>
  );
}

/** Shown if the chart's code failed to load. */
function NoPlot(_: PlotProps) {
  return (
    <p className="flex size-full items-center justify-center rounded-md bg-sunken px-6 text-center text-small text-muted">
      The chart could not be loaded. The table has the same numbers.
    </p>
  );
}

/** The chart in words, for screen readers. */
export function summaryOf(data: ChartData, limit: ChartLimit | null): string {
  const [missing, incomplete] = [countOf(gapsOf(data)), countOf(partsOf(data))];
  const parts = drawnOf(data.series).map(({ label, values }) => `${label}: ${highest(values, data)}.`);
  if (data.unit) parts.unshift(`${data.unit}.`);
  if (missing) parts.push(`No reports in ${missing} of ${data.starts.length} intervals.`);
  if (incomplete) parts.push(`Incomplete in ${incomplete} of ${data.starts.length} intervals.`);
  if (limit) parts.push(`${limit.text}: ${exactNumber(limit.value)}.`);
  return parts.join(' ');
}

const countOf = (ranges: readonly IndexRange[]) => ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);

function highest(values: readonly (number | null)[], { starts, stepMs, isAtEnd }: ChartData): string {
  let at = -1;
  for (const [index, value] of values.entries())
    if (value !== null && (at === -1 || value > (values[at] ?? 0))) at = index;
  const start = starts[at];
  if (start === undefined) return 'no reports';
  const most = `at most ${exactNumber(values[at] ?? 0)} (${bucketText(start, stepMs)})`;
  if (isAtEnd) return most;
  const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0);
  return `${exactNumber(sum)} in all, ${most}`;
}

type CursorProps = { data: ChartData; limit: ChartLimit | null; top: number; index: number };

/** All series at one point: a line across them, a dot on each, and the numbers. */
function Cursor({ data, limit, top, index }: CursorProps) {
  const { starts, series } = data;
  const left = starts.length > 1 ? index / (starts.length - 1) : 0.5;
  return (
    <>
      <div className="absolute inset-y-0 w-px bg-line-strong" style={{ left: percent(left) }} />
      {drawnOf(series).map(({ name, look, values }) => {
        const value = values[index] ?? null;
        if (value === null) return null;
        const place = { left: percent(left), bottom: percent(value / top), background: STROKES[look].stroke };
        return (
          <div
            key={name}
            className="absolute size-2 -translate-x-1/2 translate-y-1/2 rounded-full ring-2 ring-surface"
            style={place}
          />
        );
      })}
      <div
        className="absolute top-1 z-10 px-3"
        style={left > 0.5 ? { right: percent(1 - left) } : { left: percent(left) }}
      >
        <Reading data={data} limit={limit} index={index} />
      </div>
    </>
  );
}

function Reading({ data, limit, index }: Omit<CursorProps, 'top'>) {
  const { starts, stepMs } = data;
  const note = data.notes?.[index];
  return (
    <div className="w-max max-w-60 floating px-3 py-2 text-small">
      <p className="mb-1 text-label text-muted">{bucketText(starts[index] ?? 0, stepMs)}</p>
      <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-2">
        {shownAt(data, index).map(({ name, label, look, text }) => (
          <div key={name} className="contents">
            {look ? <LineSample look={look} /> : <span />}
            <dt>{label}</dt>
            <dd className="text-right font-mono">{text}</dd>
          </div>
        ))}
        {limit && (
          <div className="contents text-muted">
            <LineSample look="limit" />
            <dt>Limit</dt>
            <dd className="text-right font-mono">{exactNumber(limit.value)}</dd>
          </div>
        )}
      </dl>
      {note && <p className="mt-1 text-label text-muted">{note}</p>}
    </div>
  );
}

/** The numbers at one point as a sentence, for screen readers. */
function readingText(data: ChartData, index: number): string {
  const values = shownAt(data, index).map(({ label, text }) => `${label} ${text}`);
  const note = data.notes?.[index];
  return `${bucketText(data.starts[index] ?? 0, data.stepMs)}: ${values.join(', ')}${note ? `. ${note}` : ''}`;
}

/** The values at one point: of the forecast for a future bucket, and of all other series for any other bucket. */
const shownAt = (data: ChartData, index: number) =>
  data.series
    .filter(({ look }) => (look === 'forecast') === index > presentIndex(data))
    .map((each) => ({ ...each, text: valueText(data, each, index) }));
const percent = (share: number) => `${Math.min(Math.max(share, 0), 1) * 100}%`;
