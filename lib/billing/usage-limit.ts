import { PLANS, type PlanName } from './plan.ts';
import type { UserStatusView } from './views.ts';
import { liveSubscription } from './user-status.ts';

/** Whose numbers: the subscriber sees the allowance of requests, the admin the nominal emails (decisions §5). */
export type LimitView = 'user' | 'admin';
export type LimitedSubscription = {
  plan: PlanName | null;
  status: string;
  started_at: string;
  quantity: number;
};

const COLUMN = { user: 'userDailyLimit', admin: 'adminDailyLimit' } as const;

/** A person's own daily limit, else that of the plan they pay for, times its quantity; manual users and unknown plans have none (spec §9). */
export function usageLimitOf(
  dailyLimit: number | null,
  subscriptions: readonly LimitedSubscription[],
  view: LimitView,
): UserStatusView['usage_limit'] {
  if (dailyLimit !== null) return { daily: dailyLimit, source: 'user' };
  const live = liveSubscription(subscriptions);
  if (!live?.plan) return { daily: null, source: 'none' };
  return { daily: PLANS[live.plan][COLUMN[view]] * live.quantity, source: 'plan' };
}
