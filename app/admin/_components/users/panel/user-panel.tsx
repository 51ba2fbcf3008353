'use client';

import { SidePanel } from '#components/ui/overlays/side-panel.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonText } from '#components/ui/states/skeleton.tsx';
import type { AdminUserDetailView } from '#lib/users/views.ts';
import { useUserDetail } from '../list/use-users.ts';
import { UserAccounts } from './user-accounts.tsx';
import { UserPanelFacts, UserPanelKeys, UserPanelSecurity, UserPanelSubscriptions } from './user-sections.tsx';
import { UserPanelActions, type UserPanelHandlers } from './user-panel-actions.tsx';

type UserPanelProps = UserPanelHandlers & { id: string; takesFocus: boolean; onClose: () => void };

/** The details of one user, beside the list. */
export function UserPanel({ id, takesFocus, onClose, ...handlers }: UserPanelProps) {
  const query = useUserDetail(id);
  return (
    <SidePanel
      title={query.data ? (query.data.user.email ?? 'No Email') : 'User'}
      row={id}
      takesFocus={takesFocus}
      onClose={onClose}
    >
      <QueryResult
        key={id}
        query={query}
        what="the user"
        skeleton={<Waiting />}
        failure={(error, retry) => <ErrorCard text={error.message} error={error} onRetry={retry} />}
      >
        {(detail) => <Content detail={detail} {...handlers} />}
      </QueryResult>
    </SidePanel>
  );
}

const Waiting = () => (
  <div className="space-y-8">
    <SkeletonText lines={8} />
    <SkeletonText lines={5} />
  </div>
);

function Content({ detail, ...handlers }: UserPanelHandlers & { detail: AdminUserDetailView }) {
  return (
    <div className="space-y-8">
      <UserPanelActions user={detail.user} {...handlers} />
      <UserPanelFacts detail={detail} />
      <UserPanelSubscriptions
        subscriptions={detail.user.subscriptions}
        customerId={detail.stripe_customer_id}
        urls={detail.stripe_urls}
        setByAdmin={detail.set_by_admin}
      />
      <UserPanelKeys keys={detail.keys} networks={detail.networks} />
      <UserAccounts userId={detail.user.id} accounts={detail.accounts} />
      <UserPanelSecurity detail={detail} />
    </div>
  );
}
