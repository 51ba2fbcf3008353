'use client';

import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { SkeletonCard } from '#components/ui/skeleton.tsx';
import { ApiError } from '#lib/http/api-client.ts';
import { FlaggedTable } from './flagged-table.tsx';
import { useFlagged } from './use-flagged.ts';

/** Billing problems that need an admin, or a notice that there are none. */
export function Flagged() {
  const { data, error, isFetching, refetch } = useFlagged();
  if (data?.length) return <FlaggedTable rows={data} />;
  if (data)
    return (
      <div className="rounded-md border border-dashed">
        <EmptyState
          title="Nothing to look at"
          text="Unknown prices, second subscriptions, disputes and the like are listed here, each with what to do."
        />
      </div>
    );
  if (!error || isFetching)
    return (
      <div role="status">
        <span className="sr-only">Loading billing...</span>
        <SkeletonCard lines={6} />
      </div>
    );
  return (
    <ErrorCard
      text={`Failed to load billing. ${error.message}`}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      onRetry={() => void refetch()}
    />
  );
}
