import type { Context, Member, UsageReader } from '#lib/base/context.ts';
import { promises } from '#lib/base/promises.ts';
import { DAY, HOUR, SECOND } from '#lib/base/time.ts';
import type { KeyState } from '#lib/fuzzy-keys/views.ts';
import { noteChecklist } from '#lib/storage/tasks/checklist.ts';
import { recentWindow, type Selection, spanOf, type Window, windowOf } from './buckets.ts';
import { findNamedServers, graphsOf, type NamedServer, toBuckets, toGraphs } from './graphs/graph.ts';
import { requestsOf } from './limit.ts';
import { findLastRequest } from './queries.ts';
import type { SelectionQuery, UsageQuery } from './schema.ts';
import { sumUsage, type UsageSum } from './sums.ts';
import type { KeyUsageView, LastRequestView, OwnUsageView, UsageCountsView, UsageGraphView } from './views.ts';

/** Usage of a user's key (row id) and of the keys it replaced; empty graphs without a key. Throws `malformed`. */
export const getOwnUsage = (
  ctx: Context<Member>,
  keyId: number | null,
  period: Selection,
  range: SelectionQuery = {},
): Promise<UsageGraphView> => graphsOf(ctx, keyId, { selection: { period, ...range }, view: 'user' });

const NOT_AWAITED = { waits_for_hosts: false, live_in_seconds: 0 };

/** When the caller's key (row id) was last used, and on which server. It shows the caller that the key works. */
export async function getLastRequest(ctx: Context<Member>, keyId: number | null): Promise<LastRequestView> {
  if (keyId === null) return { has_key: false, at: null, server: null, servers: [], first_match: null, ...NOT_AWAITED };
  const { createdAt } = await ctx.db.fuzzyKey.findUniqueOrThrow({ where: { id: keyId }, select: { createdAt: true } });
  const [contacts, last] = await Promise.all([
    ctx.db.storageServer.count({ where: { removedAt: null, lastSeenAt: { gte: createdAt } } }),
    findLastRequest(ctx.db, keyId, ctx.now),
  ]);
  const untilLive = Math.min(createdAt.getTime() - ctx.now.getTime(), 0) + promises.keyChange;
  return {
    has_key: true,
    ...last,
    waits_for_hosts: contacts === 0,
    live_in_seconds: Math.max(0, Math.ceil(untilLive / SECOND)),
  };
}

/** Like `getLastRequest`, for a page that waits: hosts collect faster until the first match has arrived. */
export async function awaitLastRequest(ctx: Context<Member>, keyId: number | null): Promise<LastRequestView> {
  const last = await getLastRequest(ctx, keyId);
  if (keyId !== null && last.first_match === null) await noteChecklist(ctx, keyId);
  return last;
}

/** A key, and the keys whose usage counts as its own. */
export type ReadKey = {
  /** row ids: its own, and those of the keys it replaced */
  chain: readonly number[];
  /** the beginning of the public key */
  label: string;
  keyId: string;
  state: KeyState;
  createdAt: Date;
  lastUsedAt: Date | null;
  plan: KeyUsageView['plan'];
  limit: KeyUsageView['limit'];
};

/** Usage by key, in the same buckets and sums as on the dashboard, with null for a gap (R22). */
export async function readUsage(
  ctx: Context<UsageReader>,
  keys: readonly ReadKey[],
  { period }: UsageQuery,
): Promise<OwnUsageView> {
  const window = period === '72h' ? recentWindow(ctx.now, spanOf(period), HOUR) : windowOf(period, 'user', ctx.now);
  const servers = await findNamedServers(ctx.db);
  const sums = await sumUsage(ctx.db, idsOf(keys), window);
  const lastDay = await lastDayOf(ctx, keys);
  return {
    period,
    generated_at: ctx.now.toISOString(),
    from: window.start.toISOString(),
    to: new Date(window.start.getTime() + spanOf(period)).toISOString(),
    time_zone: 'UTC',
    bucket_seconds: window.stepMs / 1000,
    units: { counts: 'requests', limit: 'requests per day' },
    keys: keys.map((key) => ({
      ...toKeyUsage(key),
      last_day: lastDay.get(key) ?? null,
      ...usageIn(ofKey(sums, key), servers, window),
    })),
  };
}

/** The requests of each key in the most recent 24 hours; no entry without a report. */
export async function lastDayOf(ctx: Context, keys: readonly ReadKey[]): Promise<Map<ReadKey, UsageCountsView>> {
  const sums = await sumUsage(ctx.db, idsOf(keys), recentWindow(ctx.now, DAY));
  return new Map(
    keys.flatMap((key) => {
      const counts = countsOf(ofKey(sums, key));
      return counts ? [[key, counts] as const] : [];
    }),
  );
}

const idsOf = (keys: readonly ReadKey[]): number[] => keys.flatMap(({ chain }) => chain);
const ofKey = (sums: readonly UsageSum[], { chain }: ReadKey) => sums.filter(({ keyId }) => chain.includes(keyId));

const toKeyUsage = (key: ReadKey): Omit<KeyUsageView, 'last_day' | 'sums' | 'graphs'> => ({
  key: key.label,
  key_id: key.keyId,
  state: key.state,
  created_at: key.createdAt.toISOString(),
  last_request_at: key.lastUsedAt?.toISOString() ?? null,
  plan: key.plan,
  limit: key.limit,
});

const usageIn = (sums: UsageSum[], servers: readonly NamedServer[], window: Window) => ({
  sums: {
    aggregate: countsOf(sums),
    ...Object.fromEntries(
      servers.map(({ id, name }) => [name, countsOf(sums.filter(({ serverId }) => serverId === id))]),
    ),
  },
  graphs: toGraphs(sums, servers, window),
});

export function countsOf(sums: readonly UsageSum[]): UsageCountsView | null {
  const [sum] = toBuckets(
    sums.map((each) => ({ ...each, index: 0 })),
    1,
  );
  return sum ? { requests: requestsOf(sum), ...sum } : null;
}
