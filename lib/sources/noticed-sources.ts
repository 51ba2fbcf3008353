import type { Context, System } from '#lib/context.ts';
import { Prisma } from '#lib/db.ts';
import { DAY, HOUR, inSeconds, MINUTE } from '#lib/time.ts';
import { OTHERS } from './schema.ts';

/** A key's first day: hosts that appear in it are no news. */
const FIRST_MS = DAY;
/** The same times as for keys (lib/usage/silence.ts). */
const SHORTEST_MS = 3 * HOUR;
const LONGEST_PAUSE_MS = 12 * HOUR;
const FORGOTTEN_MS = 7 * DAY;
/** How long a host must have been in use before an email reports its silence. */
const BUSY_MS = 3 * DAY;
/** Hosts may seem silent because a storage host has not reported for this long. Agents report every 5 minutes. */
const LATE_MS = 30 * MINUTE;

/** A host that an email may report. */
export type NoticedSource = {
  keyId: number;
  source: string;
  name: string | null;
  firstSeenAt: Date;
  lastSeenAt: Date;
};

const columns = Prisma.sql`s.key_id AS "keyId", s.source, s.name,
  s.first_seen_at AS "firstSeenAt", s.last_seen_at AS "lastSeenAt"`;
const order = Prisma.sql`ORDER BY s.key_id, s.last_seen_at DESC, s.source`;

/**
 * Hosts that appeared after their key's first day, in a network (/24, or IPv6 /64) from which the key was not used before:
 * addresses of one network change, and an alarm that rings every day is switched off. The first day begins with the first host under the same secret: a new
 * secret gives every host a new pseudonym, which is no news.
 */
export async function findNewSources({ db }: Context<System>): Promise<NoticedSource[]> {
  const isLater = Prisma.sql`s.source <> ${OTHERS} AND s.first_seen_at >= (
    SELECT min(first.first_seen_at) FROM key_sources first WHERE first.key_id = s.key_id AND first.secret_id = s.secret_id
  ) + ${inSeconds(FIRST_MS)} * interval '1 second' AND NOT EXISTS (
    SELECT FROM key_sources seen
    WHERE seen.key_id = s.key_id AND seen.network = s.network AND seen.first_seen_at < s.first_seen_at)`;
  await db.$executeRaw`UPDATE key_sources s SET is_announced = true WHERE NOT s.is_announced AND NOT (${isLater})`;
  return db.$queryRaw`SELECT ${columns} FROM key_sources s WHERE NOT s.is_announced AND ${isLater} ${order}`;
}

/**
 * Busy hosts that fell silent, by the rule for keys, while another host still uses their key. If none does, the email
 * about the key says so. Empty while a storage host that may have seen them does not report.
 */
export async function findSilentSources({ db, now }: Context<System>): Promise<NoticedSource[]> {
  const since = (ms: number) => new Date(now.getTime() - ms);
  const late = await db.$queryRaw<object[]>`
    SELECT 1 FROM storage_servers server
    CROSS JOIN LATERAL (SELECT max("to") AS last FROM source_reports WHERE server_id = server.id) r
    WHERE server.removed_at IS NULL AND r.last > ${since(FORGOTTEN_MS)} AND r.last <= ${since(LATE_MS)} LIMIT 1`;
  if (late.length) return [];
  return db.$queryRaw`
    SELECT ${columns} FROM key_sources s
    WHERE s.source <> ${OTHERS} AND s.last_seen_at <= ${since(SHORTEST_MS)} AND s.last_seen_at >= ${since(FORGOTTEN_MS)}
      AND s.last_seen_at - s.first_seen_at >= ${inSeconds(BUSY_MS)} * interval '1 second'
      AND s.pause_seconds <= ${inSeconds(LONGEST_PAUSE_MS)}
      AND ${now} - s.last_seen_at >= 2 * s.pause_seconds * interval '1 second'
      AND (s.silence_noted_at IS NULL OR s.silence_noted_at < s.last_seen_at)
      AND EXISTS (SELECT FROM key_sources other WHERE other.key_id = s.key_id AND other.source <> ${OTHERS}
        AND other.secret_id = s.secret_id AND other.last_seen_at > ${since(SHORTEST_MS)})
    ${order}`;
}

/** Marks these new hosts as reported, so that no further email does. */
export const noteNew = (ctx: Context<System>, sources: readonly NoticedSource[]): Promise<number> =>
  note(ctx, Prisma.sql`is_announced = true`, sources);

/** Marks the present silence of these hosts as reported, so that no further email does. */
export const noteSilence = (ctx: Context<System>, sources: readonly NoticedSource[]): Promise<number> =>
  note(ctx, Prisma.sql`silence_noted_at = ${ctx.now}`, sources);

const note = ({ db }: Context<System>, change: Prisma.Sql, sources: readonly NoticedSource[]): Promise<number> =>
  db.$executeRaw`
    UPDATE key_sources s SET ${change}
    FROM (SELECT * FROM unnest(${sources.map(({ keyId }) => keyId)}::int[], ${sources.map(({ source }) => source)}::text[])
      AS told (key_id, source)) told
    WHERE s.key_id = told.key_id AND s.source = told.source`;
