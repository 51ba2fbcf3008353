import { z } from 'zod';
import { ACCOUNT_NOUNS } from '#lib/audit/audit.ts';
import type { Admin, Context } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { assertCursorFits, type Cursor, encodeCursor, newestFirst, toPage } from '#lib/http/list-query.ts';
import { KNOWN_NOUNS, kindOf, nounsOf, TIMELINE_KINDS, type TimelineKind } from './kinds.ts';

/** The query of a user's timeline. */
export const TimelineQuery = z.object({ ...newestFirst.query, kind: z.enum(TIMELINE_KINDS).optional() });
export type TimelineQuery = z.infer<typeof TimelineQuery>;

/** Something that the user did, or that happened to the user. */
export type TimelineEntry = {
  id: string;
  at: string;
  kind: TimelineKind;
  /** an action of the audit log, or `revenue.<kind>` for a movement in the revenue ledger */
  what: string;
  /** the email address, or else the id, of another user who did it; null if the user did */
  by: string | null;
  /** the row id of the key concerned */
  key: number | null;
  data: Record<string, unknown>;
  /** why an admin viewed the account */
  reason: string | null;
  ip: string | null;
};
export type Timeline = { entries: TimelineEntry[]; next_cursor: string | null };

type Row = {
  id: string;
  at: Date;
  action: string;
  actorKind: string;
  actorId: string | null;
  actorEmail: string | null;
  targetId: string | null;
  data: unknown;
  ip: string | null;
};

const SORT = { text: '-at' };

/**
 * What happened to a user, newest first: audit events about the user, by the user and about the user's keys, and
 * movements of the revenue ledger. Each source is read along one index, and for no more rows than a page has.
 */
export async function getTimeline(ctx: Context<Admin>, userId: string, query: TimelineQuery): Promise<Timeline> {
  const { limit, cursor, kind } = query;
  assertCursorFits(cursor, SORT);
  const owned = await ctx.db.membership.findMany({ where: { userId, role: 'owner' }, select: { accountId: true } });
  const accounts = owned.map(({ accountId }) => accountId);
  const parts = [
    ...(await eventParts(ctx, userId, accounts, query)),
    ...(isOf(kind, 'billing') ? [movements(accounts, query)] : []),
  ];
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT e.*, u.email AS "actorEmail" FROM (
      SELECT * FROM (${Prisma.join(parts, ' UNION ALL ')}) AS every ORDER BY at DESC, id DESC LIMIT ${limit + 1}
    ) AS e LEFT JOIN users u ON u.id = CASE WHEN e."actorKind" IN ('admin', 'subscriber') THEN e."actorId"::uuid END
    ORDER BY e.at DESC, e.id DESC`;
  const { page, end } = toPage(rows, { limit, sort: SORT }, ({ at, id }) => ({ value: at.toISOString(), id }));
  const entries = page.map((row) => toEntry(row, userId));
  return { entries: await withReasons(ctx, userId, entries), next_cursor: end && encodeCursor(end) };
}

/**
 * Adds the reasons of customer views and of owners that an admin made, which the audit log does not hold because an admin
 * typed them.
 */
async function withReasons({ db }: Context, userId: string, entries: TimelineEntry[]): Promise<TimelineEntry[]> {
  const viewOf = ({ what, data }: TimelineEntry) => (what === 'user.view_started' ? String(data.view) : null);
  const ownerOf = ({ what, data }: TimelineEntry) => {
    if (what !== 'account.handed_over' && what !== 'account.owner_added') return null;
    return { accountId: String(data.account), userId: what === 'account.owner_added' ? String(data.member) : userId };
  };
  const views = entries.flatMap((entry) => viewOf(entry) ?? []);
  const owners = entries.flatMap((entry) => ownerOf(entry) ?? []);
  const reasons = new Map<string, string | null>();
  if (views.length)
    for (const { id, reason } of await db.customerView.findMany({ where: { id: { in: views } } }))
      reasons.set(id, reason);
  if (owners.length)
    for (const { accountId, userId: owner, adminReason } of await db.membership.findMany({ where: { OR: owners } }))
      reasons.set(accountId + owner, adminReason);
  return entries.map((entry) => {
    const owner = ownerOf(entry);
    return { ...entry, reason: reasons.get(owner ? owner.accountId + owner.userId : (viewOf(entry) ?? '')) ?? null };
  });
}

const isOf = (kind: TimelineKind | undefined, wanted: TimelineKind) => kind === undefined || kind === wanted;

type Page = Pick<TimelineQuery, 'limit' | 'cursor' | 'kind'>;

/** One SELECT for each source in the audit log, each limited to a page. */
async function eventParts(
  { db }: Context,
  userId: string,
  accounts: readonly string[],
  page: Page,
): Promise<Prisma.Sql[]> {
  const keys = isOf(page.kind, 'key')
    ? await db.fuzzyKey.findMany({
        where: { accountId: { in: [...accounts] } },
        select: { id: true },
        orderBy: { id: 'desc' },
        take: MOST_KEYS,
      })
    : [];
  const filter = kindCondition(page.kind, userId);
  return [
    events(
      Prisma.sql`e.target_id = ${userId} AND ${filter} ${accounts.includes(userId) ? Prisma.empty : NOT_OF_ACCOUNT}`,
      page,
    ),
    ...accounts
      .filter((id) => id !== userId)
      .map((id) => events(Prisma.sql`e.target_id = ${id} AND ${IS_OF_ACCOUNT} AND ${filter}`, page)),
    events(Prisma.sql`e.actor_id = ${userId} AND e.target_id IS DISTINCT FROM ${userId} AND ${filter}`, page),
    ...(keys.length ? [ofKeys(keys, userId, page)] : []),
  ];
}

/** Planned once for all keys: each part of a statement is planned for every partition of the audit log. */
const ofKeys = (keys: { id: number }[], userId: string, page: Page) => Prisma.sql`
  (SELECT ofKey.* FROM unnest(${keys.map(({ id }) => String(id))}::text[]) AS keys (id) CROSS JOIN LATERAL ${events(
    Prisma.sql`e.target_id = keys.id AND e.action LIKE 'fuzzy\_key.%' AND e.actor_id IS DISTINCT FROM ${userId}`,
    page,
  )} AS ofKey)`;

/** For a user with more keys, only events of the newest are shown. */
const MOST_KEYS = 50;

const events = (condition: Prisma.Sql, { limit, cursor }: Page) => Prisma.sql`
  (SELECT e.id::text COLLATE "C" AS id, e.at, e.action, e.actor_kind AS "actorKind", e.actor_id AS "actorId",
     e.target_id AS "targetId", e.data, e.ip
   FROM audit_events e WHERE ${condition} AND ${olderThan(cursor, Prisma.sql`e.id::text COLLATE "C"`, Prisma.sql`e.at`)}
   ORDER BY e.at DESC, e.id DESC LIMIT ${limit + 1})`;

/** Movement ids are padded with zeros, because they are sorted as text. */
const MOVEMENT_ID = Prisma.sql`('m' || lpad(m.id::text, 12, '0')) COLLATE "C"`;

const movements = (accounts: readonly string[], { limit, cursor }: Page) => Prisma.sql`
  (SELECT ${MOVEMENT_ID}, m.at, 'revenue.' || m.kind, 'system', 'billing', NULL,
     jsonb_build_object('cause', m.cause, 'yearly_pence', m.yearly_pence, 'currency', m.currency), NULL
   FROM revenue_movements m
   WHERE m.user_id = ANY(${accounts}::uuid[]) AND ${olderThan(cursor, MOVEMENT_ID, Prisma.sql`m.at`)}
   ORDER BY m.at DESC, m.id DESC LIMIT ${limit + 1})`;

function olderThan(cursor: Cursor | undefined, id: Prisma.Sql, at: Prisma.Sql): Prisma.Sql {
  if (!cursor) return Prisma.sql`TRUE`;
  const time = new Date(cursor.value);
  return Prisma.sql`${at} <= ${time} AND (${at} < ${time} OR ${id} < ${String(cursor.id)})`;
}

const NOUN = Prisma.sql`split_part(e.action, '.', 1)`;
const IS_OF_ACCOUNT = Prisma.sql`${NOUN} IN (${Prisma.join([...ACCOUNT_NOUNS])})`;
const NOT_OF_ACCOUNT = Prisma.sql`AND NOT ${IS_OF_ACCOUNT}`;
const IS_CUSTOMER_REMOVED = Prisma.sql`e.action = 'user.stripe_customer_removed'`;

function kindCondition(kind: TimelineKind | undefined, userId: string): Prisma.Sql {
  if (kind === undefined) return Prisma.sql`TRUE`;
  const byAnother = Prisma.sql`(e.actor_kind = 'admin' AND e.actor_id IS DISTINCT FROM ${userId})`;
  const rest = Prisma.sql`${NOUN} NOT IN (${Prisma.join([...KNOWN_NOUNS])}) AND NOT ${IS_CUSTOMER_REMOVED}`;
  if (kind === 'admin') return Prisma.sql`${byAnother} AND ${rest}`;
  if (kind === 'account') return Prisma.sql`NOT ${byAnother} AND ${rest}`;
  const known = Prisma.sql`${NOUN} IN (${Prisma.join(nounsOf(kind))})`;
  return kind === 'billing' ? Prisma.sql`(${known} OR ${IS_CUSTOMER_REMOVED})` : known;
}

function toEntry(row: Row, userId: string): TimelineEntry {
  const { id, at, action, actorId, ip } = row;
  const isByAnotherAdmin = row.actorKind === 'admin' && actorId !== userId;
  return {
    id,
    at: at.toISOString(),
    kind: action.startsWith('revenue.') ? 'billing' : kindOf({ action, isByAnotherAdmin }),
    what: action,
    by: actorId === userId || !PEOPLE.includes(row.actorKind) ? null : (row.actorEmail ?? actorId),
    key: action.startsWith('fuzzy_key.') ? Number(row.targetId) : null,
    data: isRecord(row.data) ? row.data : {},
    reason: null,
    ip,
  };
}

const PEOPLE = ['admin', 'subscriber'];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
