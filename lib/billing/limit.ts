import { PLANS, type PlanName } from './plan.ts';
import { liveSubscription } from './user-status.ts';
import type { UserStatusView } from './views.ts';

export type LimitedSubscription = {
  plan: PlanName | null;
  status: string;
  started_at: string;
  quantity: number;
};

/** An email may be checked at two storages, so the nominal limit in emails is half the limit in requests. */
const REQUESTS_AN_EMAIL = 2;

/**
 * A user's daily limit, in requests and nominal emails: the user's own limit, or else the limit of the live plan times
 * its quantity. Manual users and unknown plans have none. Panels, monitoring and alerts all use it.
 */
export function usageLimitOf(
  dailyLimit: number | null,
  subscriptions: readonly LimitedSubscription[],
): UserStatusView['usage_limit'] {
  if (dailyLimit !== null) return { ...bothNumbers(dailyLimit), source: 'user' };
  const live = liveSubscription(subscriptions);
  if (!live?.plan) return { daily: null, emails: null, source: 'none' };
  return { ...bothNumbers(PLANS[live.plan].dailyRequests * live.quantity), source: 'plan' };
}

const bothNumbers = (daily: number) => ({ daily, emails: Math.floor(daily / REQUESTS_AN_EMAIL) });

/** The facts that decide the limit of a single key. */
export type LimitedUsageKey = {
  user: { dailyLimit: number | null } | null;
  subscription: { plan: string | null; status: string; quantity: number; startedAt: Date } | null;
};

/** The limit of a single key, from its owner and its subscription: the limit that the owner's panel shows. */
export function usageLimitOfKey({ user, subscription }: LimitedUsageKey): UserStatusView['usage_limit'] {
  if (!subscription) return usageLimitOf(user?.dailyLimit ?? null, []);
  const { plan, status, quantity, startedAt } = subscription;
  const bought = { plan: plan as PlanName | null, status, quantity, started_at: startedAt.toISOString() };
  return usageLimitOf(user?.dailyLimit ?? null, [bought]);
}
