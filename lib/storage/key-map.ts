import { DAY } from '#lib/base/time.ts';
import { rspamdId, type KeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { limitOf, type LimitedKey } from '#lib/fuzzy-keys/limit.ts';
import { keyState, type StateFacts } from '#lib/fuzzy-keys/policy.ts';
import type { KeyMapEntry } from './views.ts';

/**
 * A deleted key stays in the map for 30 days, marked as refused: without an entry, its owner's mail would wait for
 * timeouts.
 */
export const DELETED_KEY_STAYS_MS = 30 * DAY;

/** A key with everything that its entry depends on. */
export type KeyMapKey = LimitedKey &
  StateFacts &
  KeyPair & {
    description: string;
    forbiddenFlags: readonly number[];
    rank: { forbiddenFlags: readonly number[] };
  };

/** The entry of a key at `now`. The caller guarantees that its halves belong together. */
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

/** The map's text, one entry per line: the same entries in the same order always give the same bytes. */
export const serializeKeyMap = (entries: readonly KeyMapEntry[]): string =>
  entries.length ? `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n` : '[]\n';

/** Rspamd limits a key only if both values are set. The burst is ten minutes' worth of requests, at least 60. */
const ratelimit = (rate: number) => ({ rate: plain(rate), burst: plain(Math.max(60, 600 * rate)) });

/** Twelve digits drop floating-point noise. 10⁻⁶ is the minimum: JSON writes smaller numbers with an exponent. */
const plain = (value: number) => Math.max(1e-6, Number(value.toPrecision(12)));
