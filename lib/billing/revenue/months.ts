import type { Admin, Context } from '#lib/base/context.ts';
import { MOVEMENT_KINDS, type MovementKind } from '#lib/billing/schema.ts';
import { monthlyOf } from './sums.ts';

/** A month in UTC: the MRR at its end, today's for this month, and what moved it. Money is in pence. */
export type RevenueMonth = { start: string; mrrPence: number; movements: Record<MovementKind, number> };

const MONTHS = 12;

/** The last twelve months, this one last, computed from the ledger's sums. */
export async function listRevenueMonths({ db, now }: Context<Admin>, currency: string): Promise<RevenueMonth[]> {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1));
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
  const rows = await db.$queryRaw<{ start: Date | null; kind: MovementKind; yearlyPence: number }[]>`
    SELECT CASE WHEN day >= ${first}::date THEN date_trunc('month', day)::date END AS start, kind,
      sum(yearly_pence)::float8 AS "yearlyPence"
    FROM tallies.revenue WHERE currency = ${currency} AND day < ${end}::date GROUP BY 1, 2`;
  let yearly = sumOf(rows.filter(({ start }) => start === null));
  return Array.from({ length: MONTHS }, (_, index) => {
    const start = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index));
    const own = rows.filter((row) => row.start?.getTime() === start.getTime());
    yearly += sumOf(own);
    const movements = MOVEMENT_KINDS.map((kind) => [kind, monthlyOf(sumOf(own.filter((row) => row.kind === kind)))]);
    return {
      start: start.toISOString(),
      mrrPence: monthlyOf(yearly),
      movements: Object.fromEntries(movements) as Record<MovementKind, number>,
    };
  });
}

const sumOf = (rows: readonly { yearlyPence: number }[]) => rows.reduce((sum, row) => sum + row.yearlyPence, 0);
