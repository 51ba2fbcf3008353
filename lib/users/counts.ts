import { LIVE_STATUSES } from '#lib/billing/plan.ts';
import type { Context } from '#lib/context.ts';
import { readTallies } from '#lib/tallies.ts';
import type { UserCounts } from './views.ts';

/** Exact numbers of users and live subscriptions. */
export async function countUsers(ctx: Context): Promise<UserCounts> {
  const numberOf = await readTallies(ctx.db);
  return {
    total: numberOf('users'),
    active_subscriptions: LIVE_STATUSES.reduce((sum, status) => sum + numberOf(`subscriptions ${status}`), 0),
    admins: numberOf('admins'),
    blocked: numberOf('blocked'),
  };
}
