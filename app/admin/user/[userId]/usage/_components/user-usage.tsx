'use client';

import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { SkeletonCard } from '#components/ui/skeleton.tsx';
import { asAdmin } from '#lib/http/as-admin.ts';
import { ApiError, callApi } from '#lib/http/api-client.ts';
import { UserDetails } from './user-details.tsx';
import { UserUsagePanel } from './user-usage-panel.tsx';

/** One user's plan, keys and usage. */
export function UserUsage({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'user-status', userId],
    queryFn: () => asAdmin(callApi('GET /admin/api/user/{id}/status', { params: { id: userId } })),
  });
  if (data)
    return (
      <div className="space-y-8">
        <UserDetails details={data} />
        {data.plan.key ? (
          <UserUsagePanel userId={userId} limit={data.usage_limit} />
        ) : (
          <section aria-label="Usage" className="rounded-md border bg-surface">
            <EmptyState title="No Usage Data Available" text="This user has no active key." />
          </section>
        )}
      </div>
    );
  if (!error || isFetching)
    return (
      <div role="status">
        <span className="sr-only">Loading the user...</span>
        <SkeletonCard lines={8} />
      </div>
    );
  const { status = 0, requestId } = error instanceof ApiError ? error : {};
  if (status === 404) return <ErrorCard text="User not found" requestId={requestId} />;
  return <ErrorCard text={error.message} requestId={requestId} onRetry={() => void refetch()} />;
}
