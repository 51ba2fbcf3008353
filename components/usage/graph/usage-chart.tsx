'use client';

import { ChartPanel, type ChartView } from '#components/charts/chart-panel.tsx';
import type { UsageGraph } from '#lib/usage/views.ts';
import { expectedServers, type SilentServer, silentServers } from './bucket-notes.ts';
import { countedOf, dayLimit, toChartData } from './graph.ts';

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
      <Reporters graph={graph} />
    </div>
  );
}

/** Without this text, a period of zeros would look like one without reports. */
const ZERO = 'No requests in this period: the servers reported zero.';

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
