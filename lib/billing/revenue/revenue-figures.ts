import { z } from 'zod';
import type { Admin, Context } from '#lib/base/context.ts';
import type { RevenueFigure, RevenueView } from '#lib/billing/revenue/views.ts';
import { MOVEMENT_KINDS, type MovementKind } from '#lib/billing/schema.ts';
import { listCohorts } from './cohorts.ts';
import { currency, day, monthlyOf, type Sum, NOTHING, add, startOf, dayOf } from './sums.ts';

/** The query of `GET admin/api/billing/revenue`: days in UTC, both included; by default this month until today. */
export const RevenueQuery = z
  .object({ currency, from: day, to: day })
  .refine(({ from, to }) => !from || !to || from <= to, 'The period ends before it begins.');
export type RevenueQuery = z.infer<typeof RevenueQuery>;

const MRR =
  'Monthly recurring revenue: a twelfth of the yearly prices of all charged subscriptions, before VAT, discounts and credit. Charged are active and past due subscriptions whose first payment has arrived and whose collection is not paused. Trials, refunds and disputes do not change it.';

/** What each figure means; the console shows it beside the figure. */
const DEFINITIONS: Record<RevenueFigure['name'], string> = {
  mrr_start: `${MRR} At the start of the period.`,
  new: 'MRR of customers who paid for the first time.',
  expansion: 'More MRR from customers who already paid: another plan, more units, a second subscription.',
  contraction: 'Less MRR from customers who still pay.',
  churn: 'MRR of customers who stopped paying.',
  reactivation: 'MRR of customers who had stopped paying and pay again.',
  mrr_end: `${MRR} At the end of the period.`,
  customer_churn: 'Customers who stopped paying, as a share of those who paid at the start of the period.',
  revenue_churn: 'MRR lost by churn and contraction, as a share of the MRR at the start of the period.',
};

/**
 * Revenue between two days in UTC, both included. Every figure is computed from rows of the ledger, and its `rows` is
 * the query that lists them. Rows never change, so the figures of a past day stay the same.
 */
export async function getRevenue(ctx: Context<Admin>, query: RevenueQuery): Promise<RevenueView> {
  const [figures, cohorts] = await Promise.all([
    getRevenueFigures(ctx, query),
    listCohorts(ctx, query.currency, periodOf(ctx, query).to),
  ]);
  return { ...figures, cohorts };
}

/** The figures of `getRevenue` without the cohorts, which read the whole ledger. */
export async function getRevenueFigures(
  ctx: Context<Admin>,
  query: RevenueQuery,
): Promise<Omit<RevenueView, 'cohorts'>> {
  const { from, to } = periodOf(ctx, query);
  const { currency: of } = query;
  const eve = dayOf(startOf(from).getTime() - 1);
  const [start, moved] = await readSums(ctx, { of, eve, from, to });
  const end = Object.values(moved).reduce(add, start);
  const lost = moved.churn.yearlyPence + moved.contraction.yearlyPence;
  const figure = (name: RevenueFigure['name'], rows: RevenueFigure['rows'], value: Sum | number): RevenueFigure => ({
    name,
    definition: DEFINITIONS[name],
    rows: { currency: of, ...rows },
    ...valuesOf(value),
  });
  return {
    currency: of,
    from,
    to,
    figures: [
      figure('mrr_start', { to: eve }, start),
      ...MOVEMENT_KINDS.map((kind) => figure(kind, { kind, from, to }, moved[kind])),
      figure('mrr_end', { to }, end),
      figure('customer_churn', { kind: 'churn', from, to }, shareOf(-moved.churn.customers, start.customers)),
      figure('revenue_churn', { kind: 'churn,contraction', from, to }, shareOf(-lost, start.yearlyPence)),
    ],
  };
}

/** The fields that hold the value of a figure: a plain number is a share, anything else a sum. */
const valuesOf = (value: Sum | number) =>
  typeof value === 'number'
    ? { yearly_pence: null, monthly_pence: null, customers: null, share: value }
    : {
        yearly_pence: value.yearlyPence,
        monthly_pence: monthlyOf(value.yearlyPence),
        customers: value.customers,
        share: null,
      };

/** When the ledger's sums have this many more rows than days and kinds, a read folds them. */
const FOLD_FROM = 500;

/** The sum until the end of `eve`, and the sums of each kind of movement between two days, both included. */
async function readSums(ctx: Context, { of, eve, from, to }: Record<'of' | 'eve' | 'from' | 'to', string>) {
  const rows = await ctx.db.$queryRaw<(Sum & { kind: MovementKind; isBefore: boolean; rows: number; days: number })[]>`
    SELECT kind, day <= ${eve}::date AS "isBefore", sum(yearly_pence)::float8 AS "yearlyPence",
      (CASE WHEN kind IN ('new', 'reactivation') THEN sum(movements) WHEN kind = 'churn' THEN -sum(movements) ELSE 0 END)::int
        AS customers,
      count(*)::int AS rows, count(DISTINCT day)::int AS days
    FROM tallies.revenue WHERE currency = ${of} AND (day <= ${eve}::date OR day BETWEEN ${from}::date AND ${to}::date)
    GROUP BY 1, 2`;
  const surplus = rows.reduce((sum, row) => sum + row.rows - row.days, 0);
  if (surplus > FOLD_FROM) await ctx.db.$executeRaw`SELECT tallies.fold_revenue()`;
  const before = rows.filter(({ isBefore }) => isBefore).reduce(add, NOTHING);
  const during = rows.filter(({ isBefore }) => !isBefore);
  const find = (wanted: MovementKind): Sum => during.find(({ kind }) => kind === wanted) ?? NOTHING;
  const moved = Object.fromEntries(MOVEMENT_KINDS.map((kind) => [kind, find(kind)])) as Record<MovementKind, Sum>;
  return [before, moved] as const;
}

function periodOf({ now }: Context, { from, to = dayOf(now.getTime()) }: RevenueQuery) {
  return { from: from ?? `${to.slice(0, 7)}-01`, to };
}
const shareOf = (part: number, whole: number): number => (part && whole ? part / whole : 0);
