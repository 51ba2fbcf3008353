'use client';

import { ErrorCard } from '#components/ui/error-card.tsx';
import { Sheet } from '#components/ui/sheet.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { ApiError } from '#lib/http/api-client.ts';
import type { AdminUserDetailView } from '#lib/users/views.ts';
import { useUserDetail } from './use-users.ts';
import { UserPanelActions, type UserPanelActs } from './user-panel-actions.tsx';
import { UserPanelAudit } from './user-panel-audit.tsx';
import { UserPanelFacts } from './user-panel-facts.tsx';
import { UserPanelKeys } from './user-panel-keys.tsx';
import { UserPanelSecurity } from './user-panel-security.tsx';
import { UserPanelSubscriptions } from './user-panel-subscriptions.tsx';

/** The details of one user, in a sheet beside the list. */
export function UserPanel({ id, onClose, ...acts }: UserPanelActs & { id: string; onClose: () => void }) {
  const { data, error, refetch } = useUserDetail(id);
  return (
    <Sheet title={data ? (data.user.email ?? 'No Email') : 'User'} onClose={onClose}>
      {data ? (
        <Content detail={data} {...acts} />
      ) : error ? (
        <ErrorCard
          text={error.message}
          requestId={error instanceof ApiError ? error.requestId : undefined}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" className="space-y-8">
          <span className="sr-only">Loading the user...</span>
          <SkeletonText lines={8} />
          <SkeletonText lines={5} />
        </div>
      )}
    </Sheet>
  );
}

function Content({ detail, ...acts }: UserPanelActs & { detail: AdminUserDetailView }) {
  return (
    <div className="space-y-8">
      <UserPanelActions user={detail.user} {...acts} />
      <UserPanelFacts detail={detail} />
      <UserPanelSubscriptions
        subscriptions={detail.user.subscriptions}
        customerId={detail.stripe_customer_id}
        urls={detail.stripe_urls}
      />
      <UserPanelKeys keys={detail.keys} />
      <UserPanelSecurity detail={detail} />
      <UserPanelAudit id={detail.user.id} events={detail.audit} />
    </div>
  );
}
