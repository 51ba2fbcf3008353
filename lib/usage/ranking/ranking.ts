import { z } from 'zod';
import { firstOwnerOf } from '#lib/accounts/recipients.ts';
import type { Admin, Context } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { conditionsOf, keyFilters } from '#lib/fuzzy-keys/console/filters.ts';
import { findFew } from '#lib/fuzzy-keys/console/find-few.ts';
import { hasNotEnded } from '#lib/fuzzy-keys/usable-key.ts';
import { assertCursorFits, type Cursor, encodeCursor, listQuery, toPage } from '#lib/http/list-query.ts';
import { parse } from '#lib/http/parse.ts';
import type { UsageRankingView } from '#lib/usage/views.ts';

/** The query of `GET admin/api/usage/ranking`: the filters of the list of keys. */
export const UsageRankingQuery = z.object({ ...listQuery(['usage'], '-usage'), ...keyFilters });
export type UsageRankingQuery = z.infer<typeof UsageRankingQuery>;

type Row = { id: number; description: string; key_id: string; user_id: string | null; requests: number };

/**
 * A page of the matching active keys, the busiest first, as of the last run of the job `usage.rank`: by the requests in
 * the last day or, without reports in it, by the 7-day average.
 */
export async function listUsageRanking(ctx: Context<Admin>, query: UsageRankingQuery): Promise<UsageRankingView> {
  const { sort, cursor, limit } = query;
  assertCursorFits(cursor, sort);
  const way = sort.isDescending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const filters = conditionsOf(query, ctx.now);
  const matches = Prisma.join([hasNotEnded(ctx.now), ...filters], ' AND ');
  // Few matching keys are looked up first and sorted. For many, the index is read in order until the page is full.
  const few = filters.length ? await findFew(ctx.db, matches) : null;
  const isWanted = few ? Prisma.sql`s.key_id = ANY(${few}::int[])` : matches;
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT k.id, k.description, k.key_id, (SELECT o.id::text FROM ${firstOwnerOf(Prisma.sql`k.user_id`)} o) AS user_id, s.requests
    FROM usage_standings s JOIN fuzzy_keys k ON k.id = s.key_id
    WHERE ${isWanted} AND ${cursor ? beyond(sort.isDescending, cursor) : Prisma.sql`true`}
    ORDER BY s.requests ${way}, s.key_id ${way} LIMIT ${limit + 1}`;
  const { page, end } = toPage(rows, query, placeOf);
  return {
    keys: page.map(({ description, key_id, user_id }) => ({ description, key_id, user_id })),
    next_cursor: end && encodeCursor(end),
  };
}

const placeOf = ({ id, requests }: Row) => ({ value: String(requests), id });

function beyond(isDescending: boolean, cursor: Cursor): Prisma.Sql {
  const requests = parse(z.coerce.number(), cursor.value, 'malformed');
  const id = parse(z.int32(), cursor.id, 'malformed');
  return Prisma.sql`(s.requests, s.key_id) ${isDescending ? Prisma.sql`<` : Prisma.sql`>`} (${requests}, ${id})`;
}
