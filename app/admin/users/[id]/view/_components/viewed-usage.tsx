'use client';

import { Servers } from '#components/account/usage/servers.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { queryOf } from '#components/usage/graph/shown-time.ts';
import { UsagePanel } from '#components/usage/usage-panel.tsx';
import { useGraphs } from '#components/usage/use-graphs.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import type { getViewedUsage } from '#lib/customer-view/queries.ts';
import { OwnersScreen } from './viewed-screens.tsx';

type ViewedUsageProps = { userId: string; answers: Answers; at: number };
type Answers = Awaited<ReturnType<typeof getViewedUsage>>;

/** The user's usage and servers, as on their page. The graphs come from an endpoint of the console. */
export function ViewedUsage({ userId, answers, at }: ViewedUsageProps) {
  const { has_subscription: isSubscribed, usage_limit: limit, plan } = answers.userstatus;
  if (!isSubscribed)
    return (
      <section aria-label="Usage" className="rounded-md border bg-surface">
        <EmptyState title="No usage" text="The customer has no plan, and sees no usage." />
      </section>
    );
  return (
    <div className="space-y-10">
      <Panel userId={userId} dailyLimit={limit.daily} />
      {plan.key !== null && (
        <OwnersScreen answers={answers} at={at}>
          <Servers />
        </OwnersScreen>
      )}
    </div>
  );
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
