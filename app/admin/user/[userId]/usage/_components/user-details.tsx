import { Breakable } from '#components/ui/data/breakable.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Copyable } from '#components/ui/actions/copyable.tsx';
import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { PlanName } from '#components/billing/subscription/plan-name.tsx';
import { StatusBadge } from '#components/billing/subscription/status-badge.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { countryName } from '#components/users/country-name.ts';
import type { UserDetailsView } from '#lib/billing/views.ts';
import type { AdminSubscriptionView } from '#lib/users/views.ts';

const KEY_SHOWN = 20;

/** The user, their subscriptions and their active key. */
export function UserDetails({ details: { user, plan } }: { details: UserDetailsView }) {
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
