'use client';

import { useState } from 'react';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonCard } from '#components/ui/states/skeleton.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { paths } from '#lib/base/paths.ts';
import type { AdminUserDetailView } from '#lib/users/views.ts';
import { type UserAction, UserActionDialog } from '../../../_components/users/dialogs/user-action-dialog.tsx';
import { useUserDetail } from '../../../_components/users/list/use-users.ts';
import { UserAccounts } from '../../../_components/users/panel/user-accounts.tsx';
import { UserPanelActions } from '../../../_components/users/panel/user-panel-actions.tsx';
import {
  UserPanelFacts,
  UserPanelKeys,
  UserPanelSecurity,
  UserPanelSubscriptions,
} from '../../../_components/users/panel/user-sections.tsx';
import { Invoices } from './invoices.tsx';
import { WhatHappensNext } from './what-happens-next.tsx';

/** A customer: state, what happens next, billing, keys and facts. `site` is the site's own origin. */
export function Customer({ id, site }: { id: string; site: string }) {
  const query = useUserDetail(id);
  return (
    <>
      <Stale query={query} what="The customer" />
      <QueryResult query={query} what="the user" skeleton={<SkeletonCard lines={16} />}>
        {(detail) => <Content detail={detail} site={site} />}
      </QueryResult>
    </>
  );
}

function Content({ detail, site }: { detail: AdminUserDetailView; site: string }) {
  const { user } = detail;
  const [action, setAction] = useState<UserAction | null>(null);
  return (
    <div className="space-y-8">
      <h2 className="sr-only">The customer</h2>
      <UserPanelActions
        user={user}
        isOnPage
        onEdit={() => setAction({ kind: 'edit', user })}
        onDelete={() => !user.has_stripe && setAction({ kind: 'delete', user })}
        onBlock={() => setAction({ kind: 'block', users: [user], blocked: !user.custom_limits.is_blocked })}
      />
      <WhatHappensNext user={user} site={site} />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <div className="min-w-0 space-y-8">
          <UserPanelSubscriptions
            subscriptions={user.subscriptions}
            customerId={detail.stripe_customer_id}
            urls={detail.stripe_urls}
            setByAdmin={detail.set_by_admin}
          />
          {detail.stripe_customer_id !== null && <Invoices userId={user.id} />}
          <UserPanelKeys keys={detail.keys} networks={detail.networks} />
        </div>
        <div className="min-w-0 space-y-8">
          <UserPanelFacts detail={detail} />
          <UserAccounts userId={user.id} accounts={detail.accounts} />
          <UserPanelSecurity detail={detail} />
        </div>
      </div>
      {action && (
        <UserActionDialog
          action={action}
          onClose={() => setAction(null)}
          onBlocked={() => undefined}
          onDeleted={() => window.location.assign(paths.admin)}
        />
      )}
    </div>
  );
}
