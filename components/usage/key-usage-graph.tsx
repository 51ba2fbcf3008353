'use client';

import { Button } from '#components/ui/actions/button.tsx';
import { useDateTexts } from '#components/ui/data/iso-dates.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import type { UsageGraph } from '#lib/usage/views.ts';
import { AGGREGATE, countedOf, EMPTY_GRAPH } from './graph/graph.ts';
import { textsOf } from './graph/shown-time.ts';
import { UsageChart } from './graph/usage-chart.tsx';
import { UsageControls } from './usage-controls.tsx';
import { UsageFailure } from './usage-failure.tsx';
import { CHART_WITH_HEAD, UsageFrame, UsageSkeleton } from './usage-frame.tsx';
import { UsageOfLimit, UsageTotals } from './usage-totals.tsx';
import { useKeyGraph, useKeyUsage, useUsageServers } from './use-key-usage.ts';
import { useUsageView } from './use-usage-view.ts';

const FAILED = 'Failed to load usage data. Please check your admin permissions and backend connectivity.';

type KeyUsageGraphProps = { description: string; keyId: string };

/** Sums, limit and chart of one key, for all servers or for one. */
export function KeyUsageGraph({ description, keyId }: KeyUsageGraphProps) {
  const [{ server }] = useUsageView();
  const servers = useUsageServers();
  const chosen = servers.data?.find(({ id, name }) => id !== 0 && name === server);
  const all = useKeyGraph(keyId, 0).query;
  const { query: one, before } = useKeyGraph(keyId, chosen?.id ?? 0);
  const options = (servers.data ?? []).flatMap(({ id, name }) => (id === 0 ? [] : [{ value: name, label: name }]));
  return (
    <div className="space-y-4">
      <UsageControls
        servers={[{ value: AGGREGATE, label: 'All storage hosts' }, ...options]}
        server={chosen?.name ?? AGGREGATE}
        isBusy={one.isFetching || all.isFetching}
        error={one.error}
        onRefresh={() => void Promise.all([one.refetch(), all.refetch()])}
      />
      {servers.error && <ServersFailed isBusy={servers.isFetching} onRetry={() => void servers.refetch()} />}
      <QueryResult
        query={one}
        skeleton={<UsageSkeleton />}
        failure={(error, retry) => <UsageFailure text={FAILED} error={error} onRetry={retry} />}
      >
        {(graph) => (
          <Graph
            graph={graph}
            before={before}
            all={all.data ?? EMPTY_GRAPH}
            description={description}
            keyId={keyId}
            server={chosen?.name ?? null}
          />
        )}
      </QueryResult>
    </div>
  );
}

function ServersFailed({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 text-small text-red">
      Failed to load available servers.
      <Button variant="secondary" size="sm" aria-disabled={isBusy} onClick={() => !isBusy && onRetry()}>
        Retry
      </Button>
    </p>
  );
}

type GraphProps = KeyUsageGraphProps & {
  graph: UsageGraph;
  before: UsageGraph | undefined;
  /** the sum of all servers, because they share the limit */
  all: UsageGraph;
  /** null means all servers together */
  server: string | null;
};

function Graph({ graph, before, all, description, keyId, server }: GraphProps) {
  const [shown, setView] = useUsageView();
  const dailyLimit = useKeyUsage(keyId).data?.limit ?? null;
  const { days, label, phrase } = textsOf(shown, useDateTexts());
  return (
    <UsageFrame
      totals={<UsageTotals graph={graph} before={before} />}
      limit={<UsageOfLimit period={label} graph={all} dailyLimit={dailyLimit} days={days} />}
    >
      {countedOf(graph) === null ? (
        <div className={`flex items-center justify-center ${CHART_WITH_HEAD}`}>
          <EmptyState
            title={`No data ${phrase}`}
            text={`${server ?? 'No storage host'} has reported ${server ? 'nothing' : 'anything'} about this key in this time.`}
          />
        </div>
      ) : (
        <UsageChart
          key={server}
          label={`Usage of ${description}, ${server ?? 'all storage hosts'}, ${label}`}
          source={[description, ...(server ? [server] : [])].join(' ')}
          graph={graph}
          before={before}
          dailyLimit={server ? null : dailyLimit}
          view={shown.view}
          onView={(next) => void setView({ view: next })}
        />
      )}
    </UsageFrame>
  );
}
