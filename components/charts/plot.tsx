import { classNames } from '#components/ui/look/class-names.ts';
import {
  gapsOf,
  isLine,
  partsOf,
  segmentsAt,
  type ChartData,
  type ChartLimit,
  type ChartSeries,
  type IndexRange,
} from './chart-data.ts';
import { PLOT } from './plot-frame.ts';
import { lineStroke } from './sample.tsx';
import { axisTicks } from './scale.ts';
import { BEFORE, DASHES, FILLS, LIMIT_LINE } from './series-looks.ts';
import { formatOf } from './value-text.ts';

export type PlotProps = { data: ChartData; limit: ChartLimit | null; ticks: readonly number[] };

/** The bars of more buckets than this have no space between them, unless the chart is wide. */
const MANY = 60;

/** Draws bars, lines and axes. Hover, keyboard and texts are in chart.tsx. Plain boxes: it needs no script to be seen. */
export function Plot({ data, limit, ticks }: PlotProps) {
  const count = data.starts.length;
  const scale = scaleOf(ticks);
  const band = ({ from, to }: IndexRange) => ({ left: percent(from / count), width: percent((to - from + 1) / count) });
  return (
    <div className="print:print-color-exact @container absolute inset-0 text-label text-muted forced-color-adjust-none">
      <ValueAxis ticks={ticks} format={formatOf(data).short} scale={scale} />
      <TimeAxis data={data} />
      <div className="absolute" style={PLOT}>
        {gapsOf(data).map((gap) => (
          <div key={gap.from} className="absolute inset-y-0 bg-ink/8" style={band(gap)} />
        ))}
        {partsOf(data).map((part) => (
          <div key={part.from} className="absolute inset-y-0 opacity-40 hatched" style={band(part)} />
        ))}
        {data.starts.map((_, index) => (
          <div key={index} className="absolute inset-y-0" style={band({ from: index, to: index })}>
            <Bar
              series={data.series}
              index={index}
              scale={scale}
              inset={count > MANY ? 'inset-x-0 @3xl:right-px' : 'inset-x-[12%]'}
            />
          </div>
        ))}
        <Outline data={data} scale={scale} />
        <Lines data={data} scale={scale} />
        <div className="absolute inset-x-0 border-t border-line-strong" style={{ bottom: percent(scale(0)) }} />
        {limit && limit.value <= (ticks.at(-1) ?? 0) && (
          <div
            data-limit={limit.value}
            className={classNames('absolute inset-x-0 translate-y-1/2', LIMIT_LINE)}
            style={{ bottom: percent(scale(limit.value)) }}
          />
        )}
      </div>
    </div>
  );
}

type Scale = (value: number) => number;

/** The height of a value as a share of the plot's height. */
function scaleOf(ticks: readonly number[]): Scale {
  const [bottom, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  return (value) => (value - bottom) / (top - bottom);
}

export const percent = (share: number) => `${Math.min(Math.max(share, 0), 1) * 100}%`;

type BarProps = { series: readonly ChartSeries[]; index: number; scale: Scale; inset: string };

/** The bar of one bucket, in front of the previous period's. */
function Bar({ series, index, scale, inset }: BarProps) {
  const box = (from: number, to: number) => {
    const [low, high] = [scale(Math.min(from, to)), scale(Math.max(from, to))];
    return { bottom: percent(low), height: `max(1px, ${percent(high - low)})` };
  };
  const before = beforeOf(series)[index] ?? null;
  return (
    <>
      {before !== null && <div className={classNames('absolute inset-x-0', BEFORE.fill)} style={box(0, before)} />}
      {segmentsAt(series, index).map(({ name, look, from, to }) => (
        <div
          key={name}
          data-series={name}
          className={classNames('absolute', inset, FILLS[look])}
          style={box(from, to)}
        />
      ))}
    </>
  );
}

const beforeOf = (series: readonly ChartSeries[]) => series.find(({ look }) => look === 'before')?.values ?? [];

/** The series that are drawn as lines: from the middle of each bucket to the next, with a gap where nothing is known. */
function Lines({ data: { starts, series }, scale }: { data: ChartData; scale: Scale }) {
  return series.map(({ name, look, values }) => {
    if (!isLine(look)) return null;
    const steps = starts.map((_, index) => {
      const value = values[index] ?? null;
      if (value === null) return '';
      const place = `${index + 0.5} ${1 - scale(value)}`;
      return (values[index - 1] ?? null) === null ? `M${place}h0.01` : `L${place}`;
    });
    return <Path key={name} name={name} count={starts.length} d={steps.join('')} dashes={DASHES[look]} />;
  });
}

/** The previous period's outline in front of the bars, which hide its lower part. */
function Outline({ data: { starts, series }, scale }: { data: ChartData; scale: Scale }) {
  const values = beforeOf(series);
  const steps = values.map((value, index) => {
    if (value === null) return '';
    const height = 1 - scale(value);
    return (values[index - 1] ?? null) === null ? `M${index} ${height}h1` : `V${height}h1`;
  });
  return steps.length > 0 && <Path name="before" count={starts.length} d={steps.join('')} width={1.25} />;
}

type PathProps = { name: string; count: number; d: string; dashes?: string; width?: number };

/** A line over the whole plot, whose stroke is the same at every size. */
const Path = ({ name, count, d, dashes = '', width = 2 }: PathProps) => (
  <svg
    data-series={name}
    viewBox={`0 0 ${count} 1`}
    preserveAspectRatio="none"
    className="absolute inset-0 size-full overflow-visible text-ink"
  >
    <path d={d} {...lineStroke(dashes, width)} />
  </svg>
);

type ValueAxisProps = { ticks: readonly number[]; format: (value: number) => string; scale: Scale };

function ValueAxis({ ticks, format, scale }: ValueAxisProps) {
  return (
    <div className="absolute right-2 left-0" style={{ top: PLOT.top, bottom: PLOT.bottom }}>
      {ticks.map((tick) => (
        <div
          key={tick}
          className="absolute inset-x-0 flex h-0 items-center gap-2"
          style={{ bottom: percent(scale(tick)) }}
        >
          <span className="w-9 shrink-0 text-right whitespace-nowrap">{format(tick)}</span>
          <span className="h-px grow bg-line" />
        </div>
      ))}
    </div>
  );
}

/** On a narrow chart every second text is left out. */
function TimeAxis({ data }: { data: ChartData }) {
  return (
    <div className="absolute bottom-0" style={{ left: PLOT.left, right: PLOT.right, height: PLOT.bottom }}>
      {axisTicks(data).map(({ at, text, isBoundary }, index) => (
        <span
          key={at}
          className={classNames(
            'absolute top-0 flex -translate-x-1/2 flex-col items-center whitespace-nowrap',
            at > 0.97 && isBoundary && 'invisible',
            index % 2 === 1 && '@max-lg:hidden',
          )}
          style={{ left: percent(at) }}
        >
          <span className={classNames('h-1.5 w-px', isBoundary && 'bg-line-strong')} />
          {text}
        </span>
      ))}
    </div>
  );
}
