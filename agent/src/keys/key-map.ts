import { Failure } from '../system/failure.ts';
import { isObject, parseJson } from '../system/json.ts';
import { isHalf, keyIdOf, pairIdOf, publicHalfOf } from './key-pair.ts';

export type Extensions = {
  ratelimit?: { rate: number; burst: number };
  forbidden_ids?: number[];
  allowed_ops?: string[];
  [name: string]: unknown;
};
export type Entry = {
  pubkey: string;
  privkey: string;
  type: string;
  algorithm: string;
  encoding: string;
  id: string;
  extensions?: Extensions;
};

/**
 * Parses a key map and checks each entry: Rspamd silently accepts a pair whose halves do not belong together, and
 * then fails every request with it. Throws a Failure for the map as a whole, so that the current one stays in place.
 */
export function readKeyMap(text: string): Entry[] {
  const map = parseJson(text, 'the key map');
  if (!Array.isArray(map)) throw new Failure('the key map is not a list');
  const ids = new Set<string>();
  return map.map((value: unknown, index) => {
    const entry = checkEntry(value, `entry ${index + 1} of the key map`);
    const id = keyIdOf(entry.pubkey);
    if (ids.has(id)) throw new Failure(`key ${id} is in the key map twice`);
    ids.add(id);
    return entry;
  });
}

function checkEntry(entry: unknown, where: string): Entry {
  if (!isObject(entry)) throw new Failure(`${where} is not an object`);
  const { pubkey, privkey, type, algorithm, encoding, id, extensions } = entry;
  if (!isHalf(pubkey) || !isHalf(privkey)) throw new Failure(`${where} has no complete key pair`);
  const refuse = (what: string) => new Failure(`${where}, key ${keyIdOf(pubkey)}, ${what}`);
  if (type !== 'kex' || algorithm !== 'curve25519' || encoding !== 'base32')
    throw refuse('has an unsupported type, algorithm or encoding');
  if (publicHalfOf(privkey) !== pubkey) throw refuse('has two halves that do not belong together');
  if (id !== pairIdOf(pubkey)) throw refuse('has the id of another key');
  if (extensions !== undefined && !areExtensions(extensions)) throw refuse('has extensions that Rspamd cannot read');
  return entry as Entry;
}

/** True if values are in Rspamd's range and can be written without an exponent. */
function areExtensions(extensions: unknown): extensions is Extensions {
  if (!isObject(extensions)) return false;
  const { ratelimit, forbidden_ids: flags, allowed_ops: operations } = extensions;
  return (
    (ratelimit === undefined || isRateLimit(ratelimit)) &&
    (flags === undefined || areFlags(flags)) &&
    (operations === undefined || areWords(operations))
  );
}

const isRateLimit = (value: unknown) => isObject(value) && isAmount(value.rate) && isAmount(value.burst);
const isAmount = (value: unknown) => typeof value === 'number' && value >= 1e-9 && value <= 1e9;

const areFlags = (list: unknown) => Array.isArray(list) && list.length <= 256 && list.every(isFlag);
/** A flag is a signed 32-bit integer and not negative. */
const isFlag = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31;

const areWords = (list: unknown) => Array.isArray(list) && list.every((item: unknown) => /^\w+$/.test(String(item)));
