import type { Admin, Context } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { LIVE_STATUSES } from '#lib/billing/plan.ts';
import { monthlyOf } from '#lib/billing/revenue/sums.ts';

/** Whether a subscription `s` is live and was cancelled for a later day. */
export const isLeaving = Prisma.sql`(s.cancel_at IS NOT NULL AND s.ended_at IS NULL
  AND s.status = ANY(${[...LIVE_STATUSES]}::text[]))`;

/** Live subscriptions that were cancelled for a later day, and their MRR, which is lost on that day. */
export async function getLeaving(ctx: Context<Admin>, currency: string) {
  const [row] = await ctx.db.$queryRaw<{ subscriptions: number; yearlyPence: number }[]>`
    SELECT count(DISTINCT s.id)::int AS subscriptions, coalesce(sum(m.yearly_pence), 0)::float8 AS "yearlyPence"
    FROM subscriptions s
      LEFT JOIN revenue_movements m
        ON m.stripe_subscription_id = s.stripe_subscription_id AND m.currency = ${currency}
    WHERE ${isLeaving}`;
  return { subscriptions: row?.subscriptions ?? 0, monthlyPence: monthlyOf(row?.yearlyPence ?? 0) };
}
