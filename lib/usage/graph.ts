import type { Db } from '#lib/db.ts';
import { findChains } from './chains.ts';
import { labelsOf, type Window } from './buckets.ts';
import type { KeyCounts } from './add-counts.ts';
import { SERIES_NAMES } from './schema.ts';
import type { UsageGraph, UsageGraphView } from './views.ts';
import { sumUsage, type UsageSum } from './sums.ts';

export type NamedServer = { id: number; name: string };

/** The sums of a window's buckets, each null without a report. */
type Buckets = (KeyCounts | null)[];

/** The graphs of a key (row id): all servers together, then each server. They are empty for null. */
export async function graphsOf(db: Db, keyId: number | null, window: Window): Promise<UsageGraphView> {
  const servers = await findNamedServers(db);
  return toGraphs(keyId === null ? [] : await sumChain(db, keyId, window), servers, window);
}

/** The servers that have their own graph. The usage of a removed server is in the aggregate only. */
export const findNamedServers = (db: Db): Promise<NamedServer[]> =>
  db.storageServer.findMany({ where: { removedAt: null }, orderBy: { id: 'asc' }, select: { id: true, name: true } });

/** Turns sums into graphs: all servers together, then each of `servers`. */
export function toGraphs(sums: readonly UsageSum[], servers: readonly NamedServer[], window: Window): UsageGraphView {
  return Object.fromEntries([
    ['aggregate', toGraph(sums, window)],
    ...servers.map(
      ({ id, name }) =>
        [
          name,
          toGraph(
            sums.filter(({ serverId }) => serverId === id),
            window,
          ),
        ] as const,
    ),
  ]);
}

/** The graph of a key on one server, under the server's name, or on all servers together, under `aggregate`. */
export async function graphOf(
  db: Db,
  keyId: number,
  window: Window,
  server: NamedServer | null,
): Promise<UsageGraphView> {
  const sums = await sumChain(db, keyId, window, server?.id);
  return { [server?.name ?? 'aggregate']: toGraph(sums, window) };
}

async function sumChain(db: Db, keyId: number, window: Window, serverId?: number): Promise<UsageSum[]> {
  const chains = await findChains(db, [keyId]);
  return sumUsage(db, chains.get(keyId) ?? [], window, serverId);
}

/** Adds up the sums of each bucket, whatever their key and server. */
export function toBuckets(sums: readonly UsageSum[], count: number): Buckets {
  const buckets: Buckets = Array.from({ length: count }, () => null);
  for (const { index, checked, hits, errors } of sums) {
    const sum = buckets[index] ?? { checked: 0, hits: 0, errors: 0 };
    buckets[index] = { checked: sum.checked + checked, hits: sum.hits + hits, errors: sum.errors + errors };
  }
  return buckets;
}

/** Turns sums into one graph in the API's format. */
function toGraph(sums: readonly UsageSum[], window: Window): UsageGraph {
  const buckets = toBuckets(sums, window.count);
  return {
    series: SERIES_NAMES.map((name) => ({ name, data: buckets.map((bucket) => bucket?.[name] ?? null) })),
    legend: { selected: { checked: true, hits: true, errors: true } },
    xAxis: { data: labelsOf(window) },
  };
}
