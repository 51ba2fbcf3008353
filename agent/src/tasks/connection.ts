import { isIP } from 'node:net';
import type { Rspamd } from '../rspamd.ts';
import { Failure } from '../system/failure.ts';
import { isObject, parseJson, valueAt } from '../system/json.ts';
import { bytesOfAddress, isOfServer } from '../usage/addresses.ts';
import { type Counts, countsOf, plus, ZERO } from '../usage/counts.ts';
import { generationOf, KEY_ID } from '../usage/statistics.ts';

/** What Rspamd counts in `errors_ips`: datagrams that are no request, or that no key decrypts. */
function failuresOf(address: Buffer, workers: Record<string, unknown>[]): number {
  const all = workers.flatMap(({ errors_ips: ips }) => Object.entries(isObject(ips) ? ips : {}));
  return all.filter(([ip]) => isIP(ip) && isOfServer(ip, address)).reduce((sum, [, count]) => sum + numberOf(count), 0);
}

/**
 * Requests in the clear, which Rspamd refuses: those without a match that a worker counted and none of its keys did.
 * Rspamd does not count them by address, so this sum is all that a host can tell. Pings are not in it, because they
 * count as matches.
 */
function unkeyedOf(workers: Record<string, unknown>[]): number {
  const inAll = (name: string) =>
    workers.flatMap(({ [name]: epochs }): unknown[] => (Array.isArray(epochs) ? epochs : []));
  const keys = workers.flatMap((worker) => Object.entries(isObject(worker.keys) ? worker.keys : {}));
  const ofKeys = keys.filter(([id]) => KEY_ID.test(id)).map(([, key]) => countsOf(key) ?? ZERO);
  const missed = ofKeys.reduce((sum, [checked, hits, errors]) => sum + checked - hits + errors, 0);
  return Math.max(0, sumIn(inAll('fuzzy_checked')) - sumIn(inAll('fuzzy_found')) - missed);
}

const sumIn = (values: unknown[]) => values.reduce<number>((total, value) => total + numberOf(value), 0);
const numberOf = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : 0);

/**
 * The portal's question: what does this host know about the address? `keyIds` are the asker's keys; null, for admins,
 * asks about every key that the address used. `mayKnow`: the asker may learn of failed requests even if the address
 * used none of the keys.
 */
type Question = { address: string; keyIds: string[] | null; mayKnow: boolean };
/** `from_address` is null if no request with the key came from the address. `flags` are the key's hits by flag. */
type KeyAnswer = { key_id: string; is_known: boolean; from_address: Named | null; flags: Record<string, number> };
type Named = { checked: number; hits: number; errors: number };
export type ConnectionAnswer = {
  kind: 'connection';
  version: string;
  /** changes when counters restart: counts are comparable only within one run */
  run: string;
  keys: KeyAnswer[];
  /** requests from the address that no key of this storage decrypts; null if the asker may not know */
  undecrypted: number | null;
  /** requests in the clear, from all addresses together; null if the asker may not know */
  unkeyed: number | null;
};

const MOST_KEYS = 20;
/** The questions of one poll share a reading of the counters. */
const READING_IS_FRESH_MS = 2000;

/** Answers what this host's Rspamd has counted for one address. Addresses stay in memory. */
export class Connection {
  readonly #rspamd: Rspamd;
  #reading: { at: number; workers: Promise<Record<string, unknown>[]> } | null = null;

  constructor(rspamd: Rspamd) {
    this.#rspamd = rspamd;
  }

  /** Returns null for an invalid question. */
  answer = async (asked: Record<string, unknown>): Promise<ConnectionAnswer | null> => {
    const question = readQuestion(asked);
    if (!question) return null;
    const version = (await this.#rspamd.version()).join('.');
    return answerFrom(await this.#workers(), question, version);
  };

  #workers(): Promise<Record<string, unknown>[]> {
    if (!this.#reading || Date.now() - this.#reading.at > READING_IS_FRESH_MS)
      this.#reading = { at: Date.now(), workers: this.#rspamd.read(workersIn) };
    return this.#reading.workers;
  }
}

function readQuestion({ address, key_ids: keyIds, scope }: Record<string, unknown>): Question | null {
  if (typeof address !== 'string' || !isIP(address)) return null;
  const mayKnow = scope === 'own' || scope === 'any';
  if (keyIds === null) return scope === 'any' ? { address, keyIds, mayKnow } : null;
  if (!Array.isArray(keyIds) || !keyIds.every((id): id is string => KEY_ID.test(String(id)))) return null;
  return { address, keyIds: keyIds.slice(0, MOST_KEYS), mayKnow };
}

/** The fuzzy workers in an answer of `fuzzystat`, each with its pid. Throws if one does not answer. */
function workersIn(text: string): Record<string, unknown>[] {
  const workers = valueAt(parseJson(text, 'the answer of fuzzystat'), 'workers');
  const fuzzy = Object.entries(isObject(workers) ? workers : {}).filter(
    ([, worker]) => valueAt(worker, 'type') === 'fuzzy',
  );
  const answered = fuzzy.flatMap(([pid, worker]) => {
    const data = valueAt(worker, 'data');
    return isObject(data) && isObject(data.keys) ? [{ ...data, pid }] : [];
  });
  if (!answered.length || answered.length < fuzzy.length) throw new Failure('a fuzzy worker does not answer yet');
  return answered;
}

function answerFrom(workers: Record<string, unknown>[], question: Question, version: string): ConnectionAnswer {
  const { keyIds } = question;
  const address = bytesOfAddress(question.address);
  const listed = workers.map(({ keys }) => (isObject(keys) ? keys : {}));
  const used = (id: string) => sumOf(listed.map((keys) => countsFor(address, valueAt(keys[id], 'ips'))));
  const asked =
    keyIds ?? [...new Set(listed.flatMap(Object.keys))].filter((id) => KEY_ID.test(id) && used(id)).slice(0, MOST_KEYS);
  const keys = asked.map((id): KeyAnswer => {
    const counts = used(id);
    const own = listed.map((each) => each[id]);
    return { key_id: id, is_known: own.some(isObject), from_address: counts && named(counts), flags: flagsOf(own) };
  });
  const mayKnow = question.mayKnow || keys.some(({ from_address }) => from_address);
  return {
    kind: 'connection',
    version,
    run: workers.map(({ pid, keys }) => `${String(pid)} ${generationOf(isObject(keys) ? keys : {})}`).join(', '),
    keys,
    undecrypted: mayKnow ? failuresOf(address, workers) : null,
    unkeyed: mayKnow ? unkeyedOf(workers) : null,
  };
}

const named = ([checked, hits, errors]: Counts): Named => ({ checked, hits, errors });

const sumOf = (all: (Counts | null)[]): Counts | null =>
  all.reduce((sum, counts) => (counts ? plus(sum ?? ZERO, counts) : sum), null);

/** The counts of an address, or of an IPv6 address's /64, in the `ips` of a key; null if it is not listed. */
function countsFor(address: Buffer, ips: unknown): Counts | null {
  const found = Object.entries(isObject(ips) ? ips : {}).filter(([ip]) => isIP(ip) && isOfServer(ip, address));
  return sumOf(found.map(([, value]) => countsOf(value)));
}

/** The hits of a key by flag; Rspamd 3.4 does not count them. */
function flagsOf(own: unknown[]): Record<string, number> {
  const flags: Record<string, number> = {};
  for (const [flag, value] of own.flatMap((key) => Object.entries(valueAt(key, 'flags') ?? {}))) {
    const hits = countsOf(value)?.[1] ?? 0;
    if (/^\d{1,10}$/.test(flag) && hits) flags[flag] = (flags[flag] ?? 0) + hits;
  }
  return flags;
}
