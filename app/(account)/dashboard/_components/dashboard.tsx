'use client';

import { useEffect } from 'react';
import { QuickSetup } from '#components/fuzzy-keys/quick-setup.tsx';
import { StatusStrip } from '#components/standing/status-strip.tsx';
import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { LastRequest } from '#components/usage/last-request.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { whereErrorLeads } from '#lib/api-client/as-admin.ts';
import { DashboardActions } from './dashboard-actions.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { StatusCards } from './status-cards.tsx';
import { Usage } from './usage.tsx';

/** The account at a glance, from `GET /userstatus`. */
export function Dashboard() {
  const query = useUserStatus();
  const elsewhere = query.error ? whereErrorLeads(query.error) : null;
  useEffect(() => {
    if (elsewhere) window.location.assign(elsewhere);
  }, [elsewhere]);

  if (elsewhere) return <DashboardSkeleton />;
  return (
    <QueryResult
      query={query}
      skeleton={<DashboardSkeleton />}
      failure={(error, retry) => <ErrorCard text="Failed to fetch user status" error={error} onRetry={retry} />}
    >
      {(status) => (
        <>
          {status.plan.status !== null && <StatusStrip status={status.plan.status} />}
          <StatusCards status={status} />
          <DashboardActions status={status} />
          {status.has_subscription && <Usage limit={status.usage_limit} />}
          {status.plan.key && (
            <QuickSetup publicKey={status.plan.key} forbiddenFlags={status.plan.forbidden_flags}>
              <LastRequest />
            </QuickSetup>
          )}
        </>
      )}
    </QueryResult>
  );
}
