import type { Admin, Context } from '#lib/base/context.ts';
import { readTallies } from '#lib/base/tallies.ts';
import { monthlyOf } from '#lib/billing/revenue/sums.ts';

/** Past due subscriptions and their MRR, which is lost if they end. */
export async function getPastDue(ctx: Context<Admin>, currency: string) {
  const numberOf = await readTallies(ctx.db);
  return {
    subscriptions: numberOf('subscriptions past_due'),
    monthlyPence: monthlyOf(numberOf(`past due pence ${currency}`)),
  };
}
