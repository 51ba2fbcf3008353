import type { Context, System } from '#lib/context.ts';
import { SPREAD_DAYS } from '#lib/fuzzy-keys/schema.ts';
import { DAY } from '#lib/time.ts';
import { OTHERS, SOURCE_DAYS } from './schema.ts';
import { sendSourceAlerts } from './source-alerts.ts';

/** One statement deletes the rows of this many keys. */
const KEYS_AT_ONCE = 1000;

/** The job `usage.sources`: sends the emails about new and silent hosts, and counts the networks of each key. */
export async function followSources(ctx: Context<System>): Promise<void> {
  await sendSourceAlerts(ctx);
  await countNetworks(ctx);
}

/**
 * Counts the networks from which each key was used in seven days. Networks under different secrets cannot be compared,
 * so only those of the secret with the most networks count. Returns the number of changed keys.
 */
const countNetworks = ({ db, now }: Context<System>): Promise<number> =>
  db.$executeRaw`
    WITH counted AS (
      SELECT st.key_id, coalesce(max(s.networks), 0)::int AS networks FROM usage_standings st LEFT JOIN (
        SELECT key_id, count(DISTINCT network) AS networks FROM key_sources
        WHERE source <> ${OTHERS} AND last_seen_at > ${new Date(now.getTime() - SPREAD_DAYS * DAY)}
        GROUP BY key_id, secret_id) s USING (key_id)
      GROUP BY st.key_id
    ), changed AS MATERIALIZED (
      SELECT st.key_id, counted.networks FROM usage_standings st JOIN counted USING (key_id)
      WHERE st.networks <> counted.networks ORDER BY st.key_id FOR NO KEY UPDATE OF st
    )
    UPDATE usage_standings st SET networks = changed.networks FROM changed WHERE changed.key_id = st.key_id`;

/** Forgets hosts 30 days after their last request, and reports that are too old to be accepted again. */
export async function forgetOldSources({
  db,
  now,
}: Context<System>): Promise<{ sources: number; sourceReports: number }> {
  const end = new Date(now.getTime() - SOURCE_DAYS * DAY);
  const keys = await db.$queryRaw<
    { key_id: number }[]
  >`SELECT DISTINCT key_id FROM key_sources WHERE last_seen_at < ${end} ORDER BY 1`;
  let sources = 0;
  for (let first = 0; first < keys.length; first += KEYS_AT_ONCE) {
    const ids = keys.slice(first, first + KEYS_AT_ONCE).map(({ key_id }) => key_id);
    sources +=
      await db.$executeRaw`DELETE FROM key_sources WHERE key_id = ANY(${ids}::int[]) AND last_seen_at < ${end}`;
  }
  const sourceReports = await db.$executeRaw`DELETE FROM source_reports WHERE "to" < ${end}`;
  return { sources, sourceReports };
}
