import type { Context } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';
import type { RevenueView } from '#lib/billing/revenue/views.ts';
import { monthlyOf, type Sum, NOTHING, add, SUMS, startOf, endOf, dayOf } from './sums.ts';

/** The month in which each customer paid for the first time. */
export const FIRSTS = Prisma.sql`SELECT m.user_id, m.currency, to_char(min(m.at) AT TIME ZONE 'UTC', 'YYYY-MM') AS cohort
  FROM revenue_movements m WHERE m.kind = 'new' GROUP BY m.user_id, m.currency`;

/**
 * For each cohort and month: the recurring revenue from the cohort's customers at the end of the month, and how many of
 * them paid.
 */
export async function listCohorts(ctx: Context, of: string, to: string): Promise<RevenueView['cohorts']> {
  const moves = await ctx.db.$queryRaw<(Sum & { cohort: string; month: string })[]>`
    SELECT f.cohort, to_char(m.at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, ${SUMS}
    FROM revenue_movements m JOIN (${FIRSTS}) f ON f.user_id = m.user_id AND f.currency = m.currency
    WHERE m.currency = ${of} AND m.at < ${endOf(to)} GROUP BY 1, 2 ORDER BY 1, 2`;
  return [...Map.groupBy(moves, ({ cohort }) => cohort)].map(([cohort, own]) => {
    let sum = NOTHING;
    const months = monthsBetween(cohort, to.slice(0, 7)).map((month) => {
      const move = own.find((each) => each.month === month) ?? NOTHING;
      sum = add(sum, move);
      return {
        month,
        customers: sum.customers,
        yearly_pence: sum.yearlyPence,
        monthly_pence: monthlyOf(sum.yearlyPence),
      };
    });
    return { cohort, months };
  });
}

function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let at = startOf(`${first}-01`); dayOf(at.getTime()).slice(0, 7) <= last;) {
    months.push(dayOf(at.getTime()).slice(0, 7));
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
  }
  return months;
}
