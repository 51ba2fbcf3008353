import { mailAccount } from '#lib/accounts/recipients.ts';
import { type Context, type System, transaction } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { paths } from '#lib/base/paths.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { shorten } from '#lib/base/text/format.ts';
import { DAY, HOUR, inSeconds, MINUTE } from '#lib/base/time.ts';
import { SPREAD_DAYS } from '#lib/fuzzy-keys/schema.ts';
import { type AlertedKey, findAlertedKeys, isMuted } from '#lib/usage/alerts/alert-keys.ts';
import { floorTo } from '#lib/usage/buckets.ts';
import { OTHERS, serverLabel, SOURCE_DAYS } from './schema.ts';

/** A key's first day: hosts that appear in it are no news. */
const FIRST_MS = DAY;
/** The same times as for keys (lib/usage/alerts/silence.ts). */
const SHORTEST_MS = 3 * HOUR;
const LONGEST_PAUSE_MS = 12 * HOUR;
const FORGOTTEN_MS = 7 * DAY;
/** How long a host must have been in use before an email reports its silence. */
const BUSY_MS = 3 * DAY;
/** Hosts may seem silent because a storage host has not reported for this long. Agents report every 5 minutes. */
const LATE_MS = 30 * MINUTE;

/** A host that an email may report. */
type NoticedSource = {
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
async function findNewSources({ db }: Context<System>): Promise<NoticedSource[]> {
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
async function findSilentSources({ db, now }: Context<System>): Promise<NoticedSource[]> {
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
const noteNew = (ctx: Context<System>, sources: readonly NoticedSource[]): Promise<number> =>
  note(ctx, Prisma.sql`is_announced = true`, sources);

/** Marks the present silence of these hosts as reported, so that no further email does. */
const noteSilence = (ctx: Context<System>, sources: readonly NoticedSource[]): Promise<number> =>
  note(ctx, Prisma.sql`silence_noted_at = ${ctx.now}`, sources);

const note = ({ db }: Context<System>, change: Prisma.Sql, sources: readonly NoticedSource[]): Promise<number> =>
  db.$executeRaw`
    UPDATE key_sources s SET ${change}
    FROM (SELECT * FROM unnest(${sources.map(({ keyId }) => keyId)}::int[], ${sources.map(({ source }) => source)}::text[])
      AS told (key_id, source)) told
    WHERE s.key_id = told.key_id AND s.source = told.source`;

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

const SHOWN_KEY_LENGTH = 12;

/** The kinds of emails about hosts: how the hosts are found, and how they are marked as reported. */
const KINDS = {
  new_source: { find: findNewSources, note: noteNew },
  silent_source: { find: findSilentSources, note: noteSilence },
} as const;
type SourceAlertKind = keyof typeof KINDS;

/**
 * Mails the owners of keys that a new host uses, or that a busy host no longer uses
 * (docs/decisions/0040-pseudonymous-sources.md): at most one email per key, kind and UTC day, with all hosts in it.
 * What is found after the email of a day waits for the next day. Returns the number of queued emails. Safe to run
 * twice, even simultaneously.
 */
export async function sendSourceAlerts(ctx: Context<System>): Promise<number> {
  let count = 0;
  for (const kind of ['new_source', 'silent_source'] as const) {
    const { find, note } = KINDS[kind];
    const found = Map.groupBy(await find(ctx), ({ keyId }) => keyId);
    const keys = new Map((await findAlertedKeys(ctx, [...found.keys()])).map((key) => [key.id, key]));
    const untold: NoticedSource[] = [];
    for (const [keyId, sources] of found) {
      const key = keys.get(keyId);
      if (!key || isMuted(key, kind)) untold.push(...sources);
      else if (await sendAlert(ctx, { kind, key, sources })) count++;
    }
    if (untold.length) await note(ctx, untold);
  }
  return count;
}

type SourceAlert = { kind: SourceAlertKind; key: AlertedKey; sources: readonly NoticedSource[] };

/**
 * Marks the hosts as reported and queues the email in one transaction. Returns false if the day already had an email.
 */
async function sendAlert(ctx: Context<System>, { kind, key, sources }: SourceAlert): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const inserted = await tx.db.$executeRaw`
      INSERT INTO usage_alerts (key_id, kind, day, sent_at)
      VALUES (${key.id}, ${kind}, ${floorTo(ctx.now, DAY)}::timestamptz AT TIME ZONE 'UTC', ${ctx.now}) ON CONFLICT DO NOTHING`;
    if (inserted === 0 || !key.accountId) return false;
    await KINDS[kind].note(tx, sources);
    await mailAccount(tx, { accountId: key.accountId, permission: 'operate' }, kind, {
      key: shorten(key.publicKey, SHOWN_KEY_LENGTH),
      servers: sources.map(({ source, name, firstSeenAt, lastSeenAt }) => ({
        name: name || serverLabel(source),
        at: (kind === 'new_source' ? firstSeenAt : lastSeenAt).toISOString(),
      })),
      serversUrl: absoluteUrl(paths.servers),
    });
    return true;
  });
}
