'use client';

import { ChartLine, Download, Table2 } from 'lucide-react';
import { useState } from 'react';
import { chartRows } from '#components/charts/chart-csv.ts';
import { type ChartData, drawnOf, gapsOf, partsOf, presentIndex } from '#components/charts/chart-data.ts';
import { ChartTable } from '#components/charts/chart-table.tsx';
import { Chart } from '#components/charts/chart.tsx';
import { Legend } from '#components/charts/legend.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { saveFile } from '#components/ui/actions/save-file.ts';
import { HOUR } from '#lib/base/time.ts';
import type { UsageGraph } from '#lib/usage/views.ts';
import { CHART_HEAD } from '../usage-frame.tsx';
import { expectedServers, notesOf, type SilentServer, silentServers } from './bucket-notes.ts';
import { beforeSeries, bucketsOf, countedOf, dayLimit, toChartData, valuesOf } from './graph.ts';

type UsageChartProps = {
  /** Names the chart: `Usage of fuzzy1, 7 days`. */
  label: string;
  /** A server or a key, for the CSV file and its name. */
  source: string;
  graph: UsageGraph;
  /** the graph of the previous period; undefined without a comparison */
  before: UsageGraph | undefined;
  /** requests a day; null if there is no limit, or if the graph shows only one of the servers that share it */
  dailyLimit: number | null;
  /** the graph shows the most recent 24 hours, to which the daily limit applies */
  isDay: boolean;
  /** Offers the numbers as a CSV file. */
  hasDownload?: boolean;
  view: 'chart' | 'table';
  onView: (view: 'chart' | 'table') => void;
};

/**
 * Usage over time: as a chart, as a table of the same height, and as a CSV file. A chart of 24 hours with a limit shows
 * the running sum; other charts show checked, hits and errors of each bucket.
 */
export function UsageChart({
  label,
  source,
  graph,
  before,
  dailyLimit,
  isDay,
  hasDownload = true,
  view,
  onView,
}: UsageChartProps) {
  const [hidden, setHidden] = useState(() =>
    graph.series.map(({ name }) => name as string).filter((name) => !graph.legend.selected[name as 'checked']),
  );
  const isBurnUp = isDay && dailyLimit !== null;
  const data = isBurnUp ? toBurnUp(graph, dailyLimit, before) : toChartData(graph, before);
  const dayLine = dailyLimit === null ? null : dayLimit(dailyLimit, data.stepMs);
  const limit = isBurnUp ? { value: dailyLimit, text: 'Daily limit' } : dayLine;
  const shown = { ...data, series: data.series.filter(({ name }) => !hidden.includes(name)) };
  const toggle = (name: string) =>
    setHidden((names) => (names.includes(name) ? names.filter((other) => other !== name) : [...names, name]));
  return (
    <div className="space-y-3">
      <div className={CHART_HEAD}>
        {view === 'chart' ? (
          <Legend
            series={drawnOf(data.series)}
            hidden={hidden}
            onToggle={toggle}
            hasLimit={limit !== null}
            hasGaps={gapsOf(data).length > 0}
            hasParts={partsOf(data).length > 0}
          />
        ) : (
          <p className="text-small text-muted">The newest first.</p>
        )}
        <div className="mt-auto flex gap-2 lg:mt-0">
          <Button variant="secondary" size="sm" onClick={() => onView(view === 'chart' ? 'table' : 'chart')}>
            {view === 'chart' ? (
              <Table2 aria-hidden="true" className="size-4" />
            ) : (
              <ChartLine aria-hidden="true" className="size-4" />
            )}
            {view === 'chart' ? 'Show as table' : 'Show as chart'}
          </Button>
          {hasDownload && (
            <Button variant="secondary" size="sm" onClick={() => void saveCsv(source, data)}>
              <Download aria-hidden="true" className="size-4" />
              CSV
            </Button>
          )}
        </div>
      </div>
      {view === 'chart' ? (
        <Chart label={label} data={shown} limit={limit} note={countedOf(graph) === 0 ? ZERO : undefined} />
      ) : (
        <ChartTable label={label} data={data} />
      )}
      <Reporters graph={graph} />
    </div>
  );
}

/** Without this text, a period of zeros would look like one without reports. */
const ZERO = 'No requests in this period: the servers reported zero.';

async function saveCsv(source: string, data: ChartData): Promise<void> {
  const { toLines } = await import('#lib/base/text/csv.ts');
  const [first = 0, last = first] = [data.starts[0], data.starts[presentIndex(data)]];
  const days = [first, last + data.stepMs].map((at) => new Date(at).toISOString().slice(0, 10));
  const name = ['usage', source.replaceAll(/[^\w.-]+/g, '_'), ...days].join('-');
  saveFile(`${name}.csv`, toLines(chartRows(source, data)), 'text/csv;charset=utf-8');
}

/** Below the chart: whether all servers report, or which have stopped. Their requests are missing from the sums. */
function Reporters({ graph }: { graph: UsageGraph }) {
  const silent = silentServers(graph);
  const expected = expectedServers(graph);
  return (
    <p className="min-h-10 text-small text-muted sm:min-h-5">
      {silent.length === 0 && expected > 0 && `Reported by ${expected === 1 ? '1 server' : `all ${expected} servers`}.`}
      {silent.length > 0 && (
        <>
          <span className="font-medium text-amber">{silent.map(silenceText).join(' ')}</span> Its requests are not in
          the sums.
        </>
      )}
    </p>
  );
}

function silenceText({ name, since }: SilentServer): string {
  if (since === null) return `No reports from ${name} in this period.`;
  return `No reports from ${name} since ${since.slice(0, 10)} ${since.slice(11, 16)} UTC.`;
}

/** How many hours of the forecast are shown at least. */
const LEAST_HOURS = 6;

type Values = (number | null)[];

/**
 * Chart data of the running sum of requests toward a daily limit, followed by the forecast until it reaches the limit.
 * A forecast value is the expected sum of the 24 hours that end then. The counts of each bucket are shown at the
 * cursor, in the table and in the CSV file, but not drawn.
 */
export function toBurnUp(graph: UsageGraph, limit: number, before?: UsageGraph): ChartData {
  const { starts, stepMs } = bucketsOf(graph);
  const soFar = sumsSoFar(graph);
  const forecast = toBuckets(
    shownHours(graph.forecast ?? [], limit),
    soFar.findLast((value) => value !== null) ?? 0,
    stepMs,
  );
  const end = (starts.at(-1) ?? 0) + stepMs;
  const ahead = forecast.length;
  const later = Array<null>(ahead).fill(null);
  const notes = notesOf(graph);
  return {
    starts: [...starts, ...forecast.map((_, index) => end + index * stepMs)],
    stepMs,
    unit: `Requests since ${clock(starts[0] ?? 0)}, UTC`,
    isAtEnd: true,
    ahead,
    ...(notes && { notes: [...notes, ...later] }),
    series: [
      { name: 'so_far', label: 'Requests so far', look: 'area', values: [...soFar, ...later] },
      ...toChartData(graph).series.map((each) => ({ ...each, look: null, values: [...each.values, ...later] })),
      ...(before ? [beforeSeries('so_far_before', 'Before', [...sumsSoFar(before), ...later])] : []),
      ...(ahead ? [forecastSeries(soFar, forecast)] : []),
    ],
  };
}

/** Starts with the present sum, so that the forecast's line begins where the line of the requests ends. */
const forecastSeries = (soFar: Values, forecast: Values) => ({
  name: 'forecast',
  label: 'Forecast',
  look: 'forecast' as const,
  values: [...soFar.slice(0, -1).map(() => null), soFar.at(-1) ?? null, ...forecast],
});

/** The running sum of checked and errors; null where no host reported. */
function sumsSoFar(graph: UsageGraph): Values {
  const errors = valuesOf(graph, 'errors');
  let total = 0;
  return valuesOf(graph, 'checked').map((checked, index) => {
    if (checked === null) return null;
    total += checked + (errors[index] ?? 0);
    return total;
  });
}

/** The hours until the limit is reached, but at least six. Six if the forecast never reaches it. */
function shownHours(hours: readonly number[], limit: number): readonly number[] {
  const reached = hours.findIndex((total) => total >= limit);
  return hours.slice(0, Math.max(LEAST_HOURS, reached + 1));
}

/** Divides hours evenly into buckets, starting with the sum `from`. */
function toBuckets(hours: readonly number[], from: number, stepMs: number): number[] {
  const parts = HOUR / stepMs;
  return hours.flatMap((total, hour) => {
    const start = hours[hour - 1] ?? from;
    return Array.from({ length: parts }, (_, part) => Math.round(start + ((total - start) * (part + 1)) / parts));
  });
}

const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
