import { monthlyOf } from '#lib/billing/revenue/sums.ts';
import type { Admin, Context } from '#lib/context.ts';

/** Past due subscriptions and their MRR, which is lost if they end. */
export async function getPastDue(ctx: Context<Admin>, currency: string) {
  const [row] = await ctx.db.$queryRaw<{ subscriptions: number; yearlyPence: number }[]>`
    WITH due AS (SELECT stripe_subscription_id FROM subscriptions WHERE status = 'past_due')
    SELECT (SELECT count(*) FROM due)::int AS subscriptions, (
      SELECT coalesce(sum(m.yearly_pence), 0) FROM revenue_movements m
      JOIN due ON due.stripe_subscription_id = m.stripe_subscription_id WHERE m.currency = ${currency}
    )::float8 AS "yearlyPence"`;
  return { subscriptions: row?.subscriptions ?? 0, monthlyPence: monthlyOf(row?.yearlyPence ?? 0) };
}
