import type { Context, System } from '#lib/context.ts';
import { isSilent } from '#lib/fuzzy-keys/filters.ts';
import { DAY } from '#lib/time.ts';
import { recentWindow, windowOf } from './buckets.ts';
import { limitFields, requestsOfKeys, toUsageRow, type LimitedKey } from './overview.ts';

/** How many keys are summed up at a time. */
const BATCH = 2000;
/** A key without any report ranks below one with 0 requests. */
const NOTHING = -1;

type Standing = { id: number; isOverLimit: boolean; requests: number };

/**
 * The job `usage.rank`: updates every key's standing, by the same rules as the overview: whether the key is over its
 * limit, and its requests in the last day or, without reports in it, the average of the last seven days with reports.
 * Deleted keys rank last. Returns the number of keys. Safe to run twice, even simultaneously.
 */
export async function rankKeysByUsage(ctx: Context<System>): Promise<number> {
  let count = 0;
  for (let after = 0; ;) {
    const keys = await ctx.db.fuzzyKey.findMany({
      where: { id: { gt: after } },
      orderBy: { id: 'asc' },
      take: BATCH,
      select: { ...limitFields, deletedAt: true },
    });
    const last = keys.at(-1);
    if (!last) return count;
    const rows = await rowsOf(
      ctx,
      keys.filter(({ deletedAt }) => deletedAt === null),
    );
    await save(
      ctx,
      keys.map(({ id }) => standingOf(id, rows)),
    );
    await noteSilence(
      ctx,
      keys.map(({ id }) => id),
    );
    count += keys.length;
    after = last.id;
  }
}

type Rows = Map<number, ReturnType<typeof toUsageRow>>;

/** Each key's row in the overview. Reads 30 days only for keys without reports in the last day. */
async function rowsOf(ctx: Context<System>, keys: readonly LimitedKey[]): Promise<Rows> {
  const lastDay = await requestsOfKeys(ctx.db, keys, recentWindow(ctx.now, DAY));
  const idle = await findUsed(
    ctx,
    keys.filter(({ id }) => lastDay.get(id)?.[0] === null),
  );
  const month = await requestsOfKeys(ctx.db, idle, windowOf('720h', 'key', ctx.now));
  return new Map(keys.map((key) => [key.id, toUsageRow(key, month.get(key.id) ?? lastDay.get(key.id) ?? [])]));
}

/**
 * Leaves out keys without usage in the last 30 days, which need no sums. Keeps rotated keys and their successors,
 * because they share their usage.
 */
async function findUsed<K extends LimitedKey>(ctx: Context<System>, keys: readonly K[]): Promise<K[]> {
  const since = new Date(ctx.now.getTime() - 31 * DAY);
  const rows = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT k.id FROM fuzzy_keys k WHERE k.id = ANY(${keys.map(({ id }) => id)}::int[]) AND (
      EXISTS (SELECT 1 FROM all_usage_days d WHERE d.key_id = k.id AND d.bucket > ${since})
      OR EXISTS (SELECT 1 FROM fuzzy_keys older WHERE older.replaced_by_id = k.id) OR k.replaced_by_id IS NOT NULL)`;
  const used = new Set(rows.map(({ id }) => id));
  return keys.filter(({ id }) => used.has(id));
}

function standingOf(id: number, rows: Rows): Standing {
  const row = rows.get(id);
  return {
    id,
    isOverLimit: row?.is_over_limit ?? false,
    requests: row?.last_day ?? row?.average_7_day ?? NOTHING,
  };
}

async function save(ctx: Context<System>, standings: readonly Standing[]): Promise<void> {
  await ctx.db.$executeRaw`
    INSERT INTO usage_standings AS old (key_id, is_over_limit, requests)
    SELECT * FROM unnest(
      ${standings.map(({ id }) => id)}::int[], ${standings.map(({ isOverLimit }) => isOverLimit)}::bool[],
      ${standings.map(({ requests }) => requests)}::float8[])
    ON CONFLICT (key_id) DO UPDATE SET is_over_limit = excluded.is_over_limit, requests = excluded.requests
    WHERE (old.is_over_limit, old.requests) IS DISTINCT FROM (excluded.is_over_limit, excluded.requests)`;
}

async function noteSilence(ctx: Context<System>, ids: readonly number[]): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE usage_standings st SET is_silent = now.is_silent
    FROM (SELECT k.id, coalesce(${isSilent(ctx.now)}, false) AS is_silent FROM fuzzy_keys k WHERE k.id = ANY(${ids}::int[])) now
    WHERE st.key_id = now.id AND st.is_silent <> now.is_silent`;
}
