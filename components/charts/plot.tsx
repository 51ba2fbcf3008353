'use client';

import { useId } from 'react';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  DefaultZIndexes,
  Line,
  type LineDrawShapeProps,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  usePlotArea,
  XAxis,
  YAxis,
} from 'recharts';
import {
  type ChartData,
  type ChartLimit,
  type ChartSeries,
  gapsOf,
  type IndexRange,
  isLine,
  partsOf,
  type StackedSeries,
  stackOf,
} from './chart-data.ts';
import { PLOT } from './plot-frame.ts';
import { axisTicks } from './scale.ts';
import { COLORS, STRIPED, STROKES } from './series-looks.ts';
import { formatOf } from './value-text.ts';

export type PlotProps = { data: ChartData; limit: ChartLimit | null; ticks: readonly number[] };

const AXIS_TEXT = { fill: 'var(--color-muted)', fontSize: 12 };
/** One category for each bucket. A second axis keeps the bars of the previous period from standing beside the others. */
const BUCKETS = { type: 'category', dataKey: 'start', scale: 'band', hide: true } as const;
const BEFORE = 'before';

/** Draws bars, lines and axes. Hover, keyboard and texts are in chart.tsx. */
export function Plot({ data, limit, ticks }: PlotProps) {
  const id = useId();
  const { starts, series } = data;
  const stack = stackOf(series);
  const before = series.find(({ look }) => look === 'before');
  const lines = series.filter(({ look }) => isLine(look) || look === 'before');
  const rows = starts.map((start, index) => ({
    start,
    ...Object.fromEntries([...stack, ...lines].map(({ name, values }) => [keyOf(name), values[index] ?? null])),
  }));
  const areaOf = ({ from, to }: IndexRange) => ({ x1: starts[from] ?? 0, x2: starts[to] ?? 0 });
  const times = axisTicks(data).filter(({ at, isBoundary }) => at < 0.97 || !isBoundary);
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)];
  return (
    <ResponsiveContainer width="100%" height="100%" className="print:print-color-exact forced-color-adjust-none">
      <ComposedChart
        key={stack.map(({ name }) => name).join()} // Recharts stacks bars in the order in which they appeared
        data={rows}
        stackOffset="sign"
        margin={{ top: PLOT.top, right: PLOT.right, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" shapeRendering="crispEdges" />
        <XAxis {...BUCKETS} />
        <XAxis {...BUCKETS} xAxisId={BEFORE} />
        <XAxis
          xAxisId="time"
          type="number"
          domain={[0, 1]}
          ticks={times.map(({ at }) => at)}
          tickFormatter={(at: number) => times.find((tick) => tick.at === at)?.text ?? ''}
          height={PLOT.bottom}
          tick={AXIS_TEXT}
          minTickGap={16}
          interval="equidistantPreserveStart"
          axisLine={false}
          tickLine={data.step !== 'month' && { stroke: 'var(--color-line-strong)' }}
        />
        <YAxis
          domain={[bottom, top]}
          ticks={[...ticks]}
          tickFormatter={formatOf(data).short}
          width={PLOT.left}
          tick={AXIS_TEXT}
          axisLine={false}
          tickLine={false}
          interval={0}
        />
        <Patterns id={id} />
        {gapsOf(data)
          .map(areaOf)
          .map((area) => (
            <ReferenceArea key={area.x1} {...area} fill="var(--color-ink)" fillOpacity={0.08} />
          ))}
        {partsOf(data)
          .map(areaOf)
          .map((area) => (
            <ReferenceArea key={area.x1} {...area} fill={`url(#${id}part)`} fillOpacity={0.4} />
          ))}
        <Bars id={id} stack={stack} before={before} count={starts.length} />
        {lines.map(lineOf)}
        <ReferenceLine y={0} stroke="var(--color-line-strong)" shapeRendering="crispEdges" />
        {limit && limit.value <= top && <ReferenceLine y={limit.value} {...STROKES.limit} />}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

/** The prefix keeps a series with the name of an attribute from setting it on each bar. */
const keyOf = (name: string) => `value-${name}`;

type BarsProps = { id: string; stack: readonly StackedSeries[]; before: ChartSeries | undefined; count: number };

/** The bars of each bucket, in front of the previous period's. */
function Bars({ id, stack, before, count }: BarsProps) {
  const band = (usePlotArea()?.width ?? 0) / count;
  return (
    <>
      {before && (
        <Bar
          {...barOf(before)}
          xAxisId={BEFORE}
          barSize={barSize(band, 0)}
          fill="var(--color-ink)"
          fillOpacity={0.1}
          zIndex={DefaultZIndexes.area}
        />
      )}
      {stack.map((each) => (
        <Bar
          key={each.name}
          {...barOf(each)}
          data-series={each.name}
          stackId="stack"
          barSize={barSize(band, gapOf(band))}
          {...(STRIPED.includes(each.look)
            ? { fill: `url(#${id}${each.look})`, stroke: COLORS[each.look] }
            : { fill: COLORS[each.look] })}
        />
      ))}
    </>
  );
}

const barOf = ({ name, values }: Pick<ChartSeries, 'name' | 'values'>) => ({
  dataKey: keyOf(name),
  // A value that is not 0 is visible.
  minPointSize: (_: unknown, index: number) => (values[index] ? 1 : 0),
  shapeRendering: 'crispEdges',
  isAnimationActive: false,
});

/** Many narrow bars have no space between them. */
const gapOf = (band: number) => (band < 4 ? 0 : Math.max(1, Math.floor(band / 4)));

/** Without a size, Recharts rounds it to whole pixels, and narrow bars form stripes. It narrows bars that fill the band. */
const barSize = (band: number, gap: number) => Math.min(band - gap, band * 0.999);

/** A function and not a component, because only Recharts' own components are lines. */
const lineOf = ({ name, look }: ChartSeries) =>
  (isLine(look) || look === 'before') && (
    <Line
      key={name}
      dataKey={keyOf(name)}
      dot={false}
      activeDot={false}
      isAnimationActive={false}
      {...STROKES[look]}
      {...(look === 'before' && { shape: Outline })}
    />
  );

/** Steps as wide as the buckets: the steps of Recharts begin and end in the middle of a bucket. */
function Outline({ points = [], stroke, strokeWidth }: LineDrawShapeProps) {
  const width = (usePlotArea()?.width ?? 0) / points.length;
  const steps = points.map(({ x, y }, index) => {
    if (x === null || y === null) return '';
    return `${(points[index - 1]?.y ?? null) === null ? 'M' : 'L'}${x - width / 2} ${y}h${width}`;
  });
  return <path d={steps.join('')} fill="none" stroke={stroke} strokeWidth={strokeWidth} />;
}

/** The hatch of incomplete buckets, and the stripes of bars. */
function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}part`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2" height="6" fill="var(--color-line-strong)" />
      </pattern>
      {STRIPED.map((look) => (
        <pattern
          key={look}
          id={`${id}${look}`}
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-45)"
        >
          <rect width="3" height="5" fill={COLORS[look]} />
        </pattern>
      ))}
    </defs>
  );
}
