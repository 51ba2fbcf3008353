import { z } from 'zod';
import { MOVEMENT_KINDS, type MovementKind } from '#lib/billing/schema.ts';
import type { MovementListView, RevenueFigure, RevenueView } from '#lib/billing/views.ts';
import type { Admin, Context } from '#lib/context.ts';
import { Prisma } from '#lib/db.ts';
import { assertCursorFits, countRows, encodeCursor, listQuery } from '#lib/http/list-query.ts';
import { DAY } from '#lib/time.ts';

const currency = z
  .string()
  .regex(/^[a-z]{3}$/)
  .default('gbp');
const day = z.iso
  .date()
  .regex(/^(?:19|20)/)
  .optional();

/** The query of `GET admin/api/billing/revenue`: days in UTC, both included; by default this month until today. */
export const RevenueQuery = z
  .object({ currency, from: day, to: day })
  .refine(({ from, to }) => !from || !to || from <= to, 'The period ends before it begins.');
export type RevenueQuery = z.infer<typeof RevenueQuery>;

/** The query of `GET admin/api/billing/revenue/movements`. */
export const MovementQuery = z.object({
  ...listQuery(['id'], '-id'),
  sort: listQuery(['id'], '-id').sort.refine(
    ({ isDescending }) => isDescending,
    'Movements can only be sorted newest first.',
  ),
  currency,
  /** one kind or several, separated by commas */
  kind: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(MOVEMENT_KINDS)))
    .optional(),
  from: day,
  to: day,
  /** month of the customer's first payment, such as 2026-11 */
  cohort: z
    .string()
    .regex(/^20\d\d-\d\d$/)
    .optional(),
  subscription: z.string().max(255).optional(),
});
export type MovementQuery = z.infer<typeof MovementQuery>;

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

/** A twelfth of a yearly price, rounded to the penny; half a penny is rounded away from zero. */
export const monthlyOf = (yearlyPence: number): number =>
  Math.sign(yearlyPence) * Math.round(Math.abs(yearlyPence) / 12) || 0;

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
  const [start, moved] = await Promise.all([sumUntil(ctx, of, eve), sumsByKind(ctx, of, from, to)]);
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

/** The value fields of a figure. A number is a share. */
const valuesOf = (value: Sum | number) =>
  typeof value === 'number'
    ? { yearly_pence: null, monthly_pence: null, customers: null, share: value }
    : {
        yearly_pence: value.yearlyPence,
        monthly_pence: monthlyOf(value.yearlyPence),
        customers: value.customers,
        share: null,
      };

/** A page of the movements behind a figure, newest first. */
export async function listMovements(ctx: Context<Admin>, query: MovementQuery): Promise<MovementListView> {
  const { limit, sort, cursor } = query;
  assertCursorFits(cursor, sort);
  const matches = Prisma.sql`FROM revenue_movements m WHERE ${Prisma.join(conditionsOf(query), ' AND ')}`;
  const beyond = cursor ? Prisma.sql`AND m.id < ${cursor.id}::int` : Prisma.empty;
  const rows = await ctx.db.$queryRaw<MovementRow[]>`
    SELECT m.id, m.at, m.kind, m.cause, m.yearly_pence, m.currency, m.stripe_subscription_id, m.user_id::text,
      (SELECT u.email FROM users u WHERE u.id = m.user_id) AS email
    ${matches} ${beyond} ORDER BY m.id DESC LIMIT ${limit + 1}`;
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    movements: shown.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    ...(await countRows(ctx.db, matches)),
    next_cursor: last && rows.length > limit ? encodeCursor({ sort: sort.text, value: last.id, id: last.id }) : null,
  };
}

function conditionsOf({ currency: of, kind, from, to, cohort, subscription }: MovementQuery): Prisma.Sql[] {
  const conditions = [Prisma.sql`m.currency = ${of}`];
  if (kind) conditions.push(Prisma.sql`m.kind = ANY(${kind})`);
  if (from) conditions.push(Prisma.sql`m.at >= ${startOf(from)}`);
  if (to) conditions.push(Prisma.sql`m.at < ${endOf(to)}`);
  if (subscription) conditions.push(Prisma.sql`m.stripe_subscription_id = ${subscription}`);
  if (cohort)
    conditions.push(Prisma.sql`m.user_id IN (
      SELECT f.user_id FROM (${FIRSTS}) f WHERE f.cohort = ${cohort} AND f.currency = ${of})`);
  return conditions;
}

type MovementRow = Omit<MovementListView['movements'][number], 'at'> & { at: Date };
/** Yearly revenue and the number of paying customers: the totals at a time, or the changes in a period. */
type Sum = { yearlyPence: number; customers: number };

const NOTHING: Sum = { yearlyPence: 0, customers: 0 };
const add = (one: Sum, other: Sum): Sum => ({
  yearlyPence: one.yearlyPence + other.yearlyPence,
  customers: one.customers + other.customers,
});
const SUMS = Prisma.sql`coalesce(sum(m.yearly_pence), 0)::float8 AS "yearlyPence",
  (count(*) FILTER (WHERE m.kind IN ('new', 'reactivation')) - count(*) FILTER (WHERE m.kind = 'churn'))::int AS customers`;

async function sumUntil(ctx: Context, of: string, last: string): Promise<Sum> {
  const [sum] = await ctx.db.$queryRaw<Sum[]>`
    SELECT ${SUMS} FROM revenue_movements m WHERE m.currency = ${of} AND m.at < ${endOf(last)}`;
  return sum ?? NOTHING;
}

async function sumsByKind(ctx: Context, of: string, from: string, to: string) {
  const rows = await ctx.db.$queryRaw<(Sum & { kind: MovementKind })[]>`
    SELECT m.kind, ${SUMS} FROM revenue_movements m
    WHERE m.currency = ${of} AND m.at >= ${startOf(from)} AND m.at < ${endOf(to)} GROUP BY m.kind`;
  const find = (wanted: MovementKind) => rows.find(({ kind }) => kind === wanted) ?? NOTHING;
  return Object.fromEntries(MOVEMENT_KINDS.map((kind) => [kind, find(kind)])) as Record<MovementKind, Sum>;
}

/** The month in which each customer paid for the first time. */
const FIRSTS = Prisma.sql`SELECT m.user_id, m.currency, to_char(min(m.at) AT TIME ZONE 'UTC', 'YYYY-MM') AS cohort
  FROM revenue_movements m WHERE m.kind = 'new' GROUP BY m.user_id, m.currency`;

/**
 * For each cohort and month: the recurring revenue from its customers at the end of the month, and how many of them
 * paid.
 */
async function listCohorts(ctx: Context, of: string, to: string): Promise<RevenueView['cohorts']> {
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

function periodOf({ now }: Context, { from, to = dayOf(now.getTime()) }: RevenueQuery) {
  return { from: from ?? `${to.slice(0, 7)}-01`, to };
}

const startOf = (date: string): Date => new Date(`${date}T00:00:00Z`);
const endOf = (last: string): Date => new Date(startOf(last).getTime() + DAY);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const shareOf = (part: number, whole: number): number => (part && whole ? part / whole : 0); // never -0
