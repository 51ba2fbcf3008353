import { z } from 'zod';
import type { Admin, Context } from '#lib/context.ts';
import { Prisma } from '#lib/db.ts';
import { conditionsOf, isDeleted, keyFilters } from '#lib/fuzzy-keys/filters.ts';
import { assertCursorFits, encodeCursor, listQuery, type Cursor } from '#lib/http/list-query.ts';
import { parse } from '#lib/http/parse.ts';
import type { UsageRankingView } from './views.ts';

/** The query of `GET admin/api/usage/ranking`: the filters of the list of keys. */
export const UsageRankingQuery = z.object({ ...listQuery(['usage'], '-usage'), ...keyFilters });
export type UsageRankingQuery = z.infer<typeof UsageRankingQuery>;

type Row = { id: number; description: string; key_id: string; is_over_limit: boolean; requests: number };

/**
 * A page of the active keys that match, the busiest first: over their limit, then by the last day, else the average of
 * seven (spec §2), as the job `usage.rank` last saw it. One statement, along an index.
 */
export async function listUsageRanking(ctx: Context<Admin>, query: UsageRankingQuery): Promise<UsageRankingView> {
  const { sort, cursor, limit } = query;
  assertCursorFits(cursor, sort);
  const way = sort.isDescending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const matches = [isDeleted(false, ctx.now), ...conditionsOf(query)];
  if (cursor) matches.push(beyond(sort.isDescending, cursor));
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT k.id, k.description, k.key_id, s.is_over_limit, s.requests
    FROM usage_standings s JOIN fuzzy_keys k ON k.id = s.key_id
    WHERE ${Prisma.join(matches, ' AND ')}
    ORDER BY s.is_over_limit ${way}, s.requests ${way}, s.key_id ${way} LIMIT ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    keys: page.map(({ description, key_id }) => ({ description, key_id })),
    next_cursor: last && rows.length > limit ? encodeCursor({ sort: sort.text, ...placeOf(last) }) : null,
  };
}

/** A cursor has one value, so that both stand in a text. */
const placeOf = ({ id, is_over_limit, requests }: Row) => ({ value: `${is_over_limit} ${requests}`, id });
const Place = z.templateLiteral([z.boolean(), ' ', z.number()]);

function beyond(isDescending: boolean, cursor: Cursor): Prisma.Sql {
  const [isOver, requests] = parse(Place, cursor.value, 'malformed').split(' ');
  const id = parse(z.int32(), cursor.id, 'malformed');
  return Prisma.sql`(s.is_over_limit, s.requests, s.key_id) ${isDescending ? Prisma.sql`<` : Prisma.sql`>`}
    (${isOver === 'true'}, ${Number(requests)}, ${id})`;
}
