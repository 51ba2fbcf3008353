'use client';

import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonCard } from '#components/ui/states/skeleton.tsx';
import { UsagePanel } from '#components/usage/usage-panel.tsx';
import { queryOf } from '#components/usage/graph/shown-time.ts';
import { useGraphs } from '#components/usage/use-graphs.ts';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import type { UserDetailsView } from '#lib/billing/views.ts';
import { UserDetails } from './user-details.tsx';

/** One user's plan, keys and usage. */
export function UserUsage({ userId }: { userId: string }) {
  const query = useQuery({
    queryKey: ['admin', 'user-status', userId],
    queryFn: () => asAdmin(callApi('GET /admin/api/user/{id}/status', { params: { id: userId } })),
  });
  return (
    <QueryResult
      query={query}
      what="the user"
      skeleton={<Loading />}
      failure={(error, retry) => <Failure error={error} onRetry={retry} />}
    >
      {(status) => <Content userId={userId} status={status} />}
    </QueryResult>
  );
}

/** As high as details and usage, so that the footer does not move. */
const Loading = () => (
  <div className="space-y-8">
    <SkeletonCard lines={8} />
    <SkeletonCard lines={12} />
  </div>
);

function Content({ userId, status }: { userId: string; status: UserDetailsView }) {
  return (
    <div className="space-y-8">
      <UserDetails details={status} />
      {status.plan.key ? (
        <UserUsagePanel userId={userId} dailyLimit={status.usage_limit.daily} />
      ) : (
        <section aria-label="Usage" className="rounded-md border bg-surface">
          <EmptyState title="No Usage Data Available" text="This user has no active key." />
        </section>
      )}
    </div>
  );
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) return <ErrorCard text="User not found" error={error} />;
  return <ErrorCard text={error.message} error={error} onRetry={onRetry} />;
}

function UserUsagePanel({ userId, dailyLimit }: { userId: string; dailyLimit: number | null }) {
  const graphs = useGraphs(['admin', 'user-usage', userId], (shown, isBefore) => {
    const params = { id: userId, period: shown.period };
    return asAdmin(callApi('GET /admin/api/user/{id}/usage/{period}', { params, query: queryOf(shown, isBefore) }));
  });
  return (
    <UsagePanel
      title="Usage statistics"
      graphs={graphs}
      dailyLimit={dailyLimit}
      failureText="Failed to load usage data. This might be because there's no usage data yet for this user."
    />
  );
}
