'use client';

import { ChartLine, Download, Table2 } from 'lucide-react';
import { useState } from 'react';
import { chartRows } from '#components/charts/chart-csv.ts';
import { drawnOf, gapsOf, partsOf, presentIndex, type ChartData } from '#components/charts/chart-data.ts';
import { ChartTable } from '#components/charts/chart-table.tsx';
import { Chart } from '#components/charts/chart.tsx';
import { Legend } from '#components/charts/legend.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { saveFile } from '#components/ui/actions/save-file.ts';
import type { UsageGraph } from '#lib/usage/views.ts';
import { toBurnUp } from './burn-up.ts';
import { countedOf, dayLimit, toChartData } from './graph.ts';
import { Reporters } from './reporters.tsx';
import { CHART_HEAD } from '../usage-frame.tsx';

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
  const { toLines } = await import('#lib/csv.ts');
  const [first = 0, last = first] = [data.starts[0], data.starts[presentIndex(data)]];
  const days = [first, last + data.stepMs].map((at) => new Date(at).toISOString().slice(0, 10));
  const name = ['usage', source.replaceAll(/[^\w.-]+/g, '_'), ...days].join('-');
  saveFile(`${name}.csv`, toLines(chartRows(source, data)), 'text/csv;charset=utf-8');
}
