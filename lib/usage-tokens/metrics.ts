import { Counter, Gauge, Registry } from 'prom-client';
import type { Context, UsageReader } from '#lib/base/context.ts';
import { findNamedServers } from '#lib/usage/graphs/graph.ts';
import { requestsOf } from '#lib/usage/limit.ts';
import { lastDayOf, type ReadKey } from '#lib/usage/own.ts';
import { findLastReports } from '#lib/usage/queries.ts';
import { totalUsage, type UsageTotal } from '#lib/usage/sums.ts';
import { findReadKeys } from './keys.ts';

/**
 * Usage of the token's owner in Prometheus' text format 0.0.4. Counters come from daily rows, which are kept forever,
 * so they only grow. A gauge without a value (no limit, no report) has no sample.
 */
export async function usageMetrics(ctx: Context<UsageReader>): Promise<Response> {
  const registry = new Registry();
  const keys = await findReadKeys(ctx);
  await addCounters(registry, ctx, keys);
  await addKeyGauges(registry, ctx, keys);
  await addReportGauge(registry, ctx);
  return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } });
}

const COUNTERS: readonly { name: string; help: string; of: (total: UsageTotal) => number }[] = [
  {
    name: 'rspamd_premium_requests_total',
    help: 'Requests that count against the daily limit, checked and failed, since the key and those it replaced were created.',
    of: requestsOf,
  },
  {
    name: 'rspamd_premium_hits_total',
    help: 'Checked requests whose hash was found in the storage.',
    of: ({ hits }) => hits,
  },
  { name: 'rspamd_premium_errors_total', help: 'Requests that the storage refused.', of: ({ errors }) => errors },
];

/**
 * Adds a sample for each key and server, 0 without requests: a series that begins later would hide its first requests.
 */
async function addCounters(registry: Registry, { db }: Context, keys: readonly ReadKey[]): Promise<void> {
  const servers = await findNamedServers(db);
  const totals = await totalUsage(
    db,
    keys.flatMap(({ chain }) => chain),
  );
  for (const { name, help, of } of COUNTERS) {
    const counter = new Counter({ name, help, labelNames: ['key', 'server'], registers: [registry] });
    for (const { label, chain } of keys)
      for (const server of servers) {
        const own = totals.filter(({ keyId, serverId }) => serverId === server.id && chain.includes(keyId));
        const sum = own.reduce((count, total) => count + of(total), 0);
        counter.inc({ key: label, server: server.name }, sum);
      }
  }
}

async function addKeyGauges(registry: Registry, ctx: Context, keys: readonly ReadKey[]): Promise<void> {
  const lastDay = await lastDayOf(ctx, keys);
  const add = (name: string, help: string, of: (key: ReadKey) => number | null | undefined) => {
    const gauge = new Gauge({ name, help, labelNames: ['key'], registers: [registry] });
    for (const key of keys) {
      const value = of(key) ?? null;
      if (value !== null) gauge.set({ key: key.label }, value);
    }
  };
  add(
    'rspamd_premium_requests_last_day',
    'Requests of the most recent 24 hours that count against the daily limit.',
    (key) => lastDay.get(key)?.requests,
  );
  add(
    'rspamd_premium_daily_limit',
    'Requests a day for all units together; absent if unlimited.',
    (key) => key.limit.daily,
  );
  add('rspamd_premium_key_active', '1 while the storage answers the key, 0 while it is suspended or deleted.', (key) =>
    Number(key.state === 'on'),
  );
  add(
    'rspamd_premium_last_request_timestamp_seconds',
    'End of the last report with requests of the key.',
    (key) => key.lastUsedAt && unixSeconds(key.lastUsedAt),
  );
}

async function addReportGauge(registry: Registry, { db }: Context): Promise<void> {
  const name = 'rspamd_premium_last_report_timestamp_seconds';
  const help = 'End of the last report of a storage server; the other metrics contain nothing later.';
  const gauge = new Gauge({ name, help, labelNames: ['server'], registers: [registry] });
  for (const { server, at } of await findLastReports(db)) gauge.set({ server }, unixSeconds(at));
}

const unixSeconds = (at: Date): number => at.getTime() / 1000;
