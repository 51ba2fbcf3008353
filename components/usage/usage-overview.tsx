'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { countOf } from '#lib/base/text/format.ts';
import { sortUsageRows, toUsageRow, usageTexts } from './usage-rows.ts';
import { UsageTable } from './usage-table.tsx';
import { useKeyUsages } from './use-key-usage.ts';

type OverviewKey = { description: string; key_id: string; user_id: string | null };
type UsageOverviewProps = {
  /** one page of keys, busiest first */
  ranking: UseQueryResult<{ keys: OverviewKey[] }>;
  isExpanded: boolean;
  onExpand: (isExpanded: boolean) => void;
  /** links to the other pages */
  children: ReactNode;
};

/** Usage and limits of all matching keys. Sends no requests while collapsed. */
export function UsageOverview({ ranking, isExpanded, onExpand, children }: UsageOverviewProps) {
  const id = useId();
  const keys = ranking.data?.keys ?? [];
  const queries = useKeyUsages(isExpanded ? keys.map(({ key_id: keyId }) => keyId) : []);
  const loading = queries.filter(({ isFetching }) => isFetching).length;
  const refresh = () => void Promise.all([ranking, ...queries].map(({ refetch }) => refetch()));
  return (
    <Card
      title="Usage Overview"
      actions={
        <>
          {isExpanded && (
            <Button variant="secondary" size="sm" aria-disabled={loading > 0} onClick={() => loading || refresh()}>
              Refresh<span className="sr-only"> usage</span>
            </Button>
          )}
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={isExpanded}
            aria-controls={id}
            onClick={() => onExpand(!isExpanded)}
          >
            {isExpanded ? 'Collapse' : 'Expand'}
            <span className="sr-only"> usage overview</span>
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small text-muted">
        <p>Last 30 days of all keys that match, the busiest first.</p>
        {isExpanded && keys.length > 0 && <Progress done={keys.length - loading} of={keys.length} />}
      </div>
      <div id={id} hidden={!isExpanded}>
        {isExpanded && (
          <div className="space-y-3">
            <QueryResult
              query={ranking}
              skeleton={<Rows keys={[]} queries={[]} loading={0} onRetry={refresh} />}
              failure={(error) => <Failure error={error} onRetry={refresh} />}
            >
              {(page) => <Rows keys={page.keys} queries={queries} loading={loading} onRetry={refresh} />}
            </QueryResult>
            {children}
          </div>
        )}
      </div>
    </Card>
  );
}

type RowsProps = {
  keys: readonly OverviewKey[];
  queries: ReturnType<typeof useKeyUsages>;
  loading: number;
  onRetry: () => void;
};

function Rows({ keys, queries, loading, onRetry }: RowsProps) {
  const rows = keys.flatMap((key, index) => (queries[index] ? [toUsageRow(key, queries[index])] : []));
  const sorted = loading ? rows : sortUsageRows(rows);
  const failures = queries.flatMap(({ error }) => error ?? []);
  if (!loading && rows.length && rows.every(({ error }) => error === usageTexts.failed))
    return <Failure error={failures[0]} onRetry={onRetry} />;
  const isSomeMissing = !loading && (failures.length > 0 || rows.some(({ error }) => error !== null));
  const isEmpty = rows.length > 0 && rows.every(({ usage }) => usage && !usage.daily_series.length);
  return (
    <div className="mt-3 space-y-3">
      {isSomeMissing && <Alert tone="warning" text={usageTexts.someFailed} />}
      {isEmpty && <Alert tone="info" text={usageTexts.empty} />}
      <div className="[--table-ground:var(--color-surface)]">
        <UsageTable caption="Usage Overview" rows={sorted} isBusy={loading > 0} />
      </div>
      <p className="max-w-measure text-small text-muted">{FOOTNOTE}</p>
    </div>
  );
}

function Failure({ error, onRetry }: { error: Error | undefined; onRetry: () => void }) {
  return (
    <div className="mt-4">
      <ErrorCard text={usageTexts.failed} error={error} onRetry={onRetry} />
    </div>
  );
}

const FOOTNOTE =
  'Limits are estimated from ratelimit metadata (rate x 86,400 seconds, scaled by quantity); usage comes from daily aggregated metric buckets for the last 30 days.';

/** How many rows have loaded. Announced to screen readers, too. */
function Progress({ done, of }: { done: number; of: number }) {
  return (
    <div className="flex h-5 items-center gap-3">
      {done < of && <progress aria-label="Usage loaded" value={done} max={of} className="progress-bar w-32" />}
      <p role="status">
        {done < of ? `Loading usage: ${done} of ${countOf(of, 'key')}` : `Usage of ${countOf(of, 'key')} loaded`}
      </p>
    </div>
  );
}
