'use client';

import { useId } from 'react';
import {
  Bar,
  type BarShapeProps,
  CartesianGrid,
  ComposedChart,
  DefaultZIndexes,
  Line,
  type LineDrawShapeProps,
  Rectangle,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  usePlotArea,
  useYAxisScale,
  XAxis,
  YAxis,
} from 'recharts';
import {
  type ChartData,
  type ChartLimit,
  type ChartSeries,
  gapsOf,
  type IndexRange,
  linesOf,
  type LineLook,
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

/** Draws bars, lines and axes. Hover, keyboard and texts are in chart.tsx. */
export function Plot({ data, limit, ticks }: PlotProps) {
  const id = useId();
  const { starts, series } = data;
  const stack = stackOf(series);
  const lines = linesOf(series);
  const rows = starts.map((start, index) => ({
    start,
    ...Object.fromEntries([...stack, ...lines].map(({ name, values }) => [keyOf(name), values[index] ?? null])),
  }));
  const areaOf = ({ from, to }: IndexRange) => ({ x1: starts[from] ?? 0, x2: starts[to] ?? 0 });
  const times = axisTicks(data).filter(({ at, isBoundary }) => at < 0.97 || !isBoundary);
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)];
  return (
    <ResponsiveContainer width="100%" height="100%" className="forced-color-adjust-none [print-color-adjust:exact]">
      <ComposedChart
        key={stack.map(({ name }) => name).join()} // Recharts stacks bars in the order in which they appeared
        data={rows}
        stackOffset="sign"
        margin={{ top: PLOT.top, right: PLOT.right, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" shapeRendering="crispEdges" />
        {/* A hidden axis, too, moves the next one by its height. */}
        <XAxis dataKey="start" scale="band" hide height={0} />
        <XAxis
          xAxisId="time"
          type="number"
          // From the start of the first bucket to the end of the last one. Without a key, Recharts counts rows instead.
          domain={[0, 1]}
          dataKey="start"
          allowDataOverflow
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
            <ReferenceArea key={area.x1} {...area} fill="var(--color-ink)" fillOpacity={0.08} ifOverflow="visible" />
          ))}
        {partsOf(data)
          .map(areaOf)
          .map((area) => (
            <ReferenceArea key={area.x1} {...area} fill={`url(#${id}part)`} fillOpacity={0.4} ifOverflow="visible" />
          ))}
        <Bars id={id} stack={stack} count={starts.length} />
        {lines.map((each) => each.look === 'before' && <Line key="ground" {...lineOf(each)} {...GROUND} />)}
        {lines.map((each) => (
          <Line key={each.name} {...lineOf(each)} />
        ))}
        <ReferenceLine y={0} stroke="var(--color-line-strong)" shapeRendering="crispEdges" />
        {limit && limit.value <= top && <ReferenceLine y={limit.value} {...STROKES.limit} />}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

/** The prefix keeps a series with the name of an attribute from setting it on each bar. */
const keyOf = (name: string) => `value-${name}`;

type BarsProps = { id: string; stack: readonly StackedSeries[]; count: number };

function Bars({ id, stack, count }: BarsProps) {
  const band = (usePlotArea()?.width ?? 0) / count;
  return stack.map(({ name, look, values }) => (
    <Bar
      key={name}
      data-series={name}
      dataKey={keyOf(name)}
      stackId="stack"
      barSize={barSize(band, gapOf(band))}
      minPointSize={(_, index) => (values[index] ? 1 : 0)}
      shapeRendering="crispEdges"
      isAnimationActive={false}
      {...(STRIPED.includes(look)
        ? { fill: `url(#${id}${look})`, stroke: COLORS[look], shape: Bordered }
        : { fill: COLORS[look] })}
    />
  ));
}

/** A bar with its border inside. */
function Bordered({ x, y, width, height, ...bar }: BarShapeProps) {
  const top = Math.min(y, y + height) + 0.5;
  return <Rectangle {...bar} x={x + 0.5} y={top} width={width - 1} height={Math.max(0, Math.abs(height) - 1)} />;
}

/** Many narrow bars have no space between them. */
const gapOf = (band: number) => (band < 4 ? 0 : Math.max(1, Math.floor(band / 4)));

/** Without a size, Recharts rounds it to whole pixels, and narrow bars form stripes. It narrows bars that fill the band. */
const barSize = (band: number, gap: number) => Math.min(band - gap, band * 0.999);

const lineOf = ({ name, look }: ChartSeries & { look: LineLook | 'before' }) => ({
  dataKey: keyOf(name),
  dot: false,
  activeDot: false,
  isAnimationActive: false,
  ...STROKES[look],
  ...(look === 'before' && { shape: Outline }),
});

/** The previous period's outline. The steps of Recharts would begin and end in the middle of a bucket. */
function Outline({ points = [], stroke, strokeWidth }: LineDrawShapeProps) {
  const width = (usePlotArea()?.width ?? 0) / points.length;
  const steps = points.map(({ x, y }, index) => {
    if (x === null || y === null) return '';
    return `${(points[index - 1]?.y ?? null) === null ? 'M' : 'L'}${x - width / 2} ${y}h${width}`;
  });
  return <path d={steps.join('')} fill="none" stroke={stroke} strokeWidth={strokeWidth} />;
}

/** What the outline encloses, behind the bars. */
function Ground({ points = [] }: LineDrawShapeProps) {
  const width = (usePlotArea()?.width ?? 0) / points.length;
  const zero = useYAxisScale()?.(0) ?? 0;
  const boxes = points.map(({ x, y }) =>
    x === null || y === null ? '' : `M${x - width / 2} ${y}h${width}V${zero}h${-width}Z`,
  );
  return <path d={boxes.join('')} fill="var(--color-ink)" fillOpacity={0.1} />;
}

const GROUND = { shape: Ground, zIndex: DefaultZIndexes.area };

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
