'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { RequestId } from '#components/ui/states/request-id.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import type { UsageGraph, UsageGraphView } from '#lib/usage/views.ts';
import { AGGREGATE, countedOf, EMPTY_GRAPH, PERIOD_TEXTS } from './graph.ts';
import { limitText, type LimitUnit, type UsageLimit } from './limit-text.ts';
import { UsageChart } from './usage-chart.tsx';
import { RefreshButton, ServerSelect, UsagePeriodSwitch } from './usage-controls.tsx';
import { CHART_WITH_HEAD, UsageFrame, UsageSkeleton } from './usage-frame.tsx';
import { UsageOfLimit, UsageTotals } from './usage-totals.tsx';
import { useUsageView } from './use-usage-view.ts';

type UsagePanelProps = {
  title: string;
  /** for the period of `useUsageView` */
  query: UseQueryResult<UsageGraphView>;
  limit: UsageLimit;
  /** the unit of the limit that is shown first */
  firstUnit: LimitUnit;
  /** shown if the request fails */
  failureText: string;
  /** an action that is offered if nothing was reported */
  whenEmpty?: ReactNode;
};

/** A user's usage over a period: sums, share of the limit, and a chart, for all servers or for one. */
export function UsagePanel({ title, query, ...content }: UsagePanelProps) {
  const id = useId();
  const [{ period, server }, setView] = useUsageView();
  const servers = Object.keys(query.data ?? {}).filter((name) => name !== AGGREGATE);
  const options = [
    { value: AGGREGATE, label: 'All servers' },
    ...servers.map((name) => ({ value: name, label: name })),
  ];
  return (
    <section aria-labelledby={id} className="space-y-4 border-t pt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <UsagePeriodSwitch value={period} onChange={(chosen) => void setView({ period: chosen })} />
          <ServerSelect
            servers={options}
            value={servers.includes(server) ? server : AGGREGATE}
            onChange={(chosen) => void setView({ server: chosen })}
          />
          <RefreshButton isBusy={query.isFetching} onRefresh={() => void query.refetch()} />
        </div>
      </div>
      <Content query={query} {...content} />
    </section>
  );
}

function Content({ query, limit, firstUnit, failureText, whenEmpty }: Omit<UsagePanelProps, 'title'>) {
  return (
    <QueryResult
      query={query}
      skeleton={<UsageSkeleton />}
      failure={(error, retry) => <ErrorCard text={failureText} error={error} onRetry={retry} />}
    >
      {(graphs) => <Graphs query={query} graphs={graphs} limit={limit} firstUnit={firstUnit} whenEmpty={whenEmpty} />}
    </QueryResult>
  );
}

type GraphsProps = Pick<UsagePanelProps, 'query' | 'limit' | 'firstUnit' | 'whenEmpty'> & { graphs: UsageGraphView };

function Graphs({ query, graphs, limit, firstUnit, whenEmpty }: GraphsProps) {
  const dailyLimit = limit.daily;
  const [{ period, server }] = useUsageView();
  const aggregate = graphs[AGGREGATE] ?? EMPTY_GRAPH;
  const one = server === AGGREGATE ? undefined : graphs[server];
  const graph = one ?? aggregate;
  const { days, label } = PERIOD_TEXTS[period];
  return (
    <div className="space-y-4">
      {query.error && <Stale query={query} error={query.error} />}
      <UsageFrame
        totals={<UsageTotals graph={graph} />}
        limit={
          <UsageOfLimit
            period={label}
            graph={aggregate}
            limit={dailyLimit === null ? null : dailyLimit * days}
            text={limitText(limit, firstUnit)}
          />
        }
      >
        {countedOf(graph) === null ? (
          <NothingReported server={one ? server : null}>{countedOf(aggregate) === null && whenEmpty}</NothingReported>
        ) : (
          <ShownGraph graph={graph} server={one ? server : null} dailyLimit={one ? null : dailyLimit} />
        )}
      </UsageFrame>
    </div>
  );
}

type ShownGraphProps = {
  graph: UsageGraph;
  /** null means all servers together */
  server: string | null;
  dailyLimit: number | null;
};

function ShownGraph({ graph, server, dailyLimit }: ShownGraphProps) {
  const [{ period, view }, setView] = useUsageView();
  return (
    <UsageChart
      label={`Usage of ${server ?? 'all servers'}, ${PERIOD_TEXTS[period].label}`}
      source={server ?? AGGREGATE}
      graph={graph}
      dailyLimit={dailyLimit}
      view={view}
      onView={(chosen) => void setView({ view: chosen })}
    />
  );
}

/** Shown in place of the chart if no host reported, which is not the same as zero. */
function NothingReported({ server, children }: { server: string | null; children: ReactNode }) {
  const [{ period }] = useUsageView();
  return (
    <div className={`flex items-center justify-center ${CHART_WITH_HEAD}`}>
      <EmptyState
        title={`No data for the last ${PERIOD_TEXTS[period].label}`}
        text={`${server ?? 'No storage server'} has reported ${server ? 'nothing' : 'anything'} about this key in this time. Requests show here a few minutes after they were made.`}
      >
        {children}
      </EmptyState>
    </div>
  );
}

/** Shown after a failed refresh: the old data stays, with its time. */
function Stale({ query, error }: { query: UseQueryResult; error: Error }) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <Alert tone="warning" text={`Usage could not be refreshed. ${error.message}`}>
      <p className="text-ink">
        What you see is from <Time at={new Date(query.dataUpdatedAt)} />. {requestId && <RequestId id={requestId} />}
      </p>
      <Button variant="secondary" size="sm" onClick={() => void query.refetch()}>
        Retry
      </Button>
    </Alert>
  );
}
