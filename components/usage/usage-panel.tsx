'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useDateTexts } from '#components/ui/data/iso-dates.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import type { UsageGraph, UsageGraphView } from '#lib/usage/views.ts';
import { AGGREGATE, countedOf, EMPTY_GRAPH } from './graph/graph.ts';
import { textsOf } from './graph/shown-time.ts';
import { UsageChart } from './graph/usage-chart.tsx';
import { UsageControls } from './usage-controls.tsx';
import { UsageFailure } from './usage-failure.tsx';
import { CHART_WITH_HEAD, UsageFrame, UsageSkeleton } from './usage-frame.tsx';
import { UsageOfLimit, UsageTotals } from './usage-totals.tsx';
import type { Graphs } from './use-graphs.ts';
import { useUsageView } from './use-usage-view.ts';

type UsagePanelProps = {
  title: string;
  /** the graphs of the view in the URL */
  graphs: Graphs<UsageGraphView>;
  /** requests a day; null without a limit */
  dailyLimit: number | null;
  /** shown if the request fails */
  failureText: string;
  /** an action that is offered if nothing was reported */
  whenEmpty?: ReactNode;
  /** Offers the numbers as a CSV file. */
  hasDownload?: boolean;
};

/** A user's usage over a period: sums, share of the limit, and a chart, for all servers or for one. */
export function UsagePanel({ title, graphs, ...content }: UsagePanelProps) {
  const id = useId();
  const { query } = graphs;
  const [{ server }] = useUsageView();
  const servers = Object.keys(query.data ?? {}).filter((name) => name !== AGGREGATE);
  const options = [
    { value: AGGREGATE, label: 'All storage hosts' },
    ...servers.map((name) => ({ value: name, label: name })),
  ];
  return (
    <section aria-labelledby={id} className="space-y-4 border-t pt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        <UsageControls
          servers={options}
          server={servers.includes(server) ? server : AGGREGATE}
          isBusy={query.isFetching}
          error={query.error}
          onRefresh={() => void query.refetch()}
        />
      </div>
      <Content graphs={graphs} {...content} />
    </section>
  );
}

function Content({ graphs: { query, before }, failureText, ...shown }: Omit<UsagePanelProps, 'title'>) {
  return (
    <QueryResult
      query={query}
      skeleton={<UsageSkeleton />}
      failure={(error, retry) => <UsageFailure text={failureText} error={error} onRetry={retry} />}
    >
      {(graphs) => <Shown query={query} graphs={graphs} before={before} {...shown} />}
    </QueryResult>
  );
}

type ShownProps = Pick<UsagePanelProps, 'dailyLimit' | 'whenEmpty' | 'hasDownload'> & {
  query: UseQueryResult<UsageGraphView>;
  graphs: UsageGraphView;
  before: UsageGraphView | undefined;
};

function Shown({ query, graphs, before, dailyLimit, whenEmpty, hasDownload = true }: ShownProps) {
  const [view] = useUsageView();
  const { server } = view;
  const aggregate = graphs[AGGREGATE] ?? EMPTY_GRAPH;
  const one = server === AGGREGATE ? undefined : graphs[server];
  const graph = one ?? aggregate;
  const graphBefore = before?.[one ? server : AGGREGATE];
  const { days, label } = textsOf(view, useDateTexts());
  return (
    <div className="space-y-4">
      <Stale query={query} what="Usage" />
      <UsageFrame
        totals={<UsageTotals graph={graph} before={graphBefore} />}
        limit={
          <UsageOfLimit
            period={label}
            graph={aggregate}
            dailyLimit={dailyLimit}
            days={days}
            isBesideOne={one !== undefined}
          />
        }
      >
        {countedOf(graph) === null ? (
          <NothingReported server={one ? server : null}>{countedOf(aggregate) === null && whenEmpty}</NothingReported>
        ) : (
          <ShownGraph
            graph={graph}
            before={graphBefore}
            server={one ? server : null}
            dailyLimit={one ? null : dailyLimit}
            hasDownload={hasDownload}
          />
        )}
      </UsageFrame>
    </div>
  );
}

type ShownGraphProps = {
  graph: UsageGraph;
  before: UsageGraph | undefined;
  /** null means all servers together */
  server: string | null;
  dailyLimit: number | null;
  hasDownload: boolean;
};

function ShownGraph({ graph, before, server, dailyLimit, hasDownload }: ShownGraphProps) {
  const [shown, setView] = useUsageView();
  const { label } = textsOf(shown, useDateTexts());
  return (
    <UsageChart
      label={`Usage of ${server ?? 'all storage hosts'}, ${label}`}
      source={server ?? AGGREGATE}
      graph={graph}
      before={before}
      dailyLimit={dailyLimit}
      hasDownload={hasDownload}
      view={shown.view}
      onView={(chosen) => void setView({ view: chosen })}
    />
  );
}

/** Shown in place of the chart if no host reported, which is not the same as zero. */
function NothingReported({ server, children }: { server: string | null; children: ReactNode }) {
  const [view] = useUsageView();
  const { phrase } = textsOf(view, useDateTexts());
  return (
    <div className={`flex items-center justify-center ${CHART_WITH_HEAD}`}>
      <EmptyState
        title={`No data ${phrase}`}
        text={`${server ? `${server} reported nothing` : 'No storage host reported anything'} about this key. Requests appear here a few minutes after Rspamd makes them.`}
      >
        {children}
      </EmptyState>
    </div>
  );
}
