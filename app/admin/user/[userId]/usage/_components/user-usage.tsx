'use client';

import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { QueryResult } from '#components/ui/query-result.tsx';
import { SkeletonCard } from '#components/ui/skeleton.tsx';
import type { UserDetailsView } from '#lib/billing/views.ts';
import { asAdmin } from '#lib/http/as-admin.ts';
import { ApiError, callApi } from '#lib/http/api-client.ts';
import { UserDetails } from './user-details.tsx';
import { UserUsagePanel } from './user-usage-panel.tsx';

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
      skeleton={<SkeletonCard lines={8} />}
      failure={(error, retry) => <Failure error={error} onRetry={retry} />}
    >
      {(status) => <Content userId={userId} status={status} />}
    </QueryResult>
  );
}

function Content({ userId, status }: { userId: string; status: UserDetailsView }) {
  return (
    <div className="space-y-8">
      <UserDetails details={status} />
      {status.plan.key ? (
        <UserUsagePanel userId={userId} limit={status.usage_limit} />
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
