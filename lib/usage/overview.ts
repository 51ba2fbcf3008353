import type { Admin, Context } from '#lib/base/context.ts';
import type { Db, Prisma } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { limitOf } from '#lib/fuzzy-keys/limit.ts';
import { labelsOf, recentWindow, type Window } from './buckets.ts';
import { findChains } from './chains.ts';
import { toBuckets } from './graphs/graph.ts';
import { dailyLimitOf, requestsOf } from './limit.ts';
import type { UsageOverviewQuery } from './schema.ts';
import { sumUsage } from './sums.ts';
import type { UsageOverviewView, UsageRowView } from './views.ts';

const AVERAGED_DAYS = 7;
const OVERVIEW_DAYS = 30;

/** The columns that determine a key's limit, and those that name the key. */
export const limitFields = {
  id: true,
  description: true,
  keyId: true,
  quantity: true,
  rate: true,
  rank: { select: { rate: true } },
  account: { select: { dailyLimit: true } },
} satisfies Prisma.FuzzyKeySelect;
export type LimitedKey = Prisma.FuzzyKeyGetPayload<{ select: typeof limitFields }>;

/**
 * Usage of keys in the last 30 days, compared with their limits, in the requested order. An unknown key gets a row with
 * an error.
 */
export async function getUsageOverview(
  ctx: Context<Admin>,
  { keys: keyIds }: UsageOverviewQuery,
): Promise<UsageOverviewView> {
  const window = overviewWindow(ctx.now);
  const keys = await ctx.db.fuzzyKey.findMany({ where: { keyId: { in: keyIds } }, select: limitFields });
  const requests = await requestsOfKeys(ctx.db, keys, window);
  const rows = keyIds.map((keyId) => {
    const key = keys.find((each) => each.keyId === keyId);
    return key ? toUsageRow(key, requests.get(key.id) ?? []) : unknownRow(keyId);
  });
  return { buckets: labelsOf(window), rows };
}

/** The days of the overview. The last is the most recent 24 hours, which is what a limit holds for. */
export const overviewWindow = (now: Date): Window => recentWindow(now, OVERVIEW_DAYS * DAY, DAY);

/**
 * For each key (row id), the requests that count against its limit, chain included, by bucket; null without a report.
 */
export async function requestsOfKeys(...of: Parameters<typeof countsOfKeys>): Promise<Map<number, (number | null)[]>> {
  const counts = await countsOfKeys(...of);
  return new Map([...counts].map(([id, buckets]) => [id, buckets.map((bucket) => bucket && requestsOf(bucket))]));
}

/** For each key (row id), what its storage hosts reported, chain included, by bucket; null without a report. */
export async function countsOfKeys(
  db: Db,
  keys: readonly { id: number }[],
  window: Window,
): Promise<Map<number, ReturnType<typeof toBuckets>>> {
  const chains = await findChains(
    db,
    keys.map(({ id }) => id),
  );
  const sums = await sumUsage(db, [...new Set([...chains.values()].flat())], window);
  const sumsOfKey = Map.groupBy(sums, ({ keyId }) => keyId);
  return new Map(
    keys.map(({ id }) => {
      const own = (chains.get(id) ?? []).flatMap((each) => sumsOfKey.get(each) ?? []);
      return [id, toBuckets(own, window.count)];
    }),
  );
}

/** A key's row. `daily` holds its requests of each day, the most recent day last. */
export function toUsageRow(key: LimitedKey, daily: (number | null)[]): UsageRowView {
  const limit = limitOf(key);
  const daysLimit = dailyLimitOf(limit, key.quantity);
  const lastDay = daily.at(-1) ?? null;
  const overage = daysLimit === null ? 0 : Math.max(0, (lastDay ?? 0) - daysLimit);
  return {
    description: key.description,
    key_id: key.keyId,
    limit: daysLimit,
    limit_source: limit.source,
    limit_rate: limit.rate,
    quantity: key.quantity,
    daily_series: daily.every((value) => value === null) ? [] : daily,
    last_day: lastDay,
    average_7_day: averageOf(daily),
    is_over_limit: overage > 0,
    overage,
    error: null,
  };
}

/** The average of the last seven days with reports; null without any. */
function averageOf(daily: readonly (number | null)[]): number | null {
  const known = daily.filter((value) => value !== null).slice(-AVERAGED_DAYS);
  return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
}

const unknownRow = (keyId: string): UsageRowView => ({
  description: null,
  key_id: keyId,
  limit: null,
  limit_source: 'none',
  limit_rate: null,
  quantity: 0,
  daily_series: [],
  last_day: null,
  average_7_day: null,
  is_over_limit: false,
  overage: 0,
  error: 'This key does not exist.',
});
