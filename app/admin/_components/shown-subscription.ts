import { isLiveStatus } from '#lib/billing/plan.ts';
import type { AdminSubscriptionView, AdminUserView } from '#lib/users/views.ts';

/** What a table says of somebody's subscriptions: the first that works, a key of an admin's, or the newest that ended. */
export function shownSubscription(subscriptions: readonly AdminSubscriptionView[]): AdminSubscriptionView | null {
  return subscriptions.find(isLive) ?? subscriptions.find(isManual) ?? subscriptions[0] ?? null;
}

/** The key that somebody uses: one that works before one that does not, and what was typed as their own at last. */
export function shownKey({ subscriptions, custom_limits: limits }: AdminUserView): string | null {
  const keys = subscriptions.filter((row) => row.public_key !== null && row.key_state !== 'deleted');
  const key = keys.find(({ key_state: state }) => state === 'on') ?? keys[0];
  return key?.public_key ?? limits.custom_key;
}

/** Its badge: green for active, past_due and trialing, red for any other word of Stripe's (spec §4). */
export function subscriptionBadge({ stripe_subscription_status: status, key_state: state }: AdminSubscriptionView): {
  tone: 'good' | 'bad';
  text: string;
} {
  if (status !== null) return { tone: isLiveStatus(status) ? 'good' : 'bad', text: status };
  return state === 'on' ? { tone: 'good', text: 'manual' } : { tone: 'bad', text: 'manual, suspended' };
}

/** Product and quantity: `Premium access × 2`; the plan is called Premium where there is no product (spec §4). */
export const subscriptionName = ({ product, quantity }: AdminSubscriptionView): string =>
  `${product ?? 'Premium'}${quantity > 1 ? ` × ${quantity}` : ''}`;

const isLive = ({ stripe_subscription_status: status }: AdminSubscriptionView) =>
  status !== null && isLiveStatus(status);
const isManual = (row: AdminSubscriptionView) => row.stripe_subscription_id === null && row.key_state === 'on';
