import { LIVE_STATUSES } from '#lib/billing/plan.ts';
import type { Context } from '#lib/context.ts';
import type { UserCounts } from './views.ts';

/** When there are more deltas than this, a read folds them into one per name. */
const FOLD_FROM = 500;

/**
 * Exact numbers of users and live subscriptions without counting rows: triggers write deltas (docs/decisions/0012). A
 * read folds the deltas when there are many, so that they stay few.
 */
export async function countUsers(ctx: Context): Promise<UserCounts> {
  const rows = await ctx.db.$queryRaw<{ name: string; n: number; deltas: number }[]>`
    SELECT name, sum(delta)::int AS n, count(*)::int AS deltas FROM tallies.deltas GROUP BY name`;
  const countOf = (name: string) => rows.find((row) => row.name === name)?.n ?? 0;
  if (rows.reduce((sum, { deltas }) => sum + deltas, 0) > FOLD_FROM) await ctx.db.$executeRaw`SELECT tallies.fold()`;
  return {
    total: countOf('users'),
    active_subscriptions: LIVE_STATUSES.reduce((sum, status) => sum + countOf(`subscriptions ${status}`), 0),
    admins: countOf('admins'),
    blocked: countOf('blocked'),
  };
}
