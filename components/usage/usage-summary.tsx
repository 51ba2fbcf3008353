'use client';

import { type ReactNode, useId } from 'react';
import { Chart } from '#components/charts/chart.tsx';
import { SMALL_CHART_HEIGHT } from '#components/charts/plot-frame.ts';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { useDateTexts } from '#components/ui/data/iso-dates.tsx';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { classNames } from '#components/ui/look/class-names.ts';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { paths, withQuery } from '#lib/base/paths.ts';
import { PERIODS } from '#lib/usage/buckets.ts';
import type { UsageGraph, UsageGraphView } from '#lib/usage/views.ts';
import { AGGREGATE, countedOf, dayLimit, EMPTY_GRAPH, toChartData } from './graph/graph.ts';
import { PERIOD_TEXTS, textsOf } from './graph/shown-time.ts';
import { UsageFailure } from './usage-failure.tsx';
import { SummarySkeleton, UsageFrame } from './usage-frame.tsx';
import { UsageOfLimit, UsageTotals } from './usage-totals.tsx';
import type { Graphs } from './use-graphs.ts';
import { useUsageView } from './use-usage-view.ts';

type UsageSummaryProps = {
  title: string;
  graphs: Graphs<UsageGraphView>;
  /** requests a day; null without a limit */
  dailyLimit: number | null;
  failureText: string;
  /** an action that is offered if nothing was reported */
  whenEmpty: ReactNode;
};

const OPTIONS = PERIODS.map((value) => ({ value, label: PERIOD_TEXTS[value].label }));

/** A user's usage of a period at a glance: sums, share of the limit, and a small chart of all servers together. */
export function UsageSummary({ title, graphs: { query }, dailyLimit, failureText, whenEmpty }: UsageSummaryProps) {
  const id = useId();
  const [{ period }, setView] = useUsageView();
  return (
    <section id="usage" aria-labelledby={id} className="space-y-4 border-t pt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Segmented
            legend="Period"
            options={OPTIONS}
            value={period}
            onChange={(chosen) => void setView({ period: chosen, from: null, to: null })}
          />
          <a
            href={withQuery(paths.usage, { period: period === '24h' || period === 'range' ? undefined : period })}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            All usage
          </a>
        </div>
      </div>
      <QueryResult
        query={query}
        skeleton={<SummarySkeleton />}
        failure={(error, retry) => <UsageFailure text={failureText} error={error} onRetry={retry} />}
      >
        {(graphs) => (
          <>
            <Stale query={query} what="Usage" />
            <Shown graph={graphs[AGGREGATE] ?? EMPTY_GRAPH} dailyLimit={dailyLimit} whenEmpty={whenEmpty} />
          </>
        )}
      </QueryResult>
    </section>
  );
}

type ShownProps = Pick<UsageSummaryProps, 'dailyLimit' | 'whenEmpty'> & { graph: UsageGraph };

function Shown({ graph, dailyLimit, whenEmpty }: ShownProps) {
  const [view] = useUsageView();
  const { days, label, phrase } = textsOf(view, useDateTexts());
  const data = toChartData(graph);
  const counted = countedOf(graph);
  return (
    <UsageFrame
      totals={<UsageTotals graph={graph} hasSamples />}
      limit={<UsageOfLimit period={label} graph={graph} dailyLimit={dailyLimit} days={days} />}
    >
      {counted === null ? (
        <div className={classNames('flex flex-col items-center justify-center gap-3 text-center', SMALL_CHART_HEIGHT)}>
          <p className="font-medium">No data {phrase}</p>
          <p className="text-small text-muted">No storage host reported anything about your key.</p>
          {whenEmpty}
        </div>
      ) : (
        <Chart
          label={`Usage of all storage hosts, ${label}`}
          data={data}
          limit={dailyLimit === null ? null : dayLimit(dailyLimit, data.step)}
          note={counted === 0 ? 'No requests in this period.' : undefined}
          isSmall
        />
      )}
    </UsageFrame>
  );
}
