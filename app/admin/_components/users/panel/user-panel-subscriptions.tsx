import { PlanName } from '#components/billing/subscription/plan-name.tsx';
import type { AdminSubscriptionView, AdminUserDetailView } from '#lib/users/views.ts';
import { Nothing, PanelSection } from '../../frame/panel-section.tsx';
import { StripeLink } from '../../frame/stripe-link.tsx';
import { SetByAdmin } from './set-by-admin.tsx';
import { SubscriptionBadge } from '../list/subscription-badge.tsx';

type UserPanelSubscriptionsProps = {
  subscriptions: readonly AdminSubscriptionView[];
  customerId: string | null;
  /** URLs in Stripe's dashboard, by object id. */
  urls: Readonly<Record<string, string>>;
  setByAdmin: AdminUserDetailView['set_by_admin'];
};

/** The user's subscriptions and customer id, linked to Stripe's dashboard. */
export function UserPanelSubscriptions({ subscriptions, customerId, urls, setByAdmin }: UserPanelSubscriptionsProps) {
  const bought = subscriptions.filter((row) => row.stripe_subscription_status !== null);
  return (
    <PanelSection title="Subscriptions">
      {!bought.length && <Nothing>No subscription at Stripe.</Nothing>}
      <ul className="divide-y text-small">
        {bought.map((row) => (
          <li key={row.stripe_subscription_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="font-medium">
              <PlanName product={row.product} quantity={row.quantity} />
            </span>
            <SubscriptionBadge {...row} />
            {row.stripe_subscription_id && (
              <StripeLink url={urls[row.stripe_subscription_id] ?? null}>{row.stripe_subscription_id}</StripeLink>
            )}
            {row.stripe_subscription_id && (
              <SetByAdmin
                subscription={row.stripe_subscription_id}
                values={setByAdmin[row.stripe_subscription_id] ?? []}
              />
            )}
          </li>
        ))}
      </ul>
      {customerId && (
        <p className="text-small">
          Customer <StripeLink url={urls[customerId] ?? null}>{customerId}</StripeLink>
        </p>
      )}
    </PanelSection>
  );
}
