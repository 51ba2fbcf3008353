'use client';

import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts';
import { compactNumber } from '#components/ui/data/number-text.ts';
import { tickText } from './bucket-text.ts';
import {
  drawnOf,
  gapsOf,
  isAlone,
  partsOf,
  type ChartData,
  type ChartLimit,
  type DrawnSeries,
  type IndexRange,
} from './chart-data.ts';
import { PLOT } from './plot-frame.ts';
import { timeTicks } from './scale.ts';
import { LIMIT_STROKE, STROKES } from './series-looks.ts';

export type PlotProps = { data: ChartData; limit: ChartLimit | null; ticks: readonly number[] };

const AXIS_TEXT = { fill: 'var(--color-muted)', fontSize: 12 };
const MOST_TIME_TICKS = 8;
/** The pattern of incomplete buckets. */
const HATCH = 'chart-incomplete';

/** Draws the lines only. Hover, keyboard and texts are in chart.tsx. */
export function Plot({ data, limit, ticks }: PlotProps) {
  const { stepMs } = data;
  const series = drawnOf(data.series);
  const places = data.isAtEnd ? data.starts.map((start) => start + stepMs) : data.starts;
  const [first = 0, last = first] = [places[0], places.at(-1)];
  const top = ticks.at(-1) ?? 1;
  const [toLeft, toRight] = data.isAtEnd ? [stepMs, 0] : [stepMs / 2, stepMs / 2];
  const bandOf = ({ from, to }: IndexRange) => ({
    x1: Math.max(first, (places[from] ?? first) - toLeft),
    x2: Math.min(last, (places[to] ?? last) + toRight),
  });
  const rows = places.map((at, index) => ({
    at,
    ...Object.fromEntries(series.map((line) => [line.name, line.values[index] ?? null])),
  }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={rows}
        margin={{ top: PLOT.top, right: PLOT.right, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="at"
          type="number"
          domain={[first, last]}
          ticks={timeTicks(first, last, MOST_TIME_TICKS).ticks}
          tickFormatter={tickText}
          height={PLOT.bottom}
          tick={AXIS_TEXT}
          tickMargin={6}
          minTickGap={16}
          interval="equidistantPreserveStart"
          axisLine={{ stroke: 'var(--color-line-strong)' }}
          tickLine={false}
        />
        <YAxis
          domain={[0, top]}
          ticks={[...ticks]}
          tickFormatter={compactNumber}
          width={PLOT.left}
          tick={AXIS_TEXT}
          axisLine={false}
          tickLine={false}
          interval={0}
        />
        {gapsOf(data).map((gap) => (
          <ReferenceArea key={gap.from} {...bandOf(gap)} fill="var(--color-ink)" fillOpacity={0.08} />
        ))}
        <defs>
          <pattern id={HATCH} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line y2="6" stroke="var(--color-line-strong)" strokeWidth="2" />
          </pattern>
        </defs>
        {partsOf(data).map((part) => (
          <ReferenceArea key={part.from} {...bandOf(part)} fill={`url(#${HATCH})`} fillOpacity={0.6} />
        ))}
        {series.map(drawn)}
        {limit && limit.value <= top && <ReferenceLine y={limit.value} {...LIMIT_STROKE} />}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

/** A function and not a component, because Recharts finds its children by their type. */
function drawn({ name, look, values }: DrawnSeries) {
  const { stroke } = STROKES[look];
  const line = {
    ...STROKES[look],
    dataKey: name,
    type: 'linear' as const,
    isAnimationActive: false,
    activeDot: false,
    dot: ({ cx, cy, index = -1 }: DotProps) => (
      <circle key={index} cx={cx} cy={cy} r={isAlone(values, index) ? 3 : 0} fill={stroke} stroke="none" />
    ),
  };
  return look === 'area' ? (
    <Area key={name} {...line} fill={stroke} fillOpacity={0.06} />
  ) : (
    <Line key={name} {...line} />
  );
}

type DotProps = { cx?: number; cy?: number; index?: number };
