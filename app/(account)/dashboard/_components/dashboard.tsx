'use client';

import { useEffect, useState } from 'react';
import { FirstSteps } from '#components/standing/first-steps.tsx';
import { QuickSetup } from '#components/fuzzy-keys/quick-setup.tsx';
import { StatusStrip } from '#components/standing/status-strip.tsx';
import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { LastRequest, useLastRequest } from '#components/usage/last-request.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { whereErrorLeads } from '#lib/api-client/as-admin.ts';
import type { UserStatusView } from '#lib/billing/views.ts';
import { DashboardActions } from './dashboard-actions.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { Servers } from './servers/servers.tsx';
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
      {(status) => <Loaded status={status} />}
    </QueryResult>
  );
}

/**
 * Until the first request, the setup comes before the usage, which is still empty. It stays when the request arrives,
 * so that the light turns green where the user looks for it.
 */
function Loaded({ status }: { status: UserStatusView }) {
  const { key, forbidden_flags: forbiddenFlags } = status.plan;
  const { data: last } = useLastRequest();
  const hasNoRequest = key !== null && last?.at === null;
  const [wasNew, setWasNew] = useState(hasNoRequest);
  if (hasNoRequest && !wasNew) setWasNew(true);
  const isNew = key !== null && wasNew;
  return (
    <>
      {status.plan.status !== null && <StatusStrip status={status.plan.status} />}
      <StatusCards status={status} />
      <DashboardActions status={status} />
      {isNew && <FirstSteps publicKey={key} forbiddenFlags={forbiddenFlags} />}
      {status.has_subscription && (
        <div id="usage" className="scroll-mt-20">
          <Usage dailyLimit={status.usage_limit.daily} />
        </div>
      )}
      {key !== null && !isNew && <Servers />}
      {key !== null && !isNew && (
        <QuickSetup publicKey={key} forbiddenFlags={forbiddenFlags}>
          <LastRequest />
        </QuickSetup>
      )}
    </>
  );
}
