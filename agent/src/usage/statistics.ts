import { createHash } from 'node:crypto';
import { Failure } from '../system/failure.ts';
import { isObject, parseJson, valueAt } from '../system/json.ts';
import { readAddresses, type Addresses } from './addresses.ts';
import { countsOf, type Flags, type Keys } from './counts.ts';

/**
 * `generation` changes whenever the keys or their settings do, which resets all counters. `addresses`, by key id, are
 * filled only if they are asked for. They stay in memory.
 */
export type Worker = {
  pid: string;
  generation: string;
  keys: Keys;
  flags: Flags;
  addresses: Record<string, Addresses>;
};
/** `silent` are the pids of workers that gave no answer. */
export type Statistics = { workers: Worker[]; silent: string[] };

/** The most flags that are kept for a key. A storage has fewer lists. */
const MOST_FLAGS = 16;
export const KEY_ID = /^[ybndrfg8ejkmcpqxot1uwisza345h769]{13}$/;

/**
 * The key ids, counters and matched flags in an answer of `fuzzystat`. The rest (private halves and, unless asked for, IP
 * addresses of subscribers) is dropped immediately.
 */
export function readStatistics(text: string, { withAddresses = false } = {}): Statistics {
  const workers = valueAt(parseJson(text, 'the answer of fuzzystat'), 'workers');
  if (!isObject(workers)) throw new Failure('the answer of fuzzystat lists no workers');
  const statistics: Statistics = { workers: [], silent: [] };
  for (const [pid, worker] of Object.entries(workers)) {
    if (!/^\d{1,10}$/.test(pid) || valueAt(worker, 'type') !== 'fuzzy') continue;
    const listed = valueAt(worker, 'data', 'keys');
    const keys = isObject(listed) ? keysOf(listed) : null;
    if (isObject(listed) && keys) {
      const addresses = withAddresses ? addressesOf(listed, keys) : {};
      statistics.workers.push({ pid, keys, flags: flagsOf(listed), generation: generationOf(listed), addresses });
    } else statistics.silent.push(pid);
  }
  return statistics;
}

/** Null if a counter is invalid: then no counter of this worker can be trusted. */
function keysOf(listed: Record<string, unknown>): Keys | null {
  const keys: Keys = {};
  for (const [key, value] of Object.entries(listed)) {
    if (!KEY_ID.test(key)) continue;
    const counts = countsOf(value);
    if (!counts) return null;
    keys[key] = counts;
  }
  return keys;
}

/** The flags that have matched, by key. Rspamd counts by flag since 3.6; older versions list none. */
function flagsOf(listed: Record<string, unknown>): Flags {
  const flags: Flags = {};
  for (const [key, value] of Object.entries(listed)) {
    const counted = valueAt(value, 'flags');
    if (!KEY_ID.test(key) || !isObject(counted)) continue;
    const matched = Object.keys(counted).filter((flag) => Number(valueAt(counted, flag, 'matched')) > 0);
    const known = matched.map(Number).filter((flag) => Number.isSafeInteger(flag) && flag > 0 && flag < 256);
    if (known.length) flags[key] = known.slice(0, MOST_FLAGS);
  }
  return flags;
}

const addressesOf = (listed: Record<string, unknown>, keys: Keys): Record<string, Addresses> =>
  Object.fromEntries(Object.keys(keys).map((key) => [key, readAddresses(valueAt(listed[key], 'ips'))]));

/** Changes whenever the keys of a worker or their settings do. */
export function generationOf(listed: Record<string, unknown>): string {
  const hash = createHash('sha256');
  for (const key of Object.keys(listed).sort())
    hash.update(JSON.stringify([key, valueAt(listed[key], 'keypair', 'extensions') ?? null]));
  return hash.digest('hex').slice(0, 16);
}
