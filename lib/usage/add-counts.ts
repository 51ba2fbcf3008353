import type { Context, Server } from '#lib/context.ts';
import { isOutOfRange, Prisma, type Db } from '#lib/db.ts';
import { DomainError } from '#lib/errors.ts';
import { DAY_MS, floorTo, HOUR_MS, RAW_DAYS } from './buckets.ts';

/** Requests that were checked, of these the hits, and requests that failed. */
export type KeyCounts = { checked: number; hits: number; errors: number };
/** Counts of the key with this row id. */
export type KeyRow = KeyCounts & { id: number };

/** How a key is named in fuzzystat (lib/fuzzy-keys/key-pair.ts). */
const KEY_ID = /^[ybndrfg8ejkmcpqxot1uwisza345h769]{13}$/;

/** The counts of keys that we know, by their row ids in ascending order, the order in which all reports lock them. */
export async function findKeys(db: Db, counts: ReadonlyMap<string, KeyCounts>): Promise<KeyRow[]> {
  const ids = [...counts.keys()].filter((keyId) => KEY_ID.test(keyId));
  const keys = await db.$queryRaw<{ id: number; key_id: string }[]>`
    SELECT id, key_id FROM fuzzy_keys WHERE key_id = ANY(${ids}::text[]) ORDER BY id`;
  return keys.flatMap(({ id, key_id }) => {
    const sum = counts.get(key_id);
    return sum ? [{ id, ...sum }] : [];
  });
}

/**
 * Adds counts to a server's 10-minute bucket, its hour and its day, and moves the keys' last use to `to`. What is older
 * than raw rows are kept counts in hours and days alone. Throws `invalid` when a bucket would hold more than fits.
 */
export async function addCounts(
  ctx: Context<Server>,
  { to, bucket, rows }: { to: Date; bucket: Date; rows: readonly KeyRow[] },
): Promise<void> {
  if (rows.length === 0) return;
  const add = (table: Prisma.Sql, start: Date) => ctx.db.$executeRaw`
    INSERT INTO ${table} AS sums (key_id, server_id, bucket, checked, hits, errors)
    SELECT id, ${ctx.actor.serverId}, ${start}::timestamptz, checked, hits, errors FROM unnest(
      ${rows.map(({ id }) => id)}::int[], ${rows.map(({ checked }) => checked)}::bigint[],
      ${rows.map(({ hits }) => hits)}::bigint[], ${rows.map(({ errors }) => errors)}::bigint[]
    ) AS counted (id, checked, hits, errors) ORDER BY id
    ON CONFLICT (key_id, bucket, server_id) DO UPDATE SET
      checked = sums.checked + excluded.checked, hits = sums.hits + excluded.hits, errors = sums.errors + excluded.errors`;
  try {
    if (bucket.getTime() >= ctx.now.getTime() - RAW_DAYS * DAY_MS) {
      await ensurePartition(ctx.db, bucket);
      await add(Prisma.sql`usage_points`, bucket);
    }
    await add(Prisma.sql`usage_hours`, floorTo(bucket, HOUR_MS));
    await add(Prisma.sql`usage_days`, floorTo(bucket, DAY_MS));
  } catch (error) {
    if (isOutOfRange(error)) throw new DomainError('invalid', 'More requests than ten minutes can hold.');
    throw error;
  }
  await noteUse(ctx.db, rows, to);
}

/** The month's partition is usually there, made ahead by the retention job. */
async function ensurePartition(db: Db, moment: Date): Promise<void> {
  await db.$queryRaw`SELECT ensure_usage_partition(${moment}::timestamptz)::text`;
}

/** Late reports and those of other servers never move the last use back. */
async function noteUse(db: Db, rows: readonly KeyRow[], to: Date): Promise<void> {
  const used = rows.filter(({ checked, hits, errors }) => checked + hits + errors > 0).map(({ id }) => id);
  await db.$executeRaw`
    UPDATE fuzzy_keys SET last_used_at = greatest(last_used_at, ${to}::timestamptz)
    WHERE id IN (
      SELECT id FROM fuzzy_keys WHERE id = ANY(${used}::int[]) AND (last_used_at IS NULL OR last_used_at < ${to}::timestamptz)
      ORDER BY id FOR NO KEY UPDATE)`;
}
