import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Context, Server } from '#lib/context.ts';
import { unseal } from '#lib/crypto.ts';
import type { Db, Prisma } from '#lib/db.ts';
import { FUZZY_KEY_PURPOSE } from '#lib/fuzzy-keys/service.ts';
import { log } from '#lib/log.ts';
import { DELETED_KEY_STAYS_MS, keyMapEntry, serializeKeyMap, type KeyMapEntry } from './key-map.ts';

/** The key map with its validators. `body` holds private halves: it goes to storage servers only, and into no log. */
export type KeyMap = { body: string; etag: string; lastModified: Date };

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
  updatedAt: true,
  rank: { select: { rate: true, forbiddenFlags: true } },
  user: { select: { blockedAt: true, dailyLimit: true, updatedAt: true } },
} satisfies Prisma.FuzzyKeySelect;
type KeyMapRow = Prisma.FuzzyKeyGetPayload<{ select: typeof keyMapFields }>;

/** Keys between two pauses, so that opening thousands of pairs (0.1 ms each) delays no other request. */
const CHUNK = 100;

/**
 * The map for `dynamic_keys_map`, in the order of the keys' ids (rspamd.md). A pair that cannot be opened or does not
 * fit is left out and logged. Throws when not one can be opened: an empty map would silence every subscriber, while a
 * storage that gets an error keeps the map it has.
 */
export async function getKeyMap(ctx: Context<Server>): Promise<KeyMap> {
  const since = new Date(ctx.now.getTime() - DELETED_KEY_STAYS_MS);
  const rows = await ctx.db.fuzzyKey.findMany({
    where: { privateKeySealed: { not: null }, OR: [{ deletedAt: null }, { deletedAt: { gt: since } }] },
    orderBy: { id: 'asc' },
    select: keyMapFields,
  });
  const entries: KeyMapEntry[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % CHUNK === CHUNK - 1) await breathe();
    const entry = openEntry(row);
    if (entry) entries.push(entry);
  }
  if (rows.length > 0 && entries.length === 0) throw new Error('no private half of any fuzzy key can be opened');
  const body = serializeKeyMap(entries);
  return {
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
    lastModified: lastModified([...rows.flatMap(changes), await newestRemoval(ctx.db, since)], ctx.now),
  };
}

function openEntry(row: KeyMapRow): KeyMapEntry | null {
  try {
    const privateKey = unseal(row.privateKeySealed ?? new Uint8Array(), FUZZY_KEY_PURPOSE).toString();
    return keyMapEntry({ ...row, privateKey });
  } catch (error) {
    log().error(
      { err: error, key: row.id, keyId: row.keyId },
      'a fuzzy key is left out of the key map: its pair is not whole',
    );
    return null;
  }
}

const changes = ({ updatedAt, user }: KeyMapRow) => [updatedAt, user?.updatedAt ?? updatedAt];

/** When a key last dropped out of the map, 30 days after its deletion. */
async function newestRemoval(db: Db, since: Date): Promise<Date> {
  const { _max } = await db.fuzzyKey.aggregate({ where: { deletedAt: { lte: since } }, _max: { deletedAt: true } });
  return new Date(_max.deletedAt ? _max.deletedAt.getTime() + DELETED_KEY_STAYS_MS : 0);
}

/**
 * The newest change of a key or its owner, in whole seconds (ranks change by migrations only). The running second is
 * never named, because more may change in it. It is the weaker validator: it may also move on without a change (an
 * owner's visit), or back (an owner is deleted), so it is compared for equality, and the ETag goes first.
 */
function lastModified(times: readonly Date[], now: Date): Date {
  const newest = times.reduce((latest, time) => Math.max(latest, time.getTime()), 0);
  const second = (ms: number) => Math.floor(ms / 1000) * 1000;
  return new Date(Math.min(second(newest), second(now.getTime()) - 1000));
}
