import type { z } from 'zod';
import type { Admin, Context } from '#lib/base/context.ts';
import { type Db, Prisma } from '#lib/base/db/db.ts';
import { readTallies } from '#lib/base/tallies.ts';
import { LIVE_STATUSES } from '#lib/billing/plan.ts';
import { DAILY_LIMIT } from '#lib/fuzzy-keys/console/key-rows.ts';
import {
  assertCursorFits,
  cappedTotal,
  type Cursor,
  eachPage,
  encodeCursor,
  listQuery,
  type Sort,
  toPage,
} from '#lib/http/list-query.ts';
import { findAdminUsers } from './admin-user.ts';
import { EMAIL_ORDER, userConditions, UserFilters } from './filters.ts';
import type { AdminUserRow, AdminUserView, UserCounts, UserListView, UserUsage } from './views.ts';

const SORTS = ['created_at', 'email', 'last_seen_at'] as const;
type SortField = (typeof SORTS)[number];

/** The query of `GET admin/api/users`. */
export const UserListQuery = UserFilters.extend(listQuery(SORTS, '-created_at'));
export type UserListQuery = z.infer<typeof UserListQuery>;

/** A page of users, the number of matches, and the four counters. Every page takes the same few statements. */
export async function listUsers(ctx: Context<Admin>, query: UserListQuery): Promise<UserListView> {
  assertCursorFits(query.cursor, query.sort);
  const conditions = await userConditions(ctx, query);
  const counts = await countUsers(ctx);
  const total = totalOf(query, counts);
  const few = total === null ? await findFew(ctx, conditions, query) : null;
  const { items, end } = await toItems(ctx, few?.places ?? (await findPlaces(ctx, conditions, query)), query);
  const users = await withUsage(ctx, items);
  const counted = few ? cappedTotal(few.matches) : { total: total ?? 0, total_is_capped: false };
  return { users, ...counted, next_cursor: end && encodeCursor(end), counts };
}

/** Yields all matching users for an export, `size` at a time. */
export async function* eachPageOfUsers(
  ctx: Context<Admin>,
  query: UserListQuery,
  size: number,
): AsyncGenerator<AdminUserView[]> {
  const conditions = await userConditions(ctx, query);
  yield* eachPage(async (cursor) => {
    const page = { ...query, limit: size, cursor };
    return toItems(ctx, await findPlaces(ctx, conditions, page), page);
  });
}

type Page = { limit: number; sort: Sort<SortField>; cursor?: Cursor | undefined };
type Place = { id: string; value: string };

/** Reads the users in their order until the page is full. */
const findPlaces = (ctx: Context, conditions: Prisma.Sql, { limit, sort, cursor }: Page) => {
  const { key } = ORDERS[sort.by];
  return ctx.db.$queryRaw<Place[]>`
    SELECT u.id::text, (${key})::text AS value FROM users u
    WHERE ${conditions} ${rest({ ...ORDERS[sort.by], id: Prisma.sql`u.id` }, sort, cursor)} LIMIT ${limit + 1}`;
};

/**
 * With at most this many matches, the page is sorted from all of them: reading them takes less time than searching
 * again. With more, the page is read in the list's order (docs/decisions/0012).
 */
export const FEW = 5000;

/**
 * Finds all matches, and the page among them. If there are many, the page is null, and the number is too low. Looks for
 * ids alone, because the indexes contain them: sort values would be read from the table.
 */
async function findFew(ctx: Context, conditions: Prisma.Sql, { limit, sort, cursor }: Page) {
  const { key, type } = ORDERS[sort.by];
  const inOrder = rest({ key, type, id: Prisma.sql`u.id` }, sort, cursor);
  const rows = await ctx.db.$queryRaw<{ n: number; id: string | null; value: string }[]>`
    WITH few AS MATERIALIZED (SELECT u.id FROM users u WHERE ${conditions} LIMIT ${FEW + 1})
    SELECT counted.n, page.id::text, page.value::text FROM (SELECT count(*)::int AS n FROM few) counted
    LEFT JOIN LATERAL (
      SELECT u.id, ${key} AS value FROM few JOIN users u ON u.id = few.id
      WHERE counted.n <= ${FEW} ${inOrder} LIMIT ${limit + 1}
    ) page ON true`;
  const matches = rows[0]?.n ?? 0;
  const places = rows.flatMap(({ id, value }): Place[] => (id === null ? [] : [{ id, value }]));
  return { matches, places: matches > FEW ? null : places };
}

async function toItems(ctx: Context, places: readonly Place[], { limit, sort }: Page) {
  const { page, end } = toPage(places, { limit, sort }, (last) => last);
  return { items: await readUsers(ctx, page), end };
}

async function readUsers(ctx: Context, places: readonly { id: string }[]): Promise<AdminUserView[]> {
  const ids = places.map(({ id }) => id);
  const found = await findAdminUsers(ctx.db, ids);
  return ids.flatMap((id) => found.get(id) ?? []);
}

async function withUsage(ctx: Context, users: readonly AdminUserView[]): Promise<AdminUserRow[]> {
  const usage = await findBusiestKeys(
    ctx.db,
    users.map(({ id }) => id),
  );
  return users.map((user) => ({ ...user, usage: usage.get(user.id) ?? null }));
}

/**
 * Sort keys. They must match the index expressions in prisma/indexes.sql exactly. In ascending order, users without an
 * email come last, and users who were never seen first.
 */
const ORDERS: Record<SortField, { key: Prisma.Sql; type: Prisma.Sql }> = {
  created_at: { key: Prisma.sql`u.created_at`, type: Prisma.sql`timestamptz` },
  email: { key: EMAIL_ORDER, type: Prisma.sql`text` },
  last_seen_at: { key: Prisma.sql`coalesce(u.last_seen_at, '-infinity')`, type: Prisma.sql`timestamptz` },
};

type Order = { key: Prisma.Sql; type: Prisma.Sql; id: Prisma.Sql };

/** The end of a statement: only rows beyond the cursor, in this order. */
function rest({ key, type, id }: Order, { isDescending }: Sort<SortField>, cursor: Cursor | undefined): Prisma.Sql {
  const [way, beyond] = isDescending ? [Prisma.sql`DESC`, Prisma.sql`<`] : [Prisma.sql`ASC`, Prisma.sql`>`];
  const order = Prisma.sql`ORDER BY ${key} ${way}, ${id} ${way}`;
  if (!cursor) return order;
  return Prisma.sql`AND (${key}, ${id}) ${beyond} (${cursor.value}::${type}, ${cursor.id}::uuid) ${order}`;
}

/** The total by the counter that covers the filters; null if there is none. */
function totalOf({ search, status, admin, verified, subscription }: UserFilters, counts: UserCounts): number | null {
  if (search || verified || subscription) return null;
  if (!status && !admin) return counts.total;
  if (!admin) return status === 'blocked' ? counts.blocked : counts.total - counts.blocked;
  if (!status) return admin === 'true' ? counts.admins : counts.total - counts.admins;
  return null;
}

/** Exact numbers of users and live subscriptions. */
export async function countUsers(ctx: Context): Promise<UserCounts> {
  const numberOf = await readTallies(ctx.db);
  return {
    total: numberOf('users'),
    active_subscriptions: LIVE_STATUSES.reduce((sum, status) => sum + numberOf(`subscriptions ${status}`), 0),
    admins: numberOf('admins'),
    blocked: numberOf('blocked'),
  };
}

/**
 * The usage of each user's busiest key: the one that uses most of its limit or, without limits, causes most requests.
 * The result lacks users without a key in use, or whose keys no storage host reported. One statement for a whole page.
 */
async function findBusiestKeys(db: Db, ids: readonly string[]): Promise<Map<string, UserUsage>> {
  const rows = await db.$queryRaw<(UserUsage & { id: string })[]>`
    SELECT DISTINCT ON (m.user_id) m.user_id::text AS id, st.requests, ${DAILY_LIMIT} AS daily_limit
    FROM memberships m
      JOIN fuzzy_keys k ON k.user_id = m.account_id
      JOIN usage_standings st ON st.key_id = k.id AND st.requests >= 0
      JOIN accounts a ON a.id = k.user_id
      JOIN ranks rk ON rk.rank = k.rank
    WHERE m.user_id = ANY(${ids}::uuid[]) AND m.role = 'owner' AND k.deleted_at IS NULL AND k.replaced_by_id IS NULL
    ORDER BY m.user_id, st.requests / nullif(${DAILY_LIMIT}, 0) DESC NULLS LAST, st.requests DESC`;
  return new Map(rows.map(({ id, ...usage }) => [id, usage]));
}
