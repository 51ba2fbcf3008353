import { z } from 'zod';
import type { Admin, Context } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { readTallies } from '#lib/base/tallies.ts';
import type { Attention, NamedKeyInput } from '#lib/fuzzy-keys/schema.ts';
import { hasEnded, hasNotEnded } from '#lib/fuzzy-keys/usable-key.ts';
import type { FuzzyKeyListView, FuzzyKeyRow, UnassociatedKeyRow } from '#lib/fuzzy-keys/views.ts';
import {
  assertCursorFits,
  cappedTotal,
  COUNT_LIMIT,
  countRows,
  type Counted,
  type Cursor,
  encodeCursor,
  listQuery,
  type Sort,
  toPage,
} from '#lib/http/list-query.ts';
import { parse } from '#lib/http/parse.ts';
import { conditionsOf, keyFilters, pattern, search, STANDS, stillNeeds } from './filters.ts';
import { findFew } from './find-few.ts';
import { selectKeyRows } from './key-rows.ts';

const SORTS = ['description', 'email', 'rank', 'quantity', 'created_at'] as const;
type SortField = (typeof SORTS)[number];

/** The query of `GET admin/api/fuzzy-keys`. */
export const FuzzyKeyListQuery = z.object({
  ...listQuery(SORTS, '-created_at'),
  ...keyFilters,
  deleted: z.enum(['true', 'false']).default('false'),
});
export type FuzzyKeyListQuery = z.infer<typeof FuzzyKeyListQuery>;

/** A page of active or deleted keys, and the five counters, in a few statements, however many keys there are. */
export async function listFuzzyKeys(ctx: Context<Admin>, query: FuzzyKeyListQuery): Promise<FuzzyKeyListView> {
  const isOfDeleted = query.deleted === 'true';
  const filtering = conditionsOf(query, ctx.now);
  const matches = Prisma.join([(isOfDeleted ? hasEnded : hasNotEnded)(ctx.now), ...filtering], ' AND ');
  const [matching, counts] = await Promise.all([
    filtering.length ? selectMatching(ctx, matches, query) : selectPage(ctx, matches, query),
    countKeys(ctx),
  ]);
  const all = { total: isOfDeleted ? counts.deleted : counts.total, total_is_capped: false };
  return { ...all, ...matching, counts };
}

/** The number of keys that the list shows with this filter. */
export const countKeysNeeding = (ctx: Context<Admin>, attention: Attention) =>
  countRows(
    ctx.db,
    Prisma.sql`FROM usage_standings o JOIN fuzzy_keys k ON k.id = o.key_id
      WHERE ${STANDS[attention]} AND ${stillNeeds(attention, ctx.now)} AND ${hasNotEnded(ctx.now)}`,
  );

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
): Promise<{ keys: UnassociatedKeyRow[]; next_cursor: string | null } & Counted> {
  const free = Prisma.sql`k.user_id IS NULL AND k.replaced_by_id IS NULL`;
  const matches = Prisma.join([hasNotEnded(ctx.now), free, ...conditionsOf(query, ctx.now)], ' AND ');
  const { keys: found, ...page } = await selectMatching(ctx, matches, query);
  const keys = found.map(({ public_key, description, rank, email, created_at, state }) => ({
    public_key,
    description,
    rank,
    email,
    is_suspended: state === 'suspended',
    created_at: Math.floor(Date.parse(created_at) / 1000),
  }));
  return { ...page, keys };
}

/** A column to sort by: its SQL, and the schema of its value in a cursor. */
type Column = { sql: Prisma.Sql; value: z.ZodType<string | number | Date> };

const COLUMNS: Record<SortField, Column> = {
  description: { sql: Prisma.sql`k.description`, value: z.string() },
  email: { sql: Prisma.sql`coalesce(k.email, '')`, value: z.string() },
  rank: { sql: Prisma.sql`k.rank`, value: z.int32() },
  quantity: { sql: Prisma.sql`k.quantity`, value: z.int32() },
  created_at: {
    sql: Prisma.sql`k.created_at`,
    value: z.iso.datetime().transform((text) => new Date(text)),
  },
};

type PageQuery = { sort: Sort<SortField>; cursor?: Cursor | undefined; limit: number };

/**
 * A page of the matching keys, and their number. Few keys are found first and sorted; many are read in their order. A
 * search looks only for as many as the total counts, because comparing texts takes long.
 */
async function selectMatching(
  ctx: Context<Admin>,
  matches: Prisma.Sql,
  page: PageQuery & { search?: string | undefined },
) {
  const few = await findFew(ctx.db, matches, page.search ? COUNT_LIMIT : undefined);
  const found = await selectPage(ctx, few ? Prisma.sql`k.id = ANY(${few}::int[])` : matches, page);
  return { ...found, ...cappedTotal(few?.length ?? Infinity) };
}

/** Reads a page from the cursor on, and one more row to learn whether another page follows. */
async function selectPage(
  ctx: Context<Admin>,
  matches: Prisma.Sql,
  { sort, cursor, limit }: PageQuery,
): Promise<{ keys: FuzzyKeyRow[]; next_cursor: string | null }> {
  assertCursorFits(cursor, sort);
  const { sql } = COLUMNS[sort.by];
  const way = sort.isDescending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const rest = Prisma.sql`ORDER BY ${sql} ${way}, k.id ${way} LIMIT ${limit + 1}`;
  const place = cursor ? Prisma.sql`AND ${beyond(sort, cursor)}` : Prisma.empty;
  const places = await ctx.db.$queryRaw<{ id: number; value: string | number | Date }[]>`
    SELECT k.id, ${sql} AS value FROM fuzzy_keys k WHERE ${matches} ${place} ${rest}`;
  const { page, end } = toPage(places, { limit, sort }, ({ id, value }) => ({
    id,
    value: value instanceof Date ? value.toISOString() : value,
  }));
  // The rows are joined only afterwards: with the joins, PostgreSQL may read whole tables for one page.
  const which = Prisma.sql`WHERE k.id = ANY(${page.map(({ id }) => id)}::int[]) ORDER BY ${sql} ${way}, k.id ${way}`;
  return { keys: await selectKeyRows(ctx.db, ctx.now, which), next_cursor: end && encodeCursor(end) };
}

function beyond({ by, isDescending }: Sort<SortField>, cursor: Cursor): Prisma.Sql {
  const { sql, value: form } = COLUMNS[by];
  const value = parse(form, cursor.value, 'malformed');
  const id = parse(z.int32(), cursor.id, 'malformed');
  return Prisma.sql`(${sql}, k.id) ${isDescending ? Prisma.sql`<` : Prisma.sql`>`} (${value}, ${id})`;
}

/** The five counters over all keys. Those whose grace period has just ended are few, so they are counted. */
async function countKeys({ db, now }: Context<Admin>): Promise<FuzzyKeyListView['counts']> {
  const numberOf = await readTallies(db);
  const ended = await db.$queryRaw<{ name: string; n: number }[]>`
    SELECT name, count(*)::int AS n
    FROM fuzzy_keys k, unnest(tallies.counters_of(k.deleted_at, k.email, k.description)) name
    WHERE k.deleted_at IS NULL AND k.works_until <= ${now} GROUP BY name`;
  const endedOf = (name: string) => ended.find((row) => row.name === name)?.n ?? 0;
  const activeOf = (name: string) => numberOf(name) - endedOf(name);
  return {
    total: activeOf('keys active'),
    with_email: activeOf('keys with email'),
    stripe: activeOf('keys stripe'),
    manual: activeOf('keys manual'),
    deleted: numberOf('keys deleted') + endedOf('keys active'),
  };
}
