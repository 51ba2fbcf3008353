import { isLiveStatus } from '#lib/billing/plan.ts';
import type { AdminSubscriptionView, AdminUserView } from '#lib/users/views.ts';

/** The subscription that a table shows: the first live one, else an admin's key, else the newest ended one. */
export function shownSubscription(subscriptions: readonly AdminSubscriptionView[]): AdminSubscriptionView | null {
  return subscriptions.find(isLive) ?? subscriptions.find(isManual) ?? subscriptions[0] ?? null;
}

/** The key that a table shows: a working one first, then a suspended one, then the custom key. */
export function shownKey({ subscriptions, custom_limits: limits }: AdminUserView): string | null {
  const keys = subscriptions.filter((row) => row.public_key !== null && row.key_state !== 'deleted');
  const key = keys.find(({ key_state: state }) => state === 'on') ?? keys[0];
  return key?.public_key ?? limits.custom_key;
}

/** Green for active, past_due and trialing, red for any other Stripe status (docs/product.md, "Subscriptions"). */
export function subscriptionBadge({ stripe_subscription_status: status, key_state: state }: AdminSubscriptionView): {
  tone: 'good' | 'bad';
  text: string;
} {
  if (status !== null) return { tone: isLiveStatus(status) ? 'good' : 'bad', text: status };
  return state === 'on' ? { tone: 'good', text: 'manual' } : { tone: 'bad', text: 'manual, suspended' };
}

/** Product and quantity: `Premium access × 2`. A plan without a product is called Premium. */
export const subscriptionName = ({ product, quantity }: AdminSubscriptionView): string =>
  `${product ?? 'Premium'}${quantity > 1 ? ` × ${quantity}` : ''}`;

const isLive = ({ stripe_subscription_status: status }: AdminSubscriptionView) =>
  status !== null && isLiveStatus(status);
const isManual = (row: AdminSubscriptionView) => row.stripe_subscription_id === null && row.key_state === 'on';
