import { useState } from 'react';
import { DAY, HOUR } from '#lib/base/time.ts';
import type { ChartData } from './chart-data.ts';
import { ChartPanel, type ChartView } from './chart-panel.tsx';

export default { title: 'charts/Chart' };

const START = Date.parse('2026-11-20T14:00:00Z');
const wave = (count: number, top: number, shift = 0) =>
  Array.from({ length: count }, (_, index) => Math.round(top * (0.55 + 0.45 * Math.sin((index + shift) / 3.8))));
const hours = (count: number) => Array.from({ length: count }, (_, index) => START + index * HOUR);
const share = (values: number[], part: number) => values.map((value) => Math.round(value * part));

function Shown({ data, limit }: { data: ChartData; limit?: { value: number; text: string } }) {
  const [view, setView] = useState<ChartView>('chart');
  return (
    <ChartPanel
      label="A chart"
      data={data}
      {...(limit && { limit })}
      csv={{ file: 'chart', source: 'story' }}
      view={view}
      onView={setView}
    />
  );
}

const usage = (values: number[]): ChartData['series'] => [
  { name: 'checked', label: 'Checked', look: 'grey', values },
  { name: 'hits', label: 'Hits', look: 'green', values: share(values, 0.3), isPart: true },
  { name: 'refused', label: 'Refused', look: 'red', values: values.map((value) => Math.max(0, value - 800)) },
];

export const Hours = () => (
  <Shown data={{ starts: hours(24), step: HOUR, unit: 'Requests per hour, UTC', series: usage(wave(24, 1000)) }} />
);

/** Seven days of hours, with a gap, incomplete hours and the previous period behind. */
export const ManyHours = () => {
  const values = wave(168, 1000);
  const withGap = values.map((value, index) => (index > 40 && index < 52 ? null : value));
  const data: ChartData = {
    starts: hours(168),
    step: HOUR,
    unit: 'Requests per hour, UTC',
    notes: values.map((_, index) => (index > 150 ? '1 of 2 hosts reported' : null)),
    series: [
      { name: 'checked', label: 'Checked', look: 'grey', values: withGap },
      { name: 'before', label: 'Previous period', look: 'before', values: wave(168, 1000, 8) },
    ],
  };
  return <Shown data={data} />;
};

export const DaysWithALimit = () => {
  const data: ChartData = {
    starts: Array.from({ length: 30 }, (_, index) => START + index * DAY),
    step: DAY,
    unit: 'Requests per day, UTC',
    notes: Array.from({ length: 30 }, (_, index) => (index === 29 ? 'Not finished: reports are still to come' : null)),
    series: [
      ...usage(wave(30, 1000)),
      { name: 'before', label: 'Previous period', look: 'before', values: wave(30, 1100, 5) },
    ],
  };
  return <Shown data={data} limit={{ value: 800, text: 'Limit per day' }} />;
};

const money = {
  short: (pence: number) => `${pence < 0 ? '−' : ''}£${Math.abs(pence) / 100}`,
  full: (pence: number) => `${pence < 0 ? '−' : ''}£${(Math.abs(pence) / 100).toFixed(2)}`,
};

/** What customers pay more and less, by month. */
export const Movements = () => {
  const data: ChartData = {
    starts: Array.from({ length: 12 }, (_, index) => Date.UTC(2025, 11 + index)),
    step: 'month',
    unit: 'MRR movements per month',
    format: money,
    series: [
      { name: 'new_pence', label: 'New', look: 'green', values: wave(12, 40_000) },
      { name: 'expansion_pence', label: 'Expansion', look: 'green-striped', values: wave(12, 9000, 4) },
      { name: 'contraction_pence', label: 'Contraction', look: 'red-striped', values: wave(12, -5000, 2) },
      { name: 'churn_pence', label: 'Churn', look: 'red', values: wave(12, -14_000, 7) },
    ],
  };
  return <Shown data={data} />;
};

export const HitRates = () => {
  const rates = (shift: number) => wave(24, 60, shift).map((rate, index) => (index === 9 ? null : rate));
  const data: ChartData = {
    starts: hours(24),
    step: HOUR,
    unit: 'Hits of checked requests, %',
    isShare: true,
    series: [
      { name: 'fuzzy1', label: 'fuzzy1', look: 'line', values: rates(0) },
      { name: 'fuzzy2', label: 'fuzzy2', look: 'line-dashed', values: rates(3) },
      { name: 'fuzzy3', label: 'fuzzy3', look: 'line-dotted', values: wave(24, 60, 6) },
    ],
  };
  return <Shown data={data} />;
};
