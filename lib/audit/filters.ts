import { z } from 'zod';
import type { Context } from '#lib/base/context.ts';
import { Prisma, type Db } from '#lib/base/db/db.ts';
import { searched } from '#lib/base/text/text.ts';
import { DAY } from '#lib/base/time.ts';
import { Email } from '#lib/email-address/schema.ts';
import { listQuery } from '#lib/http/list-query.ts';

const text = searched(400).optional();
const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).optional();

/** The query of `GET admin/api/audit`. */
export const AuditQuery = z.object({
  ...listQuery(['at'], '-at'),
  /** an email, a user's id, a job, a server's id, or a kind of actor */
  actor: text,
  /** an email, a key's description or public half, or any id */
  target: text,
  /** a whole action or its beginning: `user.`, `user.blocked` */
  action: text,
  from: time,
  /** up to this moment, or up to the end of this day (UTC) */
  to: time,
  ip: text,
  request_id: text,
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** The filters as a WHERE condition on `audit_events e`. */
export async function auditConditions(
  ctx: Context,
  query: AuditQuery,
  actions: readonly string[],
): Promise<Prisma.Sql> {
  const { actor, target, action, from, to, ip, request_id: requestId } = query;
  const conditions = [
    ...(actor ? [await actorCondition(ctx, actor)] : []),
    ...(target ? [await targetCondition(ctx, target)] : []),
    ...(action
      ? [
          oneOf(
            Prisma.sql`e.action`,
            actions.filter((known) => known.startsWith(action)),
          ),
        ]
      : []),
    ...(from ? [Prisma.sql`e.at >= ${new Date(from)}`] : []),
    ...(to ? [Prisma.sql`e.at < ${endOf(to)}`] : []),
    ...(ip ? [Prisma.sql`e.ip = ${ip}`] : []),
    ...(requestId ? [Prisma.sql`e.request_id = ${requestId}`] : []),
  ];
  return conditions.length ? Prisma.join(conditions, ' AND ') : Prisma.sql`TRUE`;
}

/** Every action that occurs in the audit log. Takes one index probe per action, however long the log is. */
export async function listActions(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ action: string }[]>`
    WITH RECURSIVE found AS (
      (SELECT action FROM audit_events ORDER BY action LIMIT 1)
      UNION ALL
      SELECT (SELECT e.action FROM audit_events e WHERE e.action > found.action ORDER BY e.action LIMIT 1)
      FROM found WHERE found.action IS NOT NULL)
    SELECT action FROM found WHERE action IS NOT NULL`;
  return rows.map(({ action }) => action);
}

const KINDS = ['anonymous', 'subscriber', 'admin', 'server', 'system'];

async function actorCondition(ctx: Context, actor: string): Promise<Prisma.Sql> {
  if (KINDS.includes(actor)) return Prisma.sql`e.actor_kind = ${actor}`;
  return oneOf(Prisma.sql`e.actor_id`, [actor, ...(await idsOfEmail(ctx, actor))]);
}

async function targetCondition(ctx: Context, target: string): Promise<Prisma.Sql> {
  const keys = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM fuzzy_keys WHERE description = ${target}
    UNION SELECT id::text FROM fuzzy_keys WHERE public_key = ${target.slice(0, 52)}`;
  const ids = oneOf(Prisma.sql`e.target_id`, [target, ...(await idsOfEmail(ctx, target))]);
  if (!keys.length) return ids;
  const ofKeys = oneOf(
    Prisma.sql`e.target_id`,
    keys.map(({ id }) => id),
  );
  return Prisma.sql`(${ids} OR (${ofKeys} AND e.action LIKE 'fuzzy\_key.%'))`;
}

/**
 * The part of the filters that an export's audit row contains: ids, actions and IP addresses, the user's id instead of
 * an email, and no other text.
 */
export async function auditedFilter(ctx: Context, text: string | undefined): Promise<string | null> {
  if (text === undefined || KINDS.includes(text) || NO_TEXT.test(text)) return text ?? null;
  return (await idsOfEmail(ctx, text)).at(0) ?? '(a text)';
}
const NO_TEXT =
  /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\d.]+|([0-9a-f]+:|::)[0-9a-f:.]*|[a-z]+(_[a-z]+)*\.([a-z_]*))$/;

async function idsOfEmail(ctx: Context, text: string): Promise<string[]> {
  const email = Email.safeParse(text).data;
  if (email === undefined) return [];
  const rows = await ctx.db.user.findMany({ where: { email }, select: { id: true } });
  return rows.map(({ id }) => id);
}

const oneOf = (column: Prisma.Sql, values: readonly string[]) =>
  values.length ? Prisma.sql`${column} IN (${Prisma.join([...values])})` : Prisma.sql`FALSE`;

const endOf = (to: string) => (to.length === 10 ? new Date(Date.parse(to) + DAY) : new Date(to));
