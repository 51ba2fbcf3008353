import type { Context } from '#lib/base/context.ts';
import type { Db } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { DAY, HOUR } from '#lib/base/time.ts';
import {
  floorTo,
  labelsOf,
  MOST_RANGE_DAYS,
  OLDEST_RANGE_DAYS,
  type Selection,
  type Window,
  windowOf,
} from '#lib/usage/buckets.ts';
import { findChains } from '#lib/usage/chains.ts';
import type { KeyCounts } from '#lib/usage/ingest/stage-counts.ts';
import { requestsOf } from '#lib/usage/limit.ts';
import { type SelectionQuery, SERIES_NAMES } from '#lib/usage/schema.ts';
import { sumUsage, type UsageSum } from '#lib/usage/sums.ts';
import type { UsageGraph, UsageGraphView } from '#lib/usage/views.ts';
import { FORECAST_HOURS, forecastTotals } from './forecast.ts';
import { findEarlierReports, findReportedHours, reportsOf, type SeenServer } from './silent-servers.ts';

export type NamedServer = { id: number; name: string };

/** The sums of a window's buckets, each null without a report. */
type Buckets = (KeyCounts | null)[];
type Chosen = { selection: GraphSelection; view: 'user' | 'key' };

/** The graphs of a key (row id): all servers together, then each server. Empty if the key is null. */
export async function graphsOf(ctx: Context, keyId: number | null, chosen: Chosen): Promise<UsageGraphView> {
  const window = windowFor(chosen.selection, chosen.view, ctx.now);
  const servers = await findNamedServers(ctx.db);
  if (keyId === null) return toGraphs([], servers, window);
  const { sums, about } = await readAll(ctx, keyId, { ...chosen, window, servers });
  const graphs = toGraphs(sums, servers, window);
  return { ...graphs, aggregate: { ...toGraph(sums, window), ...about } };
}

/** The graph of a key on one server, under the server's name, or on all servers together, under `aggregate`. */
export async function graphOf(
  ctx: Context,
  keyId: number,
  { server, ...chosen }: Chosen & { server: NamedServer | null },
): Promise<UsageGraphView> {
  const window = windowFor(chosen.selection, chosen.view, ctx.now);
  if (server) return { [server.name]: toGraph(await sumChain(ctx.db, keyId, window, server.id), window) };
  const servers = await findNamedServers(ctx.db);
  const { sums, about } = await readAll(ctx, keyId, { ...chosen, window, servers });
  return { aggregate: { ...toGraph(sums, window), ...about } };
}

/** The servers that have their own graph. The usage of a removed server is in the aggregate only. */
export const findNamedServers = (db: Db): Promise<SeenServer[]> =>
  db.storageServer.findMany({
    where: { removedAt: null },
    orderBy: { id: 'asc' },
    select: { id: true, name: true, lastSeenAt: true },
  });

type Read = Chosen & { window: Window; servers: readonly SeenServer[] };

/** The sums of a key on all servers, the servers that did not report in each bucket, and for 24 hours the forecast. */
async function readAll(ctx: Context, keyId: number, { selection, window, servers }: Read) {
  const chain = (await findChains(ctx.db, [keyId])).get(keyId) ?? [];
  const earlier = await findEarlierReports(ctx.db, chain, window);
  const reportedHours = await findReportedHours(ctx.db, chain, window);
  const hasForecast = selection.period === '24h' && !selection.before;
  const read = hasForecast ? withDayBefore(window) : window;
  const added = read.count - window.count;
  const all = await sumUsage(ctx.db, chain, read);
  const sums = all.flatMap((sum) => (sum.index < added ? [] : [{ ...sum, index: sum.index - added }]));
  const reports = reportsOf(sums, servers, { earlier, reportedHours, window, now: ctx.now });
  return { sums, about: { reports, ...(hasForecast && { forecast: forecastOf(all, read) }) } };
}

const withDayBefore = ({ start, stepMs, count }: Window): Window => ({
  start: new Date(start.getTime() - DAY),
  stepMs,
  count: count + DAY / stepMs,
});

function forecastOf(sums: readonly UsageSum[], { stepMs }: Window): number[] {
  const hours = Array<number>(FORECAST_HOURS).fill(0);
  for (const sum of sums) {
    const hour = Math.floor((sum.index * stepMs) / HOUR);
    hours[hour] = (hours[hour] ?? 0) + requestsOf(sum);
  }
  return forecastTotals(hours).map(Math.round);
}

/** Turns sums into graphs: all servers together, then each of `servers`. */
export function toGraphs(sums: readonly UsageSum[], servers: readonly NamedServer[], window: Window): UsageGraphView {
  const ofServer = (id: number) => sums.filter(({ serverId }) => serverId === id);
  return Object.fromEntries([
    ['aggregate', toGraph(sums, window)],
    ...servers.map(({ id, name }) => [name, toGraph(ofServer(id), window)] as const),
  ]);
}

async function sumChain(db: Db, keyId: number, window: Window, serverId: number): Promise<UsageSum[]> {
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

/** A range of up to this many days has a bucket for each hour. */
const HOURLY_RANGE_DAYS = 7;

export type GraphSelection = { period: Selection } & SelectionQuery;

/** The buckets of a selection, as a user or an admin sees them. Throws `malformed`. */
export function windowFor(selection: GraphSelection, view: 'user' | 'key', now: Date): Window {
  const { period } = selection;
  const window = period === 'range' ? rangeOf(selection, now) : windowOf(period, view, now);
  return selection.before ? windowBefore(window) : window;
}

/** A range of whole days in UTC, in hours for up to a week, else in days. */
function rangeOf({ from, to }: GraphSelection, now: Date): Window {
  if (from === undefined || to === undefined)
    throw new DomainError('malformed', 'A range needs its first and last day.');
  const [first, last, today] = [new Date(from), new Date(to), floorTo(now, DAY)];
  const days = (last.getTime() - first.getTime()) / DAY + 1;
  if (days < 1) throw new DomainError('malformed', 'The range ends before it begins.');
  if (last > today) throw new DomainError('malformed', 'The range ends in the future.');
  if (days > MOST_RANGE_DAYS) throw new DomainError('malformed', `A range has at most ${MOST_RANGE_DAYS} days.`);
  if (today.getTime() - first.getTime() > OLDEST_RANGE_DAYS * DAY)
    throw new DomainError('malformed', `A range begins at most ${OLDEST_RANGE_DAYS} days ago.`);
  const stepMs = days <= HOURLY_RANGE_DAYS ? HOUR : DAY;
  return { start: first, stepMs, count: (days * DAY) / stepMs };
}

/** The window of the same length before `window`. */
const windowBefore = ({ start, stepMs, count }: Window): Window => ({
  start: new Date(start.getTime() - stepMs * count),
  stepMs,
  count,
});
