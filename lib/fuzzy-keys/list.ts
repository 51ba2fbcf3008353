import { z } from 'zod';
import type { Admin, Context } from '#lib/context.ts';
import { Prisma } from '#lib/db.ts';
import { parse } from '#lib/http/parse.ts';
import {
  assertCursorFits,
  countRows,
  type Cursor,
  encodeCursor,
  listQuery,
  type Sort,
  toPage,
} from '#lib/http/list-query.ts';
import { conditionsOf, keyFilters, needs, pattern, search } from './filters.ts';
import { selectKeyRows } from './key-rows.ts';
import type { Attention, NamedKeyInput } from './schema.ts';
import { hasEnded, hasNotEnded } from './usable-key.ts';
import type { FuzzyKeyListView, FuzzyKeyRow, UnassociatedKeyRow } from './views.ts';

const SORTS = ['description', 'email', 'rank', 'quantity', 'created_at'] as const;
type SortField = (typeof SORTS)[number];

/** The query of `GET admin/api/fuzzy-keys`. */
export const FuzzyKeyListQuery = z.object({
  ...listQuery(SORTS, '-created_at'),
  ...keyFilters,
  deleted: z.enum(['true', 'false']).default('false'),
});
export type FuzzyKeyListQuery = z.infer<typeof FuzzyKeyListQuery>;

/** A page of active or deleted keys, and the five counters, in two statements, or in three with filters. */
export async function listFuzzyKeys(ctx: Context<Admin>, query: FuzzyKeyListQuery): Promise<FuzzyKeyListView> {
  const isOfDeleted = query.deleted === 'true';
  const filtering = conditionsOf(query, ctx.now);
  const matches = Prisma.join([(isOfDeleted ? hasEnded : hasNotEnded)(ctx.now), ...filtering], ' AND ');
  const [page, counts, matching] = await Promise.all([
    selectPage(ctx, matches, query),
    countKeys(ctx),
    filtering.length ? countMatches(ctx, matches) : null,
  ]);
  return { ...page, total: matching ?? (isOfDeleted ? counts.deleted : counts.total), counts };
}

/** The number of keys that the list shows with this filter. */
export const countKeysNeeding = (ctx: Context<Admin>, attention: Attention) =>
  countRows(ctx.db, Prisma.sql`FROM fuzzy_keys k WHERE ${hasNotEnded(ctx.now)} AND ${needs(attention, ctx.now)}`);

/** At most 200 keys, deleted or not, whose description contains the text. */
export async function searchFuzzyKeys(
  ctx: Context<Admin>,
  { description }: NamedKeyInput,
): Promise<{ keys: FuzzyKeyRow[] }> {
  const which = Prisma.sql`WHERE k.description ILIKE ${pattern(description)} ORDER BY k.description LIMIT 200`;
  return { keys: await selectKeyRows(ctx.db, ctx.now, which) };
}

/** The query of `GET admin/api/unassociated-keys`. */
export const UnassociatedKeysQuery = z.object({ ...listQuery(['created_at'], '-created_at'), search });

/**
 * The keys that can be given to a user, newest first: without an owner, and neither deleted nor replaced. They include
 * suspended keys.
 */
export async function listUnassociatedKeys(
  ctx: Context<Admin>,
  query: z.infer<typeof UnassociatedKeysQuery>,
): Promise<{ keys: UnassociatedKeyRow[]; next_cursor: string | null; total: number }> {
  const free = Prisma.sql`k.user_id IS NULL AND k.replaced_by_id IS NULL`;
  const matches = Prisma.join([hasNotEnded(ctx.now), free, ...conditionsOf(query, ctx.now)], ' AND ');
  const [page, total] = await Promise.all([selectPage(ctx, matches, query), countMatches(ctx, matches)]);
  const keys = page.keys.map(({ public_key, description, rank, email, created_at }) => ({
    public_key,
    description,
    rank,
    email,
    created_at: Math.floor(Date.parse(created_at) / 1000),
  }));
  return { keys, next_cursor: page.next_cursor, total };
}

/** A column to sort by: its SQL, its value in a row, and the schema of its value in a cursor. */
type Column = {
  sql: Prisma.Sql;
  valueOf: (row: FuzzyKeyRow) => string | number;
  value: z.ZodType<string | number | Date>;
};

const COLUMNS: Record<SortField, Column> = {
  description: { sql: Prisma.sql`k.description`, valueOf: (row) => row.description, value: z.string() },
  email: { sql: Prisma.sql`coalesce(k.email, '')`, valueOf: (row) => row.email ?? '', value: z.string() },
  rank: { sql: Prisma.sql`k.rank`, valueOf: (row) => row.rank, value: z.int32() },
  quantity: { sql: Prisma.sql`k.quantity`, valueOf: (row) => row.quantity, value: z.int32() },
  created_at: {
    sql: Prisma.sql`k.created_at`,
    valueOf: (row) => row.created_at,
    value: z.iso.datetime().transform((text) => new Date(text)),
  },
};

type PageQuery = { sort: Sort<SortField>; cursor?: Cursor | undefined; limit: number };

/** Reads a page from the cursor on, and one more row to learn whether another page follows. */
async function selectPage(
  ctx: Context<Admin>,
  matches: Prisma.Sql,
  { sort, cursor, limit }: PageQuery,
): Promise<{ keys: FuzzyKeyRow[]; next_cursor: string | null }> {
  assertCursorFits(cursor, sort);
  const { sql, valueOf } = COLUMNS[sort.by];
  const way = sort.isDescending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const rest = Prisma.sql`ORDER BY ${sql} ${way}, k.id ${way} LIMIT ${limit + 1}`;
  const place = cursor ? Prisma.sql`AND ${beyond(sort, cursor)}` : Prisma.empty;
  const rows = await selectKeyRows(ctx.db, ctx.now, Prisma.sql`WHERE ${matches} ${place} ${rest}`);
  const { page, end } = toPage(rows, { limit, sort }, (last) => ({ value: valueOf(last), id: last.id }));
  return { keys: page, next_cursor: end && encodeCursor(end) };
}

function beyond({ by, isDescending }: Sort<SortField>, cursor: Cursor): Prisma.Sql {
  const { sql, value: form } = COLUMNS[by];
  const value = parse(form, cursor.value, 'malformed');
  const id = parse(z.int32(), cursor.id, 'malformed');
  return Prisma.sql`(${sql}, k.id) ${isDescending ? Prisma.sql`<` : Prisma.sql`>`} (${value}, ${id})`;
}

async function countMatches(ctx: Context<Admin>, matches: Prisma.Sql): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ n: number }[]>`SELECT count(*)::int AS n FROM fuzzy_keys k WHERE ${matches}`;
  return row?.n ?? 0;
}

/** The five counters over all keys, by the rules of policy.ts in SQL. */
async function countKeys(ctx: Context<Admin>): Promise<FuzzyKeyListView['counts']> {
  // OFFSET 0 keeps the subquery, so that each rule is evaluated once per row.
  const [counts] = await ctx.db.$queryRaw<FuzzyKeyListView['counts'][]>`
    SELECT count(*) FILTER (WHERE active)::int AS total,
      count(*) FILTER (WHERE active AND has_email)::int AS with_email,
      count(*) FILTER (WHERE active AND is_stripe)::int AS stripe,
      count(*) FILTER (WHERE active AND NOT has_email AND NOT (is_stripe AND names_subscription))::int AS manual,
      count(*) FILTER (WHERE NOT active)::int AS deleted
    FROM (
      SELECT ${hasNotEnded(ctx.now)} AS active, k.email IS NOT NULL AS has_email,
        k.description COLLATE "C" ILIKE '%stripe%' AS is_stripe, k.description LIKE '%sub\\_%' AS names_subscription
      FROM fuzzy_keys k OFFSET 0
    ) k`;
  if (!counts) throw new Error('the count returned no row');
  return counts;
}
