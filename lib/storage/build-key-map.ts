import { setImmediate as breathe } from 'node:timers/promises';
import { unseal } from '#lib/crypto.ts';
import type { Db, Prisma } from '#lib/db.ts';
import { assertPair } from '#lib/fuzzy-keys/key-pair.ts';
import { FUZZY_KEY_PURPOSE } from '#lib/fuzzy-keys/service.ts';
import { log } from '#lib/log.ts';
import { DELETED_KEY_STAYS_MS, keyMapEntry, serializeKeyMap } from './key-map.ts';
import type { KeyMapEntry } from './views.ts';

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
  user: { select: { blockedAt: true, dailyLimit: true } },
} satisfies Prisma.FuzzyKeySelect;
type KeyMapRow = Prisma.FuzzyKeyGetPayload<{ select: typeof keyMapFields }>;

/** Private halves by public half, opened and checked for an earlier map. */
export type KnownPairs = ReadonlyMap<string, string>;

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
