import { limitOf, type LimitedKey } from '#lib/fuzzy-keys/limit.ts';
import { rspamdId, type KeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { keyState, type StateFacts } from '#lib/fuzzy-keys/policy.ts';
import type { KeyMapEntry } from './views.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A deleted key stays in the map, refused at once, for 30 days: without an entry its owner's mail would wait for timeouts. */
export const DELETED_KEY_STAYS_MS = 30 * DAY_MS;

/** A key with all that decides its entry. */
export type KeyMapKey = LimitedKey &
  StateFacts &
  KeyPair & {
    description: string;
    forbiddenFlags: readonly number[];
    rank: { forbiddenFlags: readonly number[] };
  };

/** The entry of one key at a time. Its halves belong together: that is the caller's promise. */
export function keyMapEntry(key: KeyMapKey, now: Date): KeyMapEntry {
  const perUnit = limitOf(key).rate;
  const forbidden = [...new Set([...key.rank.forbiddenFlags, ...key.forbiddenFlags])].sort((a, b) => a - b);
  const refused = keyState(key, now) !== 'on' || perUnit === 0;
  return {
    pubkey: key.publicKey,
    privkey: key.privateKey,
    type: 'kex',
    algorithm: 'curve25519',
    encoding: 'base32',
    id: rspamdId(key.publicKey),
    extensions: {
      name: key.description,
      ...(perUnit !== null && { ratelimit: ratelimit(perUnit * key.quantity) }),
      ...(forbidden.length > 0 && { forbidden_ids: forbidden }),
      ...(refused && { allowed_ops: [] }),
    },
  };
}

/** The map's text: the same entries in the same order always give the same bytes, one entry a line. */
export const serializeKeyMap = (entries: readonly KeyMapEntry[]): string =>
  entries.length ? `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n` : '[]\n';

/** Rspamd limits only when both are there. The burst is ten minutes' worth, at least 60 (decisions §5). */
const ratelimit = (rate: number) => ({ rate: plain(rate), burst: plain(Math.max(60, 600 * rate)) });

/** Twelve digits drop what floating point added; below 10⁻⁶ JSON would write an exponent, so that is the least. */
const plain = (value: number) => Math.max(1e-6, Number(value.toPrecision(12)));
