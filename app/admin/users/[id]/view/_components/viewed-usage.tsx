'use client';

import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { queryOf } from '#components/usage/graph/shown-time.ts';
import { UsagePanel } from '#components/usage/usage-panel.tsx';
import { useGraphs } from '#components/usage/use-graphs.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import type { ViewedStatus } from '#lib/customer-view/queries.ts';

type ViewedUsageProps = { userId: string; status: Pick<ViewedStatus, 'has_subscription' | 'usage_limit'> };

/** The user's usage, as on their dashboard. */
export function ViewedUsage({ userId, status }: ViewedUsageProps) {
  if (!status.has_subscription)
    return (
      <section aria-label="Usage" className="rounded-md border bg-surface">
        <EmptyState title="No usage" text="The customer has no plan, and sees no usage." />
      </section>
    );
  return <Panel userId={userId} dailyLimit={status.usage_limit.daily} />;
}

function Panel({ userId, dailyLimit }: { userId: string; dailyLimit: number | null }) {
  const graphs = useGraphs(['admin', 'user-usage', userId], (shown, isBefore) => {
    const params = { id: userId, period: shown.period };
    return asAdmin(callApi('GET /admin/api/user/{id}/usage/{period}', { params, query: queryOf(shown, isBefore) }));
  });
  return (
    <UsagePanel
      title="Usage statistics"
      graphs={graphs}
      dailyLimit={dailyLimit}
      hasDownload={false}
      failureText="Failed to load usage data. This might be because there's no usage data yet."
    />
  );
}
