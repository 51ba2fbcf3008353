import { z } from 'zod';
import { firstOwnerOf } from '#lib/accounts/recipients.ts';
import type { Admin, Context } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { text } from '#lib/base/text/text.ts';
import type { MovementListView } from '#lib/billing/revenue/views.ts';
import { MOVEMENT_KINDS } from '#lib/billing/schema.ts';
import { assertCursorFits, countRows, encodeCursor, listQuery } from '#lib/http/list-query.ts';
import { FIRSTS } from './cohorts.ts';
import { currency, day, startOf, endOf } from './sums.ts';

/** The query of `GET admin/api/billing/revenue/movements`. */
export const MovementQuery = z.object({
  ...listQuery(['id'], '-id'),
  sort: listQuery(['id'], '-id').sort.refine(
    ({ isDescending }) => isDescending,
    'Movements can only be sorted newest first.',
  ),
  currency,
  /** one kind or several, separated by commas */
  kind: text(400)
    .transform((kinds) => kinds.split(','))
    .pipe(z.array(z.enum(MOVEMENT_KINDS)))
    .optional(),
  from: day,
  to: day,
  /** month of the customer's first payment, such as 2026-11 */
  cohort: z
    .string()
    .regex(/^20\d\d-\d\d$/)
    .optional(),
  subscription: text(255).optional(),
});
export type MovementQuery = z.infer<typeof MovementQuery>;

/** A page of the movements behind a figure, newest first. */
export async function listMovements(ctx: Context<Admin>, query: MovementQuery): Promise<MovementListView> {
  const { limit, sort, cursor } = query;
  assertCursorFits(cursor, sort);
  const matches = Prisma.sql`FROM revenue_movements m WHERE ${Prisma.join(conditionsOf(query), ' AND ')}`;
  const beyond = cursor ? Prisma.sql`AND m.id < ${cursor.id}::int` : Prisma.empty;
  const rows = await ctx.db.$queryRaw<MovementRow[]>`
    SELECT m.id, m.at, m.kind, m.cause, m.yearly_pence, m.currency, m.stripe_subscription_id, m.user_id::text,
      (SELECT o.email FROM ${firstOwnerOf(Prisma.sql`m.user_id`)} o) AS email
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
