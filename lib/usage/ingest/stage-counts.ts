import type { Context, Server } from '#lib/base/context.ts';
import { allowStatements } from '#lib/base/db/connection.ts';
import { type Db, isOutOfRange, Prisma } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { DAY, HOUR } from '#lib/base/time.ts';
import { BUCKET_MS, bucketOf, floorTo, HOURLY_DAYS, RAW_DAYS } from '#lib/usage/buckets.ts';

/**
 * Requests answered, the hits among them, and requests refused; and the flag of the hits if all hits have the same
 * flag.
 */
export type KeyCounts = { checked: number; hits: number; errors: number; flag?: number | undefined };

/** The form of a key id (lib/fuzzy-keys/key-pair.ts). */
const KEY_ID = /^[ybndrfg8ejkmcpqxot1uwisza345h769]{13}$/;

/**
 * Notes a report and stores the counts of its known keys in one statement, to be folded into the sums later (fold.ts).
 * Spreads them over the time of the report (`piecesOf`): what has come up to a moment is rounded, so that the sums are
 * exact, and hits follow the requests answered, so that no part has more of them.
 * Other statements of the same transaction create a missing partition and move the last use. `note` inserts the report,
 * unless it was noted before. Returns how many keys are unknown, or null for a repeated
 * report. Throws `invalid` if a count is too large.
 */
export async function stageCounts(
  ctx: Context<Server>,
  { from, to, counts }: { from: Date; to: Date; counts: ReadonlyMap<string, KeyCounts> },
  note: (unknownKeys: Prisma.Sql) => Prisma.Sql,
): Promise<number | null> {
  const known = [...counts].filter(([keyId]) => KEY_ID.test(keyId));
  const column = (of: (sum: KeyCounts) => number | null) => arrayOf(known.map(([, sum]) => of(sum)));
  const bucket = bucketOf(to);
  const pieces = piecesOf(from, to, known.length);
  const span = Prisma.sql`${pieces.at(-1)?.upTo ?? 1}::bigint`;
  for (const month of monthsOf(pieces.map(({ at }) => bucketOf(at))))
    if (month.getTime() >= ctx.now.getTime() - RAW_DAYS * DAY) await ensurePartition(ctx.db, month);
  if (pieces.length * known.length > MANY_ROWS) await ctx.db.$queryRawUnsafe(allowStatements(MANY_ROWS_MS));
  try {
    const [noted] = await ctx.db.$queryRaw<{ unknown_keys: number; has_first_use: boolean }[]>`
      WITH counted AS MATERIALIZED (
        SELECT k.id, c.checked, c.hits, c.errors,
          c.checked::bigint + c.hits + c.errors > 0 AND ${isFirstUse(bucket)} AS is_first_use
        FROM unnest(${arrayOf(known.map(([keyId]) => keyId))}::bpchar[], ${column(({ checked }) => checked)}::int[],
          ${column(({ hits }) => hits)}::int[], ${column(({ errors }) => errors)}::int[]) AS c (key_id, checked, hits, errors)
        JOIN fuzzy_keys k ON k.key_id = c.key_id
      ), noted AS (${note(Prisma.sql`${counts.size}::int - (SELECT count(*) FROM counted)`)}
      ), staged AS (
        INSERT INTO tallies.usage (key_id, server_id, at, checked, hits, errors)
        SELECT id, ${ctx.actor.serverId}, at, c2 - c1,
          CASE WHEN hits <= checked THEN hits::bigint * c2 / greatest(checked, 1) - hits::bigint * c1 / greatest(checked, 1)
            ELSE hits::bigint * up_to / ${span} - hits::bigint * before / ${span} END,
          errors::bigint * up_to / ${span} - errors::bigint * before / ${span}
        FROM counted, noted, unnest(${arrayOf(pieces.map(({ at }) => at.toISOString()))}::timestamptz[],
          ${arrayOf(pieces.map(({ before }) => before))}::bigint[],
          ${arrayOf(pieces.map(({ upTo }) => upTo))}::bigint[]) AS p (at, before, up_to),
          LATERAL (SELECT checked::bigint * before / ${span} AS c1, checked::bigint * up_to / ${span} AS c2) c)
      SELECT unknown_keys, EXISTS (SELECT FROM counted WHERE is_first_use) AS has_first_use FROM noted`;
    if (!noted) return null;
    if (noted.has_first_use) await noteUse(ctx, known, { to, bucket });
    return noted.unknown_keys;
  } catch (error) {
    if (isOutOfRange(error)) throw new DomainError('invalid', 'The counts exceed what a report can hold.');
    throw error;
  }
}

/** A key's last use moves with its first requests of a bucket, and once more when the bucket is folded. */
const isFirstUse = (bucket: Date) => Prisma.sql`(k.last_used_at IS NULL OR k.last_used_at <= ${bucket}::timestamptz
  OR k.first_match_at IS NULL AND c.hits > 0)`;

/** A long report about many keys becomes many rows, which take seconds. */
const MANY_ROWS = 20_000;
const MANY_ROWS_MS = 20_000;

/** The last of the moments in each UTC month. */
const monthsOf = (moments: readonly Date[]): Date[] => [
  ...new Map(moments.map((moment) => [moment.toISOString().slice(0, 7), moment])).values(),
];

/** An array as PostgreSQL writes it. Prisma takes several times as long for an array of thousands of values. */
const arrayOf = (values: readonly (string | number | null)[]) =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;

/** The month's partition usually already exists: the retention job creates it in advance. */
async function ensurePartition(db: Db, moment: Date): Promise<void> {
  await db.$queryRaw`SELECT ensure_usage_partition(${moment}::timestamptz)::text`;
}

/**
 * Moves the last use forward only: late reports and other servers never move it back. The first match that is reported
 * stays.
 */
async function noteUse(
  { db, actor }: Context<Server>,
  known: readonly (readonly [string, KeyCounts])[],
  { to, bucket }: { to: Date; bucket: Date },
): Promise<void> {
  const used = known.filter(([, { checked, hits, errors }]) => checked + hits + errors > 0);
  const ifFirst = (value: Prisma.Sql, kept: Prisma.Sql) =>
    Prisma.sql`CASE WHEN k.first_match_at IS NULL AND u.hits > 0 THEN ${value} ELSE ${kept} END`;
  await db.$executeRaw`
    WITH used AS MATERIALIZED (
      SELECT k.id, c.hits, c.flag FROM unnest(
        ${arrayOf(used.map(([keyId]) => keyId))}::bpchar[], ${arrayOf(used.map(([, { hits }]) => hits))}::int[],
        ${arrayOf(used.map(([, { flag }]) => flag ?? null))}::int[]
      ) AS c (key_id, hits, flag) JOIN fuzzy_keys k ON k.key_id = c.key_id
      WHERE ${isFirstUse(bucket)}
      ORDER BY k.id FOR NO KEY UPDATE OF k)
    UPDATE fuzzy_keys k SET
      last_used_at = greatest(k.last_used_at, ${to}::timestamptz),
      first_match_at = ${ifFirst(Prisma.sql`${to}::timestamptz`, Prisma.sql`k.first_match_at`)},
      first_match_server_id = ${ifFirst(Prisma.sql`${actor.serverId}::int`, Prisma.sql`k.first_match_server_id`)},
      first_match_flag = ${ifFirst(Prisma.sql`u.flag`, Prisma.sql`k.first_match_flag`)}
    FROM used u WHERE u.id = k.id`;
}

/** A part of a report's time: its end, and how many seconds of the report have passed at its beginning and its end. */
type Piece = { at: Date; before: number; upTo: number };

/** Reports that cover up to this long are spread by the bucket, longer ones by the hour. */
const FINE_MS = 6 * HOUR;
/** Limits and alerts look at the last of these days, which are spread by the hour whatever else a report covers. */
const RECENT_MS = 3 * DAY;
/** A report becomes at most about this many rows, which take some seconds of the 20 that its statement has. */
export const MOST_ROWS = 1_000_000;

/**
 * The parts over which a report about so many keys is spread, in order: a host that was offline for three days sends one
 * report about them, and limits, alerts and graphs ask when the requests were made. A report that covers at most a bucket
 * is one part, which counts where it ends. Beyond the time that raw rows are kept, a part is a day. Of a longer report
 * about thousands of keys, all but the last three days is divided into whole days, or several at a time.
 */
export function piecesOf(from: Date, to: Date, keys = 1): Piece[] {
  const end = to.getTime();
  const start = Math.max(from.getTime(), end - HOURLY_DAYS * DAY);
  const span = end - start;
  if (span <= BUCKET_MS) return [{ at: to, before: 0, upTo: 1 }];
  const usual = span <= FINE_MS ? BUCKET_MS : span <= RAW_DAYS * DAY ? HOUR : DAY;
  const isMany = (span / usual) * keys > MOST_ROWS;
  const recent = floorTo(new Date(end - RECENT_MS), HOUR).getTime();
  const days = Math.ceil((recent - start) / DAY / (MOST_ROWS / keys - RECENT_MS / HOUR));
  const pieces: Piece[] = [];
  for (let [time, before] = [start, 0]; time < end;) {
    const isOld = isMany && time < recent;
    const step = isOld ? days * DAY : isMany ? HOUR : usual;
    time = Math.min(isOld ? recent : end, (Math.floor(time / step) + 1) * step);
    const upTo = Math.ceil((time - start) / 1000);
    pieces.push({ at: new Date(time), before, upTo });
    before = upTo;
  }
  return pieces;
}
