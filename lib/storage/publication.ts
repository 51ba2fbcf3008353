import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Context, Server } from '#lib/base/context.ts';
import { seal, unseal } from '#lib/base/crypto.ts';
import { type Db, inTransaction, Prisma } from '#lib/base/db/db.ts';
import { log } from '#lib/base/log.ts';
import { MINUTE } from '#lib/base/time.ts';
import { assertPair } from '#lib/fuzzy-keys/key-pair.ts';
import { FUZZY_KEY_PURPOSE } from '#lib/fuzzy-keys/service.ts';
import { DELETED_KEY_STAYS_MS, keyMapEntry, serializeKeyMap } from './key-map.ts';
import type { KeyMapEntry } from './views.ts';

/** The purpose that a published key map is sealed for. */
export const KEY_MAP_PURPOSE = 'key-map';
/** The least time between two changes of the map, because each change resets the counters of all keys in Rspamd. */
const GATHER_MS = MINUTE;
const LOCK = 'key-map';
/** The very first map opens every pair: 100,000 take about 15 s. */
const BUILD_TIMEOUT_MS = 120_000;

/** The HTTP validators of a key map. */
export type KeyMapValidators = { etag: string; lastModified: Date };
/** A key map with its text, which contains private halves: only for storage servers, and never for a log. */
export type KeyMap = KeyMapValidators & { body: string };
/** The published key map, the same for every instance. `open` returns its text, or the text of a newer map. */
export type PublishedKeyMap = KeyMapValidators & { open: () => Promise<KeyMap> };

/**
 * The published key map. The first change after a quiet minute is published immediately, later ones when the minute is
 * over. Without a change, this is one small statement (docs/decisions/0015-key-map-and-rotation.md).
 */
export async function getKeyMap(ctx: Context<Server>): Promise<PublishedKeyMap> {
  const found = await findPublication(ctx.db, ctx.now);
  const { etag, last_modified } = found && !isDue(found, ctx.now) ? found : await publish(ctx, found === null);
  return { etag, lastModified: last_modified, open: () => openKeyMap(ctx.db) };
}

type Publication = { etag: string; last_modified: Date; published_at: Date; is_stale: boolean };

/**
 * The publication. `is_stale`: a change was noted, or since the last check a grace period or a deleted key's 30 days
 * have ended, or that check was made by a clock that has since been set back (R21).
 */
async function findPublication(db: Db, now: Date): Promise<Publication | null> {
  const gone = (time: Prisma.Sql) => Prisma.sql`${time} - ${DELETED_KEY_STAYS_MS} * interval '1 ms'`;
  const at = Prisma.sql`${now}::timestamptz`;
  const between = (moment: Prisma.Sql, from: Prisma.Sql, to: Prisma.Sql) =>
    Prisma.sql`EXISTS (SELECT 1 FROM fuzzy_keys WHERE ${moment} > ${from} AND ${moment} <= ${to})`;
  const checked = Prisma.sql`p.checked_at`;
  const [row] = await db.$queryRaw<Publication[]>`
    SELECT p.etag, p.last_modified, p.published_at, p.checked_at > ${new Date(now.getTime() + GATHER_MS)}
      OR EXISTS (SELECT 1 FROM key_map_changes)
      OR ${between(Prisma.sql`works_until`, checked, at)}
      OR ${between(Prisma.sql`works_until`, gone(checked), gone(at))}
      OR ${between(Prisma.sql`deleted_at`, gone(checked), gone(at))} AS is_stale
    FROM key_map_publications p WHERE p.id = 1`;
  return row ?? null;
}

/** A publication from the future does not block the next one (R21), but instances' clocks may differ a little. */
function isDue({ is_stale, published_at }: Publication, now: Date): boolean {
  const age = now.getTime() - published_at.getTime();
  return is_stale && Math.abs(age) >= GATHER_MS;
}

/** Publishes all changes, one instance at a time. Others return what is published, or wait for the very first map. */
async function publish({ db, now }: Context, isFirst: boolean): Promise<Publication> {
  const work = async (tx: Db) => {
    if (await lock(tx, isFirst)) await takeUp(tx, now);
    const published = await findPublication(tx, now);
    if (!published) throw new Error('no key map is published');
    return published;
  };
  return inTransaction(db, work, BUILD_TIMEOUT_MS);
}

async function takeUp(tx: Db, now: Date): Promise<void> {
  const before = await findPublication(tx, now);
  if (before && !isDue(before, now)) return;
  // Deleted before the keys are read, so that a change noted in the meantime is published next time.
  await tx.$executeRaw`DELETE FROM key_map_changes`;
  const body = await buildKeyMap(tx, now, before ? await knownPairs(tx) : new Map<string, string>());
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  if (etag !== before?.etag) return write(tx, now, etag, body);
  await tx.$executeRaw`
    UPDATE key_map_publications SET checked_at = ${now}, published_at = least(published_at, ${now}::timestamptz)`;
}

async function lock(db: Db, waits: boolean): Promise<boolean> {
  const id = Prisma.sql`hashtextextended(${LOCK}, 0)`;
  const [row] = waits
    ? await db.$queryRaw<{ ok: boolean }[]>`SELECT pg_advisory_xact_lock(${id})::text = '' AS ok`
    : await db.$queryRaw<{ ok: boolean }[]>`SELECT pg_try_advisory_xact_lock(${id}) AS ok`;
  return row?.ok ?? false;
}

async function write(tx: Db, now: Date, etag: string, body: string): Promise<void> {
  const row = {
    etag,
    bodySealed: seal(body, KEY_MAP_PURPOSE),
    lastModified: new Date(Math.floor(now.getTime() / 1000) * 1000),
    publishedAt: now,
    checkedAt: now,
  };
  await tx.keyMapPublication.upsert({ where: { id: 1 }, create: { id: 1, ...row }, update: row });
  log().info({ etag, bytes: body.length }, 'key map published');
}

/**
 * The pairs of the last map; empty if it cannot be opened with the current keys, so that every pair is opened again.
 */
async function knownPairs(db: Db): Promise<KnownPairs> {
  try {
    return pairsOf((await openKeyMap(db)).body);
  } catch (error) {
    log().warn({ err: error }, 'published key map cannot be opened');
    return new Map();
  }
}

async function openKeyMap(db: Db): Promise<KeyMap> {
  const { etag, lastModified, bodySealed } = await db.keyMapPublication.findUniqueOrThrow({ where: { id: 1 } });
  return { etag, lastModified, body: unseal(bodySealed, KEY_MAP_PURPOSE).toString() };
}

const keyMapFields = {
  id: true,
  description: true,
  publicKey: true,
  keyId: true,
  privateKeySealed: true,
  quantity: true,
  rate: true,
  forbiddenFlags: true,
  suspendedAt: true,
  deletedAt: true,
  worksUntil: true,
  rank: { select: { rate: true, forbiddenFlags: true } },
  account: { select: { blockedAt: true, dailyLimit: true } },
} satisfies Prisma.FuzzyKeySelect;
type KeyMapRow = Prisma.FuzzyKeyGetPayload<{ select: typeof keyMapFields }>;

/** Private halves by public half, opened and checked for an earlier map. */
type KnownPairs = ReadonlyMap<string, string>;

/**
 * How many keys are processed between two pauses, so that opening thousands of pairs (0.1 ms each) does not delay other
 * requests.
 */
const CHUNK = 100;

/**
 * The text of the map for Rspamd's `dynamic_keys_map`, in the order of the keys' ids. Leaves out and logs a pair that
 * cannot be opened or whose halves do not match. Throws if no pair can be opened: an empty map would cut off every
 * subscriber, while a storage that gets an error keeps its map.
 */
export async function buildKeyMap(db: Db, now: Date, known: KnownPairs): Promise<string> {
  const gone = new Date(now.getTime() - DELETED_KEY_STAYS_MS);
  const stays = (end: Date | null) => end === null || end > gone;
  const rows = await db.fuzzyKey.findMany({
    where: { privateKeySealed: { not: null }, OR: [{ deletedAt: null }, { deletedAt: { gt: gone } }] },
    orderBy: { id: 'asc' },
    select: keyMapFields,
  });
  const entries: KeyMapEntry[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % CHUNK === CHUNK - 1) await breathe();
    const privateKey = stays(row.worksUntil) ? (known.get(row.publicKey) ?? openPair(row)) : null;
    if (privateKey !== null) entries.push(keyMapEntry({ ...row, privateKey }, now));
  }
  if (rows.length > 0 && entries.length === 0) throw new Error('no private half of any fuzzy key can be opened');
  return serializeKeyMap(entries);
}

/** The pairs in the text of a map. */
export const pairsOf = (body: string): KnownPairs =>
  new Map((JSON.parse(body) as KeyMapEntry[]).map(({ pubkey, privkey }) => [pubkey, privkey]));

function openPair(row: KeyMapRow): string | null {
  try {
    const privateKey = unseal(row.privateKeySealed ?? new Uint8Array(), FUZZY_KEY_PURPOSE).toString();
    assertPair({ publicKey: row.publicKey, privateKey });
    return privateKey;
  } catch (error) {
    log().error({ err: error, key: row.id, keyId: row.keyId }, 'fuzzy key left out of the key map: its pair is broken');
    return null;
  }
}
