import type { Admin, Context } from '#lib/base/context.ts';
import { Prisma, type Db } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { DAY } from '#lib/base/time.ts';
import { LIST_FLAGS, LISTS } from '#lib/storage/schema.ts';
import type { Selection } from './buckets.ts';
import { findChains } from './chains.ts';
import { graphOf } from './graphs/graph.ts';
import type { SelectionQuery } from './schema.ts';
import type { LastRequestView, UsageGraphView } from './views.ts';

/**
 * A key's graph on one server, or on all servers together (0), in the admin's view. Throws `not_found` for an unknown
 * key or server, `conflict` if several keys begin with `keyId`, `malformed` for an impossible range.
 */
export async function getKeyUsage(
  ctx: Context<Admin>,
  { keyId, duration, serverId, ...range }: { keyId: string; duration: Selection; serverId: number } & SelectionQuery,
): Promise<UsageGraphView> {
  const key = await findKeyByStart(ctx.db, keyId);
  const selection = { period: duration, ...range };
  return graphOf(ctx, key.id, { selection, view: 'key', server: await findServer(ctx.db, serverId) });
}

/** Rspamd's base32, at least the 12 characters that a key id shares with its public key. */
const KEY_START = /^[ybndrfg8ejkmcpqxot1uwisza345h769]{12,52}$/;

/**
 * The key with this id, or with a public key that begins like this. A key id is a prefix of its public key, except for
 * the 13th character.
 */
async function findKeyByStart(db: Db, text: string): Promise<{ id: number }> {
  const keys = KEY_START.test(text)
    ? await db.$queryRaw<{ id: number }[]>`
        SELECT id FROM fuzzy_keys
        WHERE left(public_key::text, 8) = ${text.slice(0, 8)} AND (public_key::text LIKE ${`${text}%`} OR key_id = ${text})
        LIMIT 2`
    : [];
  const [key, other] = keys;
  if (!key) throw new DomainError('not_found', 'This key does not exist.');
  if (other) throw new DomainError('conflict', 'Several keys begin like this. Enter more of the key.');
  return key;
}

async function findServer(db: Db, id: number) {
  if (id === 0) return null;
  const server = await db.storageServer.findUnique({ where: { id }, select: { id: true, name: true } });
  if (!server) throw new DomainError('not_found', 'This server does not exist.');
  return server;
}

/** The last use of each key (row ids), also if its report is not folded yet (docs/decisions/0043). Null if never used. */
const lastUses = (ids: readonly number[]) => Prisma.sql`
  SELECT k.id, greatest(k.last_used_at, (
    SELECT max(u.at) FROM tallies.usage u
    WHERE u.key_id = k.id AND (u.checked > 0 OR u.hits > 0 OR u.errors > 0))) AS at
  FROM fuzzy_keys k WHERE k.id = ANY(${ids}::int[])`;

/** When each of these keys (row ids) was last used, the latest first. A key that was never used is left out. */
export const findLastUses = (db: Db, ids: readonly number[]): Promise<{ id: number; at: Date }[]> =>
  db.$queryRaw`SELECT id, at FROM (${lastUses(ids)}) used WHERE at IS NOT NULL ORDER BY at DESC`;

/** When a key (row id) or another key of its chain was last used, and on which server. */
export async function findLastRequest(
  db: Db,
  keyId: number,
  now: Date,
): Promise<Omit<LastRequestView, 'has_key' | 'live_in_seconds' | 'waits_for_hosts'>> {
  const ids = (await findChains(db, [keyId])).get(keyId) ?? [];
  const [last] = await db.$queryRaw<{ at: Date; server: string | null }[]>`
    SELECT k.at, (
      SELECT s.name FROM all_usage_hours h JOIN storage_servers s ON s.id = h.server_id
      WHERE h.key_id = k.id AND h.bucket <= k.at AND h.checked + h.hits + h.errors > 0
      ORDER BY h.bucket DESC LIMIT 1) AS server
    FROM (${lastUses(ids)}) k WHERE k.at IS NOT NULL ORDER BY k.at DESC LIMIT 1`;
  return {
    at: last?.at.toISOString() ?? null,
    server: last?.server ?? null,
    servers: last ? await findServersOfDay(db, ids, now) : [],
    first_match: last ? await findFirstMatch(db, ids) : null,
  };
}

async function findServersOfDay(db: Db, ids: readonly number[], now: Date): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT s.name FROM all_usage_hours h JOIN storage_servers s ON s.id = h.server_id
    WHERE h.key_id = ANY(${ids}::int[]) AND h.bucket > ${new Date(now.getTime() - DAY)}
      AND h.checked + h.hits + h.errors > 0
    ORDER BY s.name`;
  return rows.map(({ name }) => name);
}

async function findFirstMatch(db: Db, ids: readonly number[]): Promise<LastRequestView['first_match']> {
  const [first] = await db.$queryRaw<{ at: Date; server: string | null; flag: number | null }[]>`
    SELECT k.first_match_at AS at, s.name AS server, k.first_match_flag AS flag
    FROM fuzzy_keys k LEFT JOIN storage_servers s ON s.id = k.first_match_server_id
    WHERE k.id = ANY(${ids}::int[]) AND k.first_match_at IS NOT NULL
    ORDER BY k.first_match_at LIMIT 1`;
  if (!first) return null;
  const list = LISTS.find((name) => LIST_FLAGS[name] === first.flag) ?? null;
  return { at: first.at.toISOString(), server: first.server, list };
}

/**
 * The end of each server's newest report. Agents number their reports in order, so the newest has the highest sequence.
 */
export const findLastReports = (db: Db): Promise<{ server: string; at: Date }[]> =>
  db.$queryRaw`
    SELECT s.name AS server, r."to" AS at FROM storage_servers s
    CROSS JOIN LATERAL (SELECT "to" FROM usage_reports WHERE server_id = s.id ORDER BY sequence DESC LIMIT 1) r
    WHERE s.removed_at IS NULL ORDER BY s.id`;
