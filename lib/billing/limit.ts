import { emailsOf } from '#lib/base/daily-limit.ts';
import { DAY, inSeconds } from '#lib/base/time.ts';
import { isLiveStatus, PLANS } from './plan.ts';
import type { UserStatusView } from './views.ts';

export type UsageLimit = UserStatusView['usage_limit'];

/** A plan that counts (counting-plan.ts), as far as it decides the limit. */
export type LimitedPlan = {
  subscription: { plan: string | null; status: string; quantity: number } | null;
  key: { rate: number | null; quantity: number } | null;
};

/**
 * A user's daily limit, in requests and nominal emails: the user's own limit; else the rate of the key, which is what
 * the storage applies; else the limit of the live plan times its quantity. Without any of them there is no limit.
 * Panels, monitoring and alerts all use this function.
 */
export function usageLimitOf(dailyLimit: number | null, { subscription, key }: LimitedPlan): UsageLimit {
  if (dailyLimit !== null) return { ...bothNumbers(dailyLimit), source: 'user' };
  const ofPlan = subscription && isLiveStatus(subscription.status) ? requestsOfPlan(subscription) : null;
  const ofKey = key && key.rate !== null ? Math.round(key.rate * inSeconds(DAY) * key.quantity) : null;
  const daily = ofKey ?? ofPlan;
  if (daily === null) return { daily: null, emails: null, source: 'none' };
  return { ...bothNumbers(daily), source: daily === ofPlan ? 'plan' : 'key' };
}

/** The daily requests of a plan of the catalogue; null for any other. */
export const requestsOfPlan = ({ plan, quantity }: { plan: string | null; quantity: number }): number | null =>
  isPlanName(plan) ? PLANS[plan].dailyRequests * quantity : null;

const isPlanName = (name: string | null): name is keyof typeof PLANS => name !== null && Object.hasOwn(PLANS, name);

const bothNumbers = (daily: number) => ({ daily, emails: emailsOf(daily) });

/** The facts that decide the limit of a single key. */
export type LimitedUsageKey = {
  rate: number | null;
  quantity: number;
  account: { dailyLimit: number | null } | null;
  subscription: LimitedPlan['subscription'];
};

/** The limit of a single key: the limit that the owner's panel shows. The key of an ended subscription has none. */
export function usageLimitOfKey({ account, subscription, rate, quantity }: LimitedUsageKey): UsageLimit {
  const hasEnded = subscription !== null && !isLiveStatus(subscription.status);
  return usageLimitOf(account?.dailyLimit ?? null, { subscription, key: hasEnded ? null : { rate, quantity } });
}
