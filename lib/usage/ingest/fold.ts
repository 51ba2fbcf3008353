import type { Context, System } from '#lib/base/context.ts';
import { afterDeadlocks, Prisma } from '#lib/base/db/db.ts';
import { MOST_INTEGER } from '#lib/base/numbers.ts';
import { DAY, MINUTE } from '#lib/base/time.ts';
import { BUCKET_MS, floorTo, RAW_DAYS } from '#lib/usage/buckets.ts';

/** One statement folds this many staged rows, however many have accumulated while no worker ran. */
const ROWS_AT_ONCE = 50_000;
/** How long after a bucket's end its last reports usually arrive. */
const SETTLE_MS = MINUTE / 2;

/**
 * The job `usage.fold`: adds the staged counts of closed buckets to the raw rows, hours and days, and moves the keys'
 * last use (docs/decisions/0043). Ten reports of a key become one row. Each statement takes its rows out of the stage and
 * adds them to all sums, so every row counts once, however often and wherever the job runs. Returns the number of rows.
 */
export async function foldUsage(ctx: Context<System>, rowsAtOnce = ROWS_AT_ONCE): Promise<number> {
  const end = floorTo(new Date(ctx.now.getTime() - SETTLE_MS), BUCKET_MS);
  let [first, count] = [0, 0];
  for (;;) {
    const { picked, folded, last } = await afterDeadlocks(() => fold(ctx, { first, end, rowsAtOnce }));
    count += folded;
    if (picked < rowsAtOnce || last === null) return count;
    first = last;
  }
}

type Part = { first: number; end: Date; rowsAtOnce: number };
type Folded = { picked: number; folded: number; last: number | null };

/**
 * Folds at most `rowsAtOnce` rows, of the keys from `first` on. Those that another job folds at the same time are picked
 * and not folded.
 */
async function fold({ db, now }: Context, { first, end, rowsAtOnce }: Part): Promise<Folded> {
  const rawFrom = new Date(now.getTime() - RAW_DAYS * DAY);
  const [row] = await db.$queryRaw<Folded[]>`
    WITH picked AS MATERIALIZED (
      SELECT ctid, key_id FROM tallies.usage WHERE key_id >= ${first} AND at <= ${end}
      ORDER BY key_id LIMIT ${rowsAtOnce}
    ), gone AS (
      DELETE FROM tallies.usage WHERE ctid = ANY(ARRAY(SELECT ctid FROM picked)) RETURNING *
    ), sums AS MATERIALIZED (
      SELECT key_id, server_id, date_bin('10 min', at - interval '1 ms', 'epoch') AS bucket,
        sum(checked) AS checked, sum(hits) AS hits, sum(errors) AS errors,
        max(at) FILTER (WHERE checked > 0 OR hits > 0 OR errors > 0) AS used_at
      FROM gone g WHERE EXISTS (SELECT FROM fuzzy_keys k WHERE k.id = g.key_id)
        AND EXISTS (SELECT FROM storage_servers s WHERE s.id = g.server_id)
      GROUP BY 1, 2, 3
    ), points AS (
      INSERT INTO usage_points AS old (key_id, server_id, bucket, checked, hits, errors)
      SELECT key_id, server_id, bucket, ${capped('checked')}, ${capped('hits')}, ${capped('errors')}
      FROM sums WHERE bucket >= ${rawFrom} ORDER BY key_id, bucket, server_id
      ON CONFLICT (key_id, bucket, server_id) DO UPDATE SET checked = ${cappedSum('checked')},
        hits = ${cappedSum('hits')}, errors = ${cappedSum('errors')}
    ), hours AS (${addTo('usage_hours', 'hour')}
    ), days AS (${addTo('usage_days', 'day')}
    ), hosts AS (
      INSERT INTO host_hours AS old (bucket, server_id, checked, hits, errors)
      SELECT date_trunc('hour', bucket, 'UTC'), server_id, sum(checked), sum(hits), sum(errors)
      FROM sums WHERE bucket >= ${rawFrom} GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (bucket, server_id) DO UPDATE SET
        checked = old.checked + excluded.checked, hits = old.hits + excluded.hits, errors = old.errors + excluded.errors
    ), used AS MATERIALIZED (
      SELECT k.id, u.at FROM (SELECT key_id, max(used_at) AS at FROM sums GROUP BY 1) u JOIN fuzzy_keys k ON k.id = u.key_id
      WHERE u.at > coalesce(k.last_used_at, '-infinity') ORDER BY k.id FOR NO KEY UPDATE OF k
    ), moved AS (
      UPDATE fuzzy_keys k SET last_used_at = greatest(k.last_used_at, u.at) FROM used u WHERE u.id = k.id)
    SELECT (SELECT count(*)::int FROM picked) AS picked, (SELECT count(*)::int FROM gone) AS folded,
      (SELECT max(key_id) FROM picked) AS last`;
  return row ?? { picked: 0, folded: 0, last: null };
}

const addTo = (table: 'usage_hours' | 'usage_days', unit: 'hour' | 'day') => Prisma.sql`
  INSERT INTO ${Prisma.raw(table)} AS old (key_id, server_id, bucket, checked, hits, errors)
  SELECT key_id, server_id, date_trunc(${unit}, bucket, 'UTC'), sum(checked), sum(hits), sum(errors)
  FROM sums GROUP BY 1, 2, 3 ORDER BY 1, 3, 2
  ON CONFLICT (key_id, bucket, server_id) DO UPDATE SET
    checked = old.checked + excluded.checked, hits = old.hits + excluded.hits, errors = old.errors + excluded.errors`;

const capped = (column: string) => Prisma.sql`least(${Prisma.raw(column)}, ${MOST_INTEGER})`;
const cappedSum = (column: string) =>
  Prisma.sql`least(old.${Prisma.raw(column)}::bigint + excluded.${Prisma.raw(column)}, ${MOST_INTEGER})`;
