import { isLiveStatus } from '#lib/billing/plan.ts';
import type { AdminSubscriptionView, AdminUserView } from '#lib/users/views.ts';

/** The subscription that a table shows: the first live one, else a manual one, else the newest ended one. */
export function shownSubscription(subscriptions: readonly AdminSubscriptionView[]): AdminSubscriptionView | null {
  return subscriptions.find(isLive) ?? subscriptions.find(isManual) ?? subscriptions[0] ?? null;
}

/** The key that a table shows: a working one first, then a suspended one, then the custom key. */
export function shownKey({ subscriptions, custom_limits: limits }: AdminUserView): string | null {
  const keys = subscriptions.filter((row) => row.public_key !== null && row.key_state !== 'deleted');
  const key = keys.find(({ key_state: state }) => state === 'on') ?? keys[0];
  return key?.public_key ?? limits.custom_key;
}

const isLive = ({ stripe_subscription_status: status }: AdminSubscriptionView) =>
  status !== null && isLiveStatus(status);
const isManual = (row: AdminSubscriptionView) => row.stripe_subscription_id === null && row.key_state === 'on';
