'use client';

import { lazy, Suspense, useState, type PointerEvent } from 'react';
import { classNames } from '#components/ui/look/class-names.ts';
import { compactNumber } from '#components/ui/data/number-text.ts';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { presentIndex, type ChartData, type ChartLimit } from './chart-data.ts';
import { summaryOf } from './chart-summary.ts';
import { Cursor, readingText } from './cursor.tsx';
import type { PlotProps } from './plot.tsx';
import { CHART_HEIGHT, PLOT } from './plot-frame.ts';
import { valueTicks } from './scale.ts';

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
