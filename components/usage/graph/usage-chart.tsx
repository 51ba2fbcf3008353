'use client';

import { ChartPanel, type ChartView } from '#components/charts/chart-panel.tsx';
import type { UsageGraph } from '#lib/usage/views.ts';
import { completenessText, type SilentServer, silentServers, stoppedServers } from './bucket-notes.ts';
import { countedOf, dayLimit, toChartData, unitOf } from './graph.ts';

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
  /** Offers the numbers as a CSV file. */
  hasDownload?: boolean;
  view: ChartView;
  onView: (view: ChartView) => void;
};

/** Usage over time, in one form for every period: a bar of each bucket with checked, hits and refused requests. */
export function UsageChart({
  label,
  source,
  graph,
  before,
  dailyLimit,
  hasDownload = true,
  view,
  onView,
}: UsageChartProps) {
  const data = toChartData(graph, before);
  const { selected } = graph.legend;
  return (
    <div className="space-y-3">
      <ChartPanel
        label={label}
        data={data}
        limit={dailyLimit === null ? null : dayLimit(dailyLimit, data.step)}
        note={countedOf(graph) === 0 ? ZERO : undefined}
        csv={hasDownload ? { file: `usage-${source.replaceAll(/[^\w.-]+/g, '_')}`, source } : null}
        hiddenFirst={graph.series.map(({ name }) => name).filter((name) => !selected[name])}
        view={view}
        onView={onView}
      />
      <Reporters graph={graph} unit={unitOf(data.step)} />
    </div>
  );
}

/** Without this text, a period of zeros would look like one without reports. */
const ZERO = 'No requests in this period: the storage hosts reported zero.';

/** Below the chart, once: which servers have stopped, or else what is incomplete. */
function Reporters({ graph, unit }: { graph: UsageGraph; unit: string }) {
  const silent = silentServers(graph);
  const stopped = stoppedServers(graph).filter((name) => !silent.some((each) => each.name === name));
  const warnings = [
    ...silent.map(silenceText),
    ...(stopped.length ? [`${stopped.join(', ')} ${stopped.length === 1 ? 'has' : 'have'} stopped reporting.`] : []),
  ];
  return (
    <p className="min-h-10 text-small text-muted sm:min-h-5">
      {warnings.length === 0 && completenessText(graph, unit)}
      {warnings.length > 0 && (
        <>
          <span className="font-medium text-amber">{warnings.join(' ')}</span> Requests there are not in the sums.
        </>
      )}
    </p>
  );
}

function silenceText({ name, since }: SilentServer): string {
  if (since === null) return `No reports from ${name} in this period.`;
  return `No reports from ${name} since ${since.slice(0, 10)} ${since.slice(11, 16)} UTC.`;
}
