'use client';

import { ChartColumn, Download, Table2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { saveFile } from '#components/ui/actions/save-file.ts';
import { endOf } from './bucket-text.ts';
import { chartRows } from './chart-csv.ts';
import { gapsOf, partsOf, type ChartData, type ChartLimit } from './chart-data.ts';
import { ChartTable } from './chart-table.tsx';
import { Chart } from './chart.tsx';
import { Legend } from './legend.tsx';
import { CHART_HEAD } from './plot-frame.ts';

export type ChartView = 'chart' | 'table';

type ChartPanelProps = {
  /** Names the chart: `Usage of fuzzy1, 7 days`. */
  label: string;
  data: ChartData;
  limit?: ChartLimit | null;
  /** Text over the chart, where the chart alone could be misread. */
  note?: string | undefined;
  /** The first part of the CSV file's name, and the text of its column `source`. Null offers no file. */
  csv: { file: string; source: string } | null;
  /** The series that are hidden at first. */
  hiddenFirst?: readonly string[];
  view: ChartView;
  onView: (view: ChartView) => void;
};

/** Series over time: as a chart with a legend, as a table of the same height, and as a CSV file. */
export function ChartPanel({ label, data, limit = null, note, csv, hiddenFirst = [], view, onView }: ChartPanelProps) {
  const [hidden, setHidden] = useState(hiddenFirst);
  const shown = { ...data, series: data.series.filter(({ name }) => !hidden.includes(name)) };
  const toggle = (name: string) =>
    setHidden((names) => (names.includes(name) ? names.filter((other) => other !== name) : [...names, name]));
  return (
    <div className="space-y-3">
      <div className={CHART_HEAD}>
        {view === 'chart' ? (
          <Legend
            series={data.series}
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
              <ChartColumn aria-hidden="true" className="size-4" />
            )}
            {view === 'chart' ? 'Show as table' : 'Show as chart'}
          </Button>
          {csv && (
            <Button variant="secondary" size="sm" onClick={() => void saveCsv(csv, data)}>
              <Download aria-hidden="true" className="size-4" />
              CSV
            </Button>
          )}
        </div>
      </div>
      {view === 'chart' ? (
        <Chart label={label} data={shown} limit={limit} note={note} />
      ) : (
        <ChartTable label={label} data={data} />
      )}
    </div>
  );
}

async function saveCsv({ file, source }: { file: string; source: string }, data: ChartData): Promise<void> {
  const { toLines } = await import('#lib/base/text/csv.ts');
  const [first = 0, last = first] = [data.starts[0], data.starts.at(-1)];
  const days = [first, endOf(last, data.step)].map((at) => new Date(at).toISOString().slice(0, 10));
  saveFile(`${[file, ...days].join('-')}.csv`, toLines(chartRows(source, data)), 'text/csv;charset=utf-8');
}
