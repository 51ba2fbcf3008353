'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { PlanName } from '#components/billing/subscription/plan-name.tsx';
import { StatusBadge } from '#components/billing/subscription/status-badge.tsx';
import { Copyable } from '#components/ui/actions/copyable.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { Badge } from '#components/ui/states/badge.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonCard } from '#components/ui/states/skeleton.tsx';
import { queryOf } from '#components/usage/graph/shown-time.ts';
import { UsagePanel } from '#components/usage/usage-panel.tsx';
import { useGraphs } from '#components/usage/use-graphs.ts';
import { countryName } from '#components/users/country-name.ts';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import type { UserDetailsView } from '#lib/billing/views.ts';
import type { AdminSubscriptionView } from '#lib/users/views.ts';

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

const KEY_SHOWN = 20;

/** The user, their subscriptions and their active key. */
function UserDetails({ details: { user, plan } }: { details: UserDetailsView }) {
  return (
    <Card title="User">
      <DescriptionList
        items={[
          { term: 'Email', value: <Email user={user} /> },
          { term: 'Status', value: <Status isBlocked={user.custom_limits.is_blocked} isAdmin={user.is_admin} /> },
          { term: 'User ID', value: <Copyable value={user.id} label="Copy user ID" /> },
          { term: 'Country', value: user.country ? countryName(user.country) : 'Unknown' },
          { term: 'Subscriptions', value: <Subscriptions subscriptions={user.subscriptions} /> },
          {
            term: 'Active key',
            value: plan.key ? <Copyable value={plan.key} shown={KEY_SHOWN} label="Copy public key" /> : 'None',
          },
        ]}
      />
    </Card>
  );
}

function Email({ user: { email, email_verified: isVerified } }: { user: UserDetailsView['user'] }) {
  const [Icon, text, tone] = isVerified
    ? ([CircleCheck, 'Verified', 'text-signal'] as const)
    : ([CircleAlert, 'Not verified', 'text-amber'] as const);
  return (
    <Line>
      <Breakable text={email ?? 'No Email'} />
      {email && (
        <span className={`inline-flex items-center gap-1 ${tone}`}>
          <Icon aria-hidden="true" className="size-4" />
          {text}
        </span>
      )}
    </Line>
  );
}

const Status = ({ isBlocked, isAdmin }: { isBlocked: boolean; isAdmin: boolean }) => (
  <Line>
    <Badge tone={isBlocked ? 'bad' : 'good'}>{isBlocked ? 'Blocked' : 'Active'}</Badge>
    {isAdmin && <Badge tone="info">Admin</Badge>}
  </Line>
);

function Subscriptions({ subscriptions }: { subscriptions: readonly AdminSubscriptionView[] }) {
  if (!subscriptions.length) return 'None';
  return (
    <ul className="space-y-1.5">
      {subscriptions.map((subscription, index) => (
        <li key={subscription.stripe_subscription_id ?? subscription.public_key ?? index}>
          <Subscription {...subscription} />
        </li>
      ))}
    </ul>
  );
}

function Subscription({ stripe_subscription_status: status, product, quantity, key_state }: AdminSubscriptionView) {
  return (
    <Line>
      <span>{product === null ? 'Manual key' : <PlanName product={product} hasProduct />}</span>
      <span className="text-muted">Quantity {exactNumber(quantity)}</span>
      {status ? <StatusBadge status={status} /> : key_state && <Badge>{key_state}</Badge>}
    </Line>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">{children}</div>
);
