import type { Context } from '#lib/base/context.ts';
import { DAY, HOUR } from '#lib/base/time.ts';
import type { Chains } from '#lib/usage/chains.ts';

/**
 * The shortest silence worth an email, the longest pause in a busy week, the longest silence worth an email, and the
 * length of that week.
 */
const SHORTEST_MS = 3 * HOUR;
const LONGEST_PAUSE_MS = 12 * HOUR;
export const FORGOTTEN_MS = 7 * DAY;
const BUSY_MS = 7 * DAY;

/** A key that has fallen silent, and since when. */
export type Silence<K> = { key: K; kind: 'silent'; lastUsedAt: Date; since: Date };

/**
 * Keys that were busy and fell silent (docs/decisions/0011-usage-alerts.md): in the week before their last request they
 * never paused for more than 12 hours; now they have paused for at least 3 hours and at least twice as long as their
 * longest pause; and the servers that they used that week are reporting.
 */
export async function findSilentKeys<K extends { id: number }>(
  ctx: Context,
  keys: readonly K[],
  chains: Chains,
): Promise<Silence<K>[]> {
  const lastUses = await findLastUses(ctx, chains);
  const quiet = keys.flatMap((key) => {
    const uses = (chains.get(key.id) ?? []).map((id) => lastUses.get(id) ?? 0);
    const lastUsedAt = new Date(Math.max(0, ...uses));
    const silenceMs = ctx.now.getTime() - lastUsedAt.getTime();
    return silenceMs >= SHORTEST_MS && silenceMs <= FORGOTTEN_MS ? [{ key, lastUsedAt, silenceMs }] : [];
  });
  if (quiet.length === 0) return [];
  const reporting = await findReportingServers(ctx);
  if (reporting.size === 0) return [];
  const silent: Silence<K>[] = [];
  for (const { key, lastUsedAt, silenceMs } of quiet) {
    const week = await readWeek(ctx, chains.get(key.id) ?? [], lastUsedAt);
    const isSilent = week.longestPauseMs <= LONGEST_PAUSE_MS && silenceMs >= 2 * week.longestPauseMs;
    if (isSilent && week.servers.every((id) => reporting.has(id)))
      silent.push({ key, kind: 'silent', lastUsedAt, since: lastUsedAt });
  }
  return silent;
}

async function findLastUses(ctx: Context, chains: Chains): Promise<ReadonlyMap<number, number>> {
  const rows = await ctx.db.$queryRaw<{ id: number; last_used_at: Date }[]>`
    SELECT id, last_used_at FROM fuzzy_keys WHERE id = ANY(${[...chains.values()].flat()}::int[]) AND last_used_at IS NOT NULL`;
  return new Map(rows.map(({ id, last_used_at }) => [id, last_used_at.getTime()]));
}

/**
 * Servers that reported in each of the last three hours and in the last half hour: without these reports, no silence is
 * certain.
 */
async function findReportingServers(ctx: Context): Promise<ReadonlySet<number>> {
  const since = new Date(ctx.now.getTime() - SHORTEST_MS);
  const end = new Date(ctx.now.getTime() + 1);
  const rows = await ctx.db.$queryRaw<{ server_id: number }[]>`
    SELECT server_id FROM usage_reports
    WHERE received_at > ${since} AND "to" > ${since} AND "to" <= ${ctx.now}
    GROUP BY server_id
    HAVING count(DISTINCT date_bin('1 hour', "to", ${end}::timestamptz)) >= ${SHORTEST_MS / HOUR}
      AND max("to") > ${new Date(ctx.now.getTime() - HOUR / 2)}`;
  return new Set(rows.map(({ server_id }) => server_id));
}

/** The longest time between two hours with requests in the week before the last request, and that week's servers. */
async function readWeek(ctx: Context, keyIds: readonly number[], lastUsedAt: Date) {
  const start = new Date(lastUsedAt.getTime() - BUSY_MS);
  const rows = await ctx.db.$queryRaw<{ bucket: Date; server_id: number }[]>`
    SELECT bucket, server_id FROM all_usage_hours
    WHERE key_id = ANY(${keyIds}::int[]) AND bucket > ${start} AND bucket <= ${lastUsedAt} AND checked + errors > 0
    ORDER BY bucket`;
  const times = [start.getTime(), ...rows.map(({ bucket }) => bucket.getTime())];
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return {
    longestPauseMs: rows.length ? Math.max(...pauses) : Number.POSITIVE_INFINITY,
    servers: [...new Set(rows.map(({ server_id }) => server_id))],
  };
}
