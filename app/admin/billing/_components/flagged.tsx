'use client';

import { useQuery } from '@tanstack/react-query';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonCard } from '#components/ui/states/skeleton.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { FlaggedTable } from './flagged-table.tsx';
import { FLAGGED } from './queries.ts';

/** Billing problems that need an admin, or a notice that there are none. */
export function Flagged() {
  const query = useFlagged();
  return (
    <>
      <Stale query={query} what="The list of problems" />
      <QueryResult query={query} what="billing" skeleton={<SkeletonCard lines={6} />}>
        {({ flagged, total }) => (flagged.length ? <FlaggedTable rows={flagged} total={total} /> : <NothingFlagged />)}
      </QueryResult>
    </>
  );
}

const NothingFlagged = () => (
  <FramedEmptyState
    title="No open issues"
    text="Unknown prices, second subscriptions and disputes are listed here, each with what to do."
  />
);

const useFlagged = () =>
  useQuery({
    queryKey: FLAGGED,
    queryFn: () => orLogin(callApi('GET /admin/api/billing/flagged')),
  });
