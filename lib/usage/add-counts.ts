import type { Context, Server } from '#lib/context.ts';
import { isOutOfRange, Prisma, type Db } from '#lib/db.ts';
import { DomainError } from '#lib/errors.ts';
import { DAY, HOUR } from '#lib/time.ts';
import { floorTo, RAW_DAYS } from './buckets.ts';

/**
 * Requests answered, the hits among them, and requests refused; and the flag of the hits if all hits have the same
 * flag.
 */
export type KeyCounts = { checked: number; hits: number; errors: number; flag?: number | undefined };
/** Counts of the key with this row id. */
export type KeyRow = KeyCounts & { id: number };

/** The form of a key id (lib/fuzzy-keys/key-pair.ts). */
const KEY_ID = /^[ybndrfg8ejkmcpqxot1uwisza345h769]{13}$/;

/** The counts of known keys in ascending order of row ids, the order in which all reports lock them. */
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
 * Adds counts to a server's 10-minute bucket, hour and day, and moves the keys' last use to `to`. Counts for which raw
 * rows are no longer kept go into hours and days only. Throws `invalid` if a bucket would overflow.
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
    if (bucket.getTime() >= ctx.now.getTime() - RAW_DAYS * DAY) {
      await ensurePartition(ctx.db, bucket);
      await add(Prisma.sql`usage_points`, bucket);
    }
    await add(Prisma.sql`usage_hours`, floorTo(bucket, HOUR));
    await add(Prisma.sql`usage_days`, floorTo(bucket, DAY));
  } catch (error) {
    if (isOutOfRange(error)) throw new DomainError('invalid', 'The counts exceed what a 10-minute bucket can hold.');
    throw error;
  }
  await noteUse(ctx, rows, to);
}

/** The month's partition usually already exists: the retention job creates it in advance. */
async function ensurePartition(db: Db, moment: Date): Promise<void> {
  await db.$queryRaw`SELECT ensure_usage_partition(${moment}::timestamptz)::text`;
}

/**
 * Moves the last use forward only: late reports and other servers never move it back. The first match that is reported
 * stays.
 */
async function noteUse({ db, actor }: Context<Server>, rows: readonly KeyRow[], to: Date): Promise<void> {
  const used = rows.filter(({ checked, hits, errors }) => checked + hits + errors > 0);
  const isFirst = Prisma.sql`k.first_match_at IS NULL AND u.hits > 0`;
  const ifFirst = (value: Prisma.Sql, kept: Prisma.Sql) =>
    Prisma.sql`CASE WHEN ${isFirst} THEN ${value} ELSE ${kept} END`;
  await db.$executeRaw`
    WITH used AS MATERIALIZED (
      SELECT k.id, u.hits, u.flag FROM fuzzy_keys k JOIN unnest(
        ${used.map(({ id }) => id)}::int[], ${used.map(({ hits }) => hits)}::bigint[],
        ${used.map(({ flag }) => flag ?? null)}::int[]
      ) AS u (id, hits, flag) ON u.id = k.id
      WHERE k.last_used_at IS NULL OR k.last_used_at < ${to}::timestamptz OR (${isFirst})
      ORDER BY k.id FOR NO KEY UPDATE OF k)
    UPDATE fuzzy_keys k SET
      last_used_at = greatest(k.last_used_at, ${to}::timestamptz),
      first_match_at = ${ifFirst(Prisma.sql`${to}::timestamptz`, Prisma.sql`k.first_match_at`)},
      first_match_server_id = ${ifFirst(Prisma.sql`${actor.serverId}::int`, Prisma.sql`k.first_match_server_id`)},
      first_match_flag = ${ifFirst(Prisma.sql`u.flag`, Prisma.sql`k.first_match_flag`)}
    FROM used u WHERE u.id = k.id`;
}
