import type { Context, System } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { isSilent } from '#lib/fuzzy-keys/console/filters.ts';
import { recentWindow } from '#lib/usage/buckets.ts';
import { requestsOf } from '#lib/usage/limit.ts';
import {
  countsOfKeys,
  limitFields,
  overviewWindow,
  requestsOfKeys,
  toUsageRow,
  type LimitedKey,
} from '#lib/usage/overview.ts';
import { eachBatchOfUsedKeys } from '#lib/usage/used-keys.ts';

/** A key without any report ranks below one with 0 requests. */
const NOTHING = -1;
/** 30 days, and one more because daily rows start at midnight. */
const SUMMED_MS = 31 * DAY;
/** Keys `k` without a row, or whose row is not the default. */
const MAY_CHANGE = Prisma.sql`NOT EXISTS (SELECT FROM usage_standings st
  WHERE st.key_id = k.id AND st.requests = ${NOTHING} AND st.hits = 0 AND NOT st.is_over_limit AND NOT st.is_silent)`;

type Ranked = { id: number; isOverLimit: boolean; requests: number; hits: number };

/**
 * The job `usage.rank`: updates each key's place in the ranking, by the same rules as the overview: whether it is
 * over its limit, and its requests in the last day or, without reports in it, the average of the last seven days with reports.
 * Deleted keys rank last. Returns how many keys it examined: unused keys with the default row are skipped. Safe to
 * run twice, even simultaneously.
 */
export async function rankKeysByUsage(ctx: Context<System>): Promise<number> {
  let count = 0;
  for await (const ids of eachBatchOfUsedKeys(ctx, new Date(ctx.now.getTime() - SUMMED_MS), MAY_CHANGE)) {
    const keys = await ctx.db.fuzzyKey.findMany({ where: { id: { in: ids }, deletedAt: null }, select: limitFields });
    const rows = await rowsOf(ctx, keys);
    await save(
      ctx,
      ids.map((id) => rankedOf(id, rows)),
    );
    await noteSilence(ctx, ids);
    count += ids.length;
  }
  return count;
}

type Rows = Map<number, ReturnType<typeof toUsageRow> & { hits: number }>;

/** Each key's row in the overview, with its hits of the last day. Reads 30 days only for keys without reports in the last day. */
async function rowsOf(ctx: Context<System>, keys: readonly LimitedKey[]): Promise<Rows> {
  const lastDay = await countsOfKeys(ctx.db, keys, recentWindow(ctx.now, DAY));
  const idle = keys.filter(({ id }) => !lastDay.get(id)?.[0]);
  const month = await requestsOfKeys(ctx.db, idle, overviewWindow(ctx.now));
  return new Map(
    keys.map((key) => {
      const day = lastDay.get(key.id)?.[0];
      const row = toUsageRow(key, month.get(key.id) ?? (day ? [requestsOf(day)] : []));
      return [key.id, { ...row, hits: day?.hits ?? 0 }];
    }),
  );
}

function rankedOf(id: number, rows: Rows): Ranked {
  const row = rows.get(id);
  return {
    id,
    isOverLimit: row?.is_over_limit ?? false,
    requests: row?.last_day ?? row?.average_7_day ?? NOTHING,
    hits: row?.hits ?? 0,
  };
}

async function save(ctx: Context<System>, sums: readonly Ranked[]): Promise<void> {
  await ctx.db.$executeRaw`
    INSERT INTO usage_standings AS old (key_id, is_over_limit, over_since, requests, hits)
    SELECT id, is_over, CASE WHEN is_over THEN ${ctx.now}::timestamptz END, requests, hits FROM unnest(
      ${sums.map(({ id }) => id)}::int[], ${sums.map(({ isOverLimit }) => isOverLimit)}::bool[],
      ${sums.map(({ requests }) => requests)}::float8[], ${sums.map(({ hits }) => hits)}::float8[])
      AS new (id, is_over, requests, hits)
    ON CONFLICT (key_id) DO UPDATE SET is_over_limit = excluded.is_over_limit, requests = excluded.requests,
      hits = excluded.hits,
      over_since = CASE WHEN excluded.is_over_limit THEN coalesce(old.over_since, excluded.over_since) END
    WHERE (old.is_over_limit, old.requests, old.hits, old.over_since IS NULL)
      IS DISTINCT FROM (excluded.is_over_limit, excluded.requests, excluded.hits, excluded.over_since IS NULL)`;
}

async function noteSilence(ctx: Context<System>, ids: readonly number[]): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE usage_standings st SET is_silent = now.is_silent
    FROM (SELECT k.id, coalesce(${isSilent(ctx.now)}, false) AS is_silent FROM fuzzy_keys k WHERE k.id = ANY(${ids}::int[])) now
    WHERE st.key_id = now.id AND st.is_silent <> now.is_silent`;
}
