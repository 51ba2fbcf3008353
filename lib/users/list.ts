import type { z } from 'zod';
import type { Admin, Context } from '#lib/context.ts';
import { Prisma } from '#lib/db.ts';
import {
  assertCursorFits,
  countRows,
  type Cursor,
  eachPage,
  encodeCursor,
  listQuery,
  type Sort,
  toPage,
} from '#lib/http/list-query.ts';
import { adminUserFields, toAdminUserView } from './admin-user.ts';
import { countUsers } from './counts.ts';
import { EMAIL_ORDER, UserFilters, userConditions } from './filters.ts';
import { findBusiestKeys } from './busiest-key.ts';
import type { AdminUserRow, AdminUserView, UserCounts, UserListView } from './views.ts';

const SORTS = ['created_at', 'email', 'last_seen_at'] as const;
type SortField = (typeof SORTS)[number];

/** The query of `GET admin/api/users`. */
export const UserListQuery = UserFilters.extend(listQuery(SORTS, '-created_at'));
export type UserListQuery = z.infer<typeof UserListQuery>;

/** A page of users, the number of matches, and the four counters. Every page takes the same few statements. */
export async function listUsers(ctx: Context<Admin>, query: UserListQuery): Promise<UserListView> {
  assertCursorFits(query.cursor, query.sort);
  const conditions = await userConditions(ctx, query);
  const { items, end } = await readPage(ctx, conditions, query);
  const users = await withUsage(ctx, items);
  const counts = await countUsers(ctx);
  const counted = await countMatching(ctx, conditions, query, counts);
  return { users, ...counted, next_cursor: end && encodeCursor(end), counts };
}

/** Yields all matching users for an export, `size` at a time. */
export async function* eachPageOfUsers(
  ctx: Context<Admin>,
  query: UserListQuery,
  size: number,
): AsyncGenerator<AdminUserView[]> {
  const conditions = await userConditions(ctx, query);
  yield* eachPage((cursor) => readPage(ctx, conditions, { ...query, limit: size, cursor }));
}

type Page = { limit: number; sort: Sort<SortField>; cursor?: Cursor | undefined };

async function readPage(ctx: Context, conditions: Prisma.Sql, { limit, sort, cursor }: Page) {
  const places = await ctx.db.$queryRaw<{ id: string; value: string }[]>`
    SELECT u.id::text, (${ORDERS[sort.by].key})::text AS value FROM users u
    WHERE ${conditions} ${rest(sort, cursor)} LIMIT ${limit + 1}`;
  const { page, end } = toPage(places, { limit, sort }, (last) => last);
  return { items: await readUsers(ctx, page), end };
}

async function readUsers(ctx: Context, places: readonly { id: string }[]): Promise<AdminUserView[]> {
  const ids = places.map(({ id }) => id);
  const rows = await ctx.db.user.findMany({ where: { id: { in: ids } }, select: adminUserFields });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map(toAdminUserView);
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

function rest({ by, isDescending }: Sort<SortField>, cursor: Cursor | undefined): Prisma.Sql {
  const { key, type } = ORDERS[by];
  const [way, beyond] = isDescending ? [Prisma.sql`DESC`, Prisma.sql`<`] : [Prisma.sql`ASC`, Prisma.sql`>`];
  const order = Prisma.sql`ORDER BY ${key} ${way}, u.id ${way}`;
  if (!cursor) return order;
  return Prisma.sql`AND (${key}, u.id) ${beyond} (${cursor.value}::${type}, ${cursor.id}::uuid) ${order}`;
}

/** Takes the total from the counter that covers the filters, if any; otherwise counts. */
async function countMatching(ctx: Context, conditions: Prisma.Sql, query: UserFilters, counts: UserCounts) {
  const { search, status, admin, verified, subscription } = query;
  const exactly = (total: number) => ({ total, total_is_capped: false });
  if (!search && !verified && !subscription) {
    if (!status && !admin) return exactly(counts.total);
    if (!admin) return exactly(status === 'blocked' ? counts.blocked : counts.total - counts.blocked);
    if (!status) return exactly(admin === 'true' ? counts.admins : counts.total - counts.admins);
  }
  return countRows(ctx.db, Prisma.sql`FROM users u WHERE ${conditions}`);
}
