#!/usr/bin/env node
// @ts-check
/**
 * rspamd-premium-agent: runs on a fuzzy storage host, reports the usage of each key, and writes the portal's key map
 * where Rspamd reads it. README.md covers installation and settings. One file, no dependencies, Node.js 20.12 or newer.
 *
 * Its state changes only when a complete `state.json` is renamed into place. That file holds the counters as last read
 * and lists the reports that wait to be sent; a report's file is written before it is listed and removed after it is
 * unlisted. So whenever the process dies, a request is either still in the difference to the counters or in exactly one
 * listed report, and a report keeps its sequence and body until the portal has acknowledged it.
 */
import { execFile } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import * as fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, parseEnv } from 'node:util';

export const VERSION = '1.0.0';

const HELP = `Usage: node agent.mjs [options]

Reports the usage of this fuzzy storage's keys and fetches its key map.
Runs until it is stopped; settings come from the environment (README.md).

  --config FILE   also read settings from this file (NAME=value)
  --once          collect, fetch the map, report, and exit
  --dry-run       say what --once would do, and change nothing
  --allow-shrink  accept a key map that is empty or has lost half of its keys
  --status        print the agent's status; exits with 1 if it is unhealthy
  --version, --help

Exit codes: 0 done, 1 something failed, 2 wrong settings, 3 another agent is running, 4 the state cannot be used.
`;
const EXIT = { failed: 1, settings: 2, locked: 3, state: 4 };

/**
 * @typedef {[checked: number, hits: number, errors: number]} Counts
 * @typedef {Record<string, Counts>} Keys by key id
 * @typedef {{ pid: string, generation: string, keys: Keys }} Worker
 * @typedef {{ workers: Worker[], silent: string[] }} Statistics `silent` are the pids of workers that gave no answer
 * @typedef {{ generation: string, isReloading: boolean, seenAt: number, keys: Keys }} Seen
 * @typedef {[key: string, checked: number, hits: number, errors: number]} Row
 * @typedef {{ from: number, to: number, rows: Row[] }} Report times are Unix milliseconds
 * @typedef {{ file: string, bytes: number, from: number, to: number, rows: number, sequence: number | null, refusedAt: number | null }} Queued
 * @typedef {{ form: 1, next: number, nextFile: number, collectedAt: number, workers: Record<string, Seen>, queue: Queued[] }} State
 * @typedef {{ etag: string | null, hash: string, entries: number, variant: string, mustReload: boolean }} MapState
 * @typedef {{ rate: number, burst: number }} Ratelimit
 * @typedef {{ ratelimit?: Ratelimit, forbidden_ids?: number[], allowed_ops?: string[], [name: string]: unknown }} Extensions
 * @typedef {{ pubkey: string, privkey: string, type: string, algorithm: string, encoding: string, id: string, extensions?: Extensions }} Entry
 * @typedef {{ status: number, headers: http.IncomingHttpHeaders, body: Buffer }} Answer
 * @typedef {'map' | 'static'} Form
 * @typedef {ReturnType<typeof readSettings>} Settings
 */

/** An error whose message contains no secret, so it may be logged. */
export class Failure extends Error {
  /** @param {string} message @param {{ status?: number, retryAfterMs?: number, isDown?: boolean, exitCode?: number }} [more] */
  constructor(message, more = {}) {
    super(message);
    this.name = 'Failure';
    this.status = more.status ?? 0;
    this.retryAfterMs = more.retryAfterMs ?? 0;
    this.isDown = more.isDown ?? false;
    this.exitCode = more.exitCode ?? EXIT.failed;
  }
}

// ------------------------------------------------------------------------------------------------------ settings

const DAY_MS = 24 * 60 * 60_000;

/**
 * Reads the settings (README.md). Throws a Failure with exit code 2 that names what is wrong.
 * @param {Record<string, string | undefined>} env
 */
export function readSettings(env) {
  const portal = portalOf(needed(env, 'PORTAL_URL'));
  const name = needed(env, 'SERVER_NAME');
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(name)) throw wrong('SERVER_NAME is not a valid server name');
  if (!env.SERVER_TOKEN && !env.SERVER_TOKEN_FILE) throw wrong('SERVER_TOKEN or SERVER_TOKEN_FILE is not set');
  const form = env.KEYS_FORM || 'map';
  if (form !== 'map' && form !== 'static') throw wrong('KEYS_FORM is neither map nor static');
  const stateDir = env.STATE_DIR || env.STATE_DIRECTORY || '/var/lib/rspamd-premium-agent';
  return {
    portal,
    name,
    token: env.SERVER_TOKEN || null,
    tokenFile: env.SERVER_TOKEN_FILE || null,
    form: /** @type {Form} */ (form),
    stateDir,
    keysFile: env.KEYS_FILE || path.join(stateDir, form === 'map' ? 'keys.json' : 'keypairs.conf'),
    socket: env.RSPAMD_SOCKET || '/var/lib/rspamd/rspamd.sock',
    rspamadm: env.RSPAMADM || 'rspamadm',
    rspamdVersion: env.RSPAMD_VERSION || null,
    fuzzystatCommand: env.FUZZYSTAT_COMMAND || null,
    reloadCommand: env.RELOAD_COMMAND || null,
    collectMs: positive(env, 'COLLECT_SECONDS', 60) * 1000,
    mapMs: positive(env, 'MAP_SECONDS', 10) * 1000,
    spoolBytes: positive(env, 'SPOOL_MB', 256) * 1024 * 1024,
  };
}

/** @param {string} message */
const wrong = (message) => new Failure(message, { exitCode: EXIT.settings });

/** @param {Record<string, string | undefined>} env @param {string} name */
function needed(env, name) {
  const value = env[name]?.trim();
  if (!value) throw wrong(`${name} is not set`);
  return value;
}

/** @param {Record<string, string | undefined>} env @param {string} name @param {number} otherwise */
function positive(env, name, otherwise) {
  const value = env[name] ? Number(env[name]) : otherwise;
  if (!Number.isFinite(value) || value <= 0) throw wrong(`${name} is not a number above 0`);
  return value;
}

/** Every request carries credentials, so http is allowed on loopback only. @param {string} text */
function portalOf(text) {
  if (!URL.canParse(text)) throw wrong('PORTAL_URL is not a URL');
  const url = new URL(text);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback))
    throw wrong('PORTAL_URL must begin with https:// (http:// on loopback only)');
  if (url.username || url.password || url.search || url.hash)
    throw wrong('PORTAL_URL must not contain credentials, a query or a fragment');
  return url.href.replace(/\/+$/, '');
}

// ----------------------------------------------------------------------------------------------------------- log

const SYSLOG = { error: 3, warning: 4, info: 6 };
/** A run of Rspamd's base32 letters that could be half of a key pair. Words are shorter. */
const LOOKS_SECRET = /[ybndrfg8ejkmcpqxot1uwisza345h769]{40,}/gi;

/**
 * Writes one line, whatever the text contains; under systemd with its priority.
 * @param {keyof typeof SYSLOG} level @param {string} text
 */
function log(level, text) {
  const line = text.replace(LOOKS_SECRET, '[key]').replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');
  const start = process.env.JOURNAL_STREAM ? `<${SYSLOG[level]}>` : `${new Date().toISOString()} ${level}: `;
  process.stderr.write(`${start}${line}\n`);
}

/**
 * The loggable text of an error. The message of an error that is not ours is left out: it may quote what could not be read.
 * @param {unknown} error
 */
export function describe(error) {
  if (error instanceof Failure) return error.message;
  if (!(error instanceof Error)) return 'an unknown error';
  const { code, syscall, path: file } = /** @type {NodeJS.ErrnoException} */ (error);
  if (typeof code === 'string') return [code, syscall, file].filter(Boolean).join(' ');
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, 3).map((line) => line.trim())].join(' ');
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? String(error.code) : '');

// ---------------------------------------------------------------------------------------------------------- keys

const ALPHABET = 'ybndrfg8ejkmcpqxot1uwisza345h769';
const KEY_ID = /^[ybndrfg8ejkmcpqxot1uwisza345h769]{13}$/;
const KEY_HALF = /^[ybndrfg8ejkmcpqxot1uwisza345h769]{51}y$/;
/** The bytes before the 32 raw bytes in a PKCS #8 X25519 key (RFC 8410 §7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** Rspamd's base32: least significant bits first, no padding. @param {Uint8Array} bytes */
export function encodeBase32(bytes) {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer |= byte << bits;
    bits += 8;
    for (; bits >= 5; bits -= 5, buffer >>>= 5) text += ALPHABET.charAt(buffer & 31);
  }
  return bits > 0 ? text + ALPHABET.charAt(buffer) : text;
}

/** The 32 bytes of a half that matches KEY_HALF. @param {string} half */
function decodeHalf(half) {
  const bytes = Buffer.alloc(32);
  for (let index = 0; index < 51; index++) {
    const value = ALPHABET.indexOf(half.charAt(index));
    const [at, shift] = [(index * 5) >> 3, (index * 5) & 7];
    bytes[at] = (bytes[at] ?? 0) | (value << shift);
    if (shift > 3 && at < 31) bytes[at + 1] = (bytes[at + 1] ?? 0) | (value >> (8 - shift));
  }
  return bytes;
}

/** A key's name in fuzzystat: its first 8 bytes in base32. @param {string} publicHalf */
const keyIdOf = (publicHalf) => encodeBase32(decodeHalf(publicHalf).subarray(0, 8));

/** X25519(private, 9). @param {string} privateHalf */
function publicHalfOf(privateHalf) {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, decodeHalf(privateHalf)]),
    format: 'der',
    type: 'pkcs8',
  });
  return encodeBase32(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32));
}

/**
 * The entries of a key map, each one checked: Rspamd silently accepts a pair whose halves do not belong together, and
 * then fails every request with it. Throws a Failure for the map as a whole, so that the current one stays in place.
 * @param {string} text
 * @returns {Entry[]}
 */
export function readKeyMap(text) {
  const map = parseJson(text, 'the key map');
  if (!Array.isArray(map)) throw new Failure('the key map is not a list');
  const ids = new Set();
  map.forEach((value, index) => {
    const id = checkEntry(value, `entry ${index + 1} of the key map`);
    if (ids.has(id)) throw new Failure(`key ${id} is in the key map twice`);
    ids.add(id);
  });
  return map;
}

/** @param {any} entry @param {string} where @returns {string} its key id */
function checkEntry(entry, where) {
  if (!isObject(entry)) throw new Failure(`${where} is not an object`);
  const { pubkey, privkey, type, algorithm, encoding, id, extensions } = entry;
  for (const half of [pubkey, privkey])
    if (typeof half !== 'string' || !KEY_HALF.test(half)) throw new Failure(`${where} has no complete key pair`);
  const keyId = keyIdOf(pubkey);
  const refuse = (/** @type {string} */ what) => new Failure(`${where}, key ${keyId}, ${what}`);
  if (type !== 'kex' || algorithm !== 'curve25519' || encoding !== 'base32')
    throw refuse('has an unsupported type, algorithm or encoding');
  if (publicHalfOf(privkey) !== pubkey) throw refuse('has two halves that do not belong together');
  if (id !== encodeBase32(createHash('blake2b512').update(decodeHalf(pubkey)).digest()))
    throw refuse('has the id of another key');
  if (extensions !== undefined && !areExtensions(extensions)) throw refuse('has extensions that Rspamd cannot read');
  return keyId;
}

/**
 * True if values are in Rspamd's range (a flag has 32 bits) and can be written without an exponent.
 * @param {any} extensions
 */
function areExtensions(extensions) {
  if (!isObject(extensions)) return false;
  const { ratelimit, forbidden_ids: flags, allowed_ops: operations } = extensions;
  const isAmount = (/** @type {unknown} */ value) => typeof value === 'number' && value >= 1e-9 && value <= 1e9;
  const isFlag = (/** @type {any} */ value) => Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31;
  const areTexts = (/** @type {unknown} */ list) => Array.isArray(list) && list.every((item) => /^\w+$/.test(item));
  return (
    (ratelimit === undefined || (isObject(ratelimit) && isAmount(ratelimit.rate) && isAmount(ratelimit.burst))) &&
    (flags === undefined || (Array.isArray(flags) && flags.length <= 256 && flags.every(isFlag))) &&
    (operations === undefined || areTexts(operations))
  );
}

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * JSON.parse without its own error, which would quote the text.
 * @param {string} text @param {string} what @returns {any}
 */
function parseJson(text, what) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure(`${what} is not JSON`);
  }
}

// --------------------------------------------------------------------------------------------- the two forms of keys

/** @typedef {[number, number, number]} RspamdVersion */

/** @param {string} text @returns {RspamdVersion} */
export function parseVersion(text) {
  const found = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  if (!found) throw new Failure("Rspamd's version cannot be read");
  return [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)];
}

/** @param {RspamdVersion} version @param {RspamdVersion} wanted */
const isAtLeast = (version, wanted) => {
  const index = version.findIndex((part, at) => part !== wanted[at]);
  return index < 0 || (version[index] ?? 0) > (wanted[index] ?? 0);
};

/** The first version with `dynamic_keys_map`, and the first with `allowed_ops`. */
const READS_MAP = /** @type {RspamdVersion} */ ([3, 8, 2]);
const KNOWS_SUSPENDED = /** @type {RspamdVersion} */ ([3, 11, 1]);

/** @param {Entry} entry */
const isSuspended = ({ extensions }) => extensions?.allowed_ops?.length === 0;

/**
 * The content of the keys file. In the map form it is the portal's text, unchanged, if this Rspamd understands all of
 * it. An older Rspamd would serve suspended keys, so it gets the map without them.
 * @param {Form} form @param {RspamdVersion} version @param {Entry[]} entries @param {string} text as the portal sent it
 */
export function renderKeys(form, version, entries, text) {
  if (form === 'map' && !isAtLeast(version, READS_MAP))
    throw new Failure(`Rspamd ${version.join('.')} cannot read a key map: set KEYS_FORM=static`);
  const kept = isAtLeast(version, KNOWS_SUSPENDED) ? entries : entries.filter((entry) => !isSuspended(entry));
  if (form === 'static') return `${STATIC_HEAD}${kept.map(keypairBlock).join('')}`;
  if (kept.length === entries.length) return text;
  return kept.length ? `[\n${kept.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n` : '[]\n';
}

const STATIC_HEAD = '# Written by rspamd-premium-agent: what you change here is overwritten.\n';

/** Contains nothing that a person typed, so nothing in it needs escaping. @param {Entry} entry */
function keypairBlock({ pubkey, privkey, extensions: { ratelimit, forbidden_ids, allowed_ops } = {} }) {
  const lines = [
    ratelimit && `    ratelimit { rate = ${plain(ratelimit.rate)}; burst = ${plain(ratelimit.burst)}; }\n`,
    forbidden_ids && `    forbidden_ids = [${forbidden_ids.join(', ')}];\n`,
    allowed_ops && `    allowed_ops = [${allowed_ops.map((name) => `"${name}"`).join(', ')}];\n`,
  ].filter(Boolean);
  const extensions = lines.length ? `  extensions {\n${lines.join('')}  }\n` : '';
  return `keypair {
  pubkey = "${pubkey}";
  privkey = "${privkey}";
  type = "kex";
  algorithm = "curve25519";
  encoding = "base32";
${extensions}}
`;
}

/** A number without an exponent. @param {number} value */
const plain = (value) => (/e/.test(String(value)) ? value.toFixed(12) : String(value));

// ---------------------------------------------------------------------------------------------------- statistics

/**
 * The key ids and counters in an answer of `fuzzystat`. The rest (private halves, IP addresses of subscribers) is
 * dropped immediately. `generation` changes whenever the keys or their settings do, which resets all counters.
 * @param {string} text
 * @returns {Statistics}
 */
export function readStatistics(text) {
  const workers = parseJson(text, 'the answer of fuzzystat')?.workers;
  if (!isObject(workers)) throw new Failure('the answer of fuzzystat lists no workers');
  /** @type {Statistics} */
  const statistics = { workers: [], silent: [] };
  for (const [pid, worker] of Object.entries(workers)) {
    if (!/^\d{1,10}$/.test(pid) || worker?.type !== 'fuzzy') continue;
    const keys = isObject(worker.data?.keys) ? countsOf(worker.data.keys) : null;
    if (keys) statistics.workers.push({ pid, keys, generation: generationOf(worker.data.keys) });
    else statistics.silent.push(pid);
  }
  return statistics;
}

/**
 * Null if a counter is invalid: then no counter of this worker can be trusted.
 * @param {Record<string, any>} listed @returns {Keys | null}
 */
function countsOf(listed) {
  /** @type {Keys} */
  const keys = {};
  for (const [key, value] of Object.entries(listed)) {
    if (!KEY_ID.test(key)) continue;
    /** @type {Counts} */
    const counts = [value?.checked, value?.matched, value?.errors];
    if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0)) return null;
    keys[key] = counts;
  }
  return keys;
}

/** @param {Record<string, any>} listed */
function generationOf(listed) {
  const hash = createHash('sha256');
  for (const key of Object.keys(listed).sort())
    hash.update(JSON.stringify([key, listed[key]?.keypair?.extensions ?? null]));
  return hash.digest('hex').slice(0, 16);
}

/** How long to keep the counters of a worker that fuzzystat no longer lists, in case it comes back. */
const KEEP_UNLISTED_MS = 10 * 60_000;
/** @type {Counts} */
const ZERO = [0, 0, 0];

/**
 * What was counted since `before`, summed over the workers: a row for every listed key. A worker that is new, or whose
 * counters restarted, counts in full. Without `before` all rows are zero, because it is unknown what was already
 * reported.
 * @param {Record<string, Seen> | null} before @param {Statistics} statistics @param {number} now
 * @returns {{ workers: Record<string, Seen>, rows: Row[] }}
 */
export function advance(before, { workers, silent }, now) {
  /** @type {Record<string, Seen>} */
  const after = {};
  /** @type {Map<string, Counts>} */
  const sums = new Map();
  for (const { pid, generation, keys } of workers) {
    const seen = before?.[pid];
    const hasChanged = seen !== undefined && seen.generation !== generation;
    const base = !seen || hasBegunAnew(seen, generation, keys) ? {} : seen.keys;
    for (const [key, counts] of Object.entries(keys))
      sums.set(key, plus(sums.get(key) ?? ZERO, before ? minus(counts, base[key] ?? ZERO) : ZERO));
    after[pid] = { generation, isReloading: (seen?.isReloading ?? false) && !hasChanged, seenAt: now, keys };
  }
  for (const [pid, seen] of Object.entries(before ?? {})) {
    if (after[pid]) continue;
    if (silent.includes(pid)) after[pid] = { ...seen, seenAt: now };
    else if (Math.abs(now - seen.seenAt) < KEEP_UNLISTED_MS) after[pid] = seen;
  }
  return { workers: after, rows: rowsOf(sums) };
}

/**
 * True if any counter went back, or if this worker has loaded a map that we wrote (its keys or their settings changed):
 * either way all its counters restarted at 0.
 * @param {Seen} seen @param {string} generation @param {Keys} keys
 */
function hasBegunAnew(seen, generation, keys) {
  if (seen.isReloading && seen.generation !== generation) return true;
  return Object.entries(keys).some(([key, counts]) => {
    const before = seen.keys[key];
    return before !== undefined && counts.some((count, index) => count < (before[index] ?? 0));
  });
}

/** @param {Counts} a @param {Counts} b @returns {Counts} */
const plus = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
/** @param {Counts} a @param {Counts} b @returns {Counts} */
const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** @param {Map<string, Counts>} sums @returns {Row[]} */
const rowsOf = (sums) =>
  [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, counts]) => /** @type {Row} */ ([key, ...counts]));

// ------------------------------------------------------------------------------------------------------- reports

/** The most rows that the portal accepts in one POST; far below its limit of 1 MB. */
export const MAX_ROWS = 5000;
const BUCKET_MS = 10 * 60_000;

/** The 10-minute bucket in which the portal counts a report; a bucket includes its end. @param {number} to */
const bucketOf = (to) => Math.ceil(to / BUCKET_MS);

/** @param {number} rows */
const partsOf = (rows) => Math.max(1, Math.ceil(rows / MAX_ROWS));

/**
 * The bodies to send, always the same for the same report. Each part has its own sequence.
 * @param {Report} report @param {number} sequence
 */
export function bodiesOf({ from, to, rows }, sequence) {
  return Array.from({ length: partsOf(rows.length) }, (_, part) =>
    JSON.stringify({
      sequence: sequence + part,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      keys: rows
        .slice(part * MAX_ROWS, (part + 1) * MAX_ROWS)
        .map(([key_id, checked, hits, errors]) => ({ key_id, checked, hits, errors })),
    }),
  );
}

/** Merges two reports. @param {Report} a @param {Report} b @returns {Report} */
export function mergeReports(a, b) {
  /** @type {Map<string, Counts>} */
  const sums = new Map();
  for (const [key, ...counts] of [...a.rows, ...b.rows]) sums.set(key, plus(sums.get(key) ?? ZERO, counts));
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to), rows: rowsOf(sums) };
}

// --------------------------------------------------------------------------------------------------------- files

/**
 * Replaces a file atomically: even after a crash of the host it is either the old or the new one.
 * @param {string} file @param {string} text @param {{ mode?: number, owner?: [number, number] }} [more]
 */
function writeWhole(file, text, { mode = 0o600, owner } = {}) {
  const temporary = `${file}.new`;
  fs.rmSync(temporary, { force: true });
  const descriptor = fs.openSync(temporary, 'wx', 0o600);
  try {
    fs.writeFileSync(descriptor, text);
    if (owner) fs.fchownSync(descriptor, ...owner);
    fs.fchmodSync(descriptor, mode);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
  fs.renameSync(temporary, file);
  syncFolder(path.dirname(file));
}

/** @param {string} folder */
function syncFolder(folder) {
  const descriptor = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Keeps the owner and mode of an existing file, without access for others; a new one is 0600 and its folder's owner's.
 * @param {string} file @param {string} text
 */
function writeKeys(file, text) {
  const old = fs.statSync(file, { throwIfNoEntry: false });
  const { uid, gid } = old ?? fs.statSync(path.dirname(file));
  const mayChown = process.getuid?.() === 0;
  writeWhole(file, text, { mode: old ? old.mode & 0o660 : 0o600, ...(mayChown && { owner: [uid, gid] }) });
}

/** @param {string} text */
const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/** The state folder: `state.json` and the reports that it lists, `map.json` about the last key map, `status.json`. */
export class Store {
  /** @param {string} folder @param {{ readOnly?: boolean }} [more] */
  constructor(folder, { readOnly = false } = {}) {
    this.folder = folder;
    this.spool = path.join(folder, 'spool');
    if (!readOnly) fs.mkdirSync(this.spool, { recursive: true, mode: 0o700 });
    /** @type {State | null} */
    this.state = this.#read('state.json');
    /** @type {MapState | null} */
    this.map = this.#read('map.json');
    if (!readOnly) this.#tidy();
  }

  /** Replaces the state. If it cannot be written, throws and changes nothing. @param {State} state */
  commit(state) {
    const [head, ...rest] = state.queue;
    if (head && head.sequence === null) {
      const queue = [{ ...head, sequence: state.next }, ...rest];
      state = { ...state, queue, next: state.next + partsOf(head.rows) };
    }
    writeWhole(path.join(this.folder, 'state.json'), JSON.stringify(state));
    const gone = (this.state?.queue ?? []).filter(({ file }) => !state.queue.some((item) => item.file === file));
    this.state = state;
    for (const { file } of gone) fs.rmSync(path.join(this.spool, file), { force: true });
  }

  /**
   * Writes a report's file, which counts only once a committed state lists it.
   * @param {State} state @param {Report} report @returns {Queued}
   */
  write(state, report) {
    const file = `${state.nextFile++}.json`;
    const text = JSON.stringify(report);
    writeWhole(path.join(this.spool, file), text);
    const { from, to, rows } = report;
    return { file, bytes: text.length, from, to, rows: rows.length, sequence: null, refusedAt: null };
  }

  /** A listed report; null if its file is damaged or missing. @param {Queued} queued @returns {Report | null} */
  read({ file }) {
    const text = readIfThere(path.join(this.spool, file));
    try {
      return text === null ? null : JSON.parse(text);
    } catch {
      return null;
    }
  }

  /** @param {MapState} map */
  commitMap(map) {
    writeWhole(path.join(this.folder, 'map.json'), JSON.stringify(map));
    this.map = map;
  }

  /** @param {string} name */
  #read(name) {
    const text = readIfThere(path.join(this.folder, name));
    try {
      return text === null ? null : JSON.parse(text);
    } catch {
      throw new Failure(`${path.join(this.folder, name)} is damaged (README.md, "Troubleshooting")`, {
        exitCode: EXIT.state,
      });
    }
  }

  /** Removes unlisted files: the process died while it wrote them, or after it had delivered them. */
  #tidy() {
    const listed = new Set(this.state?.queue.map(({ file }) => file));
    for (const file of fs.readdirSync(this.spool))
      if (!listed.has(file)) fs.rmSync(path.join(this.spool, file), { force: true });
  }
}

/**
 * Appends a report to the queue. Reports of one 10-minute bucket are merged; while the queue takes more than
 * `maxBytes`, the neighbours that span the least time are merged: usage gets coarser, but no request is lost. The first
 * report is never touched, because the portal may already have it.
 * @param {Store} store @param {State} state is modified @param {Report} report @param {number} maxBytes
 */
export function enqueue(store, state, report, maxBytes) {
  const { queue } = state;
  const mergeInto = (/** @type {number} */ index, /** @type {Report} */ other) => {
    const queued = queue[index];
    const old = queued && store.read(queued);
    queue[index] = store.write(state, old ? mergeReports(old, other) : other);
  };
  const last = queue.at(-1);
  if (queue.length > 1 && last && bucketOf(last.to) === bucketOf(report.to)) mergeInto(queue.length - 1, report);
  else queue.push(store.write(state, report));
  while (queue.length > 2 && queue.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes) {
    const span = (/** @type {number} */ index) => (queue[index + 1]?.to ?? 0) - (queue[index]?.from ?? 0);
    const index = queue.slice(1, -1).reduce((best, _, at) => (span(at + 1) < span(best) ? at + 1 : best), 1);
    const [second] = queue.splice(index + 1, 1);
    const other = second && store.read(second);
    if (other) mergeInto(index, other);
  }
}

// ----------------------------------------------------------------------------------------- processes and requests

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/**
 * Sends one request. Redirects are not followed, because they would carry the credentials along.
 * @param {string} address or `unix:<socket>:<path>` @param {{ method?: string, headers?: Record<string, string>, body?: string, signal: AbortSignal }} options
 * @returns {Promise<Answer>}
 */
function exchange(address, { method = 'GET', headers = {}, body, signal }) {
  const [, socketPath, socketUrl] = /^unix:(.*):(\/.*)$/.exec(address) ?? [];
  const url = new URL(socketUrl ?? address, socketUrl ? 'http://localhost' : undefined);
  const { request } = url.protocol === 'https:' ? https : http;
  const all = { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) };
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers: all,
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    };
    const call = request(url, socketPath ? { ...options, socketPath } : options, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      let bytes = 0;
      response.on('data', (/** @type {Buffer} */ chunk) => {
        chunks.push(chunk);
        if ((bytes += chunk.length) > MAX_ANSWER_BYTES) response.destroy(new Failure('the answer is too large'));
      });
      response.on('end', () => {
        if (!response.complete) return reject(new Failure('the answer was cut off'));
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}

/**
 * Runs a program without our token in its environment. Its output is not logged.
 * @param {string} file @param {string[]} args @param {AbortSignal} signal @returns {Promise<string>}
 */
function run(file, args, signal) {
  const { SERVER_TOKEN: _, ...env } = process.env;
  const options = { env, signal, timeout: TIMEOUT_MS, maxBuffer: MAX_ANSWER_BYTES };
  return new Promise((resolve, reject) => {
    execFile(file, args, options, (error, stdout) => {
      if (!error) return resolve(stdout);
      const { code, killed } = error;
      reject(new Failure(killed ? 'it timed out' : typeof code === 'number' ? `exit code ${code}` : String(code)));
    });
  });
}

/**
 * Runs `work` and puts `what` in front of the message of a failure.
 * @template T @param {string} what @param {() => Promise<T>} work @returns {Promise<T>}
 */
async function during(what, work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = /** @type {{ name?: string }} */ (error.cause ?? error).name;
    const text = reason === 'TimeoutError' ? 'no answer in time' : describe(error);
    throw new Failure(`${what}: ${text}`, {
      ...(error instanceof Failure && error),
      isDown: ['ENOENT', 'ECONNREFUSED'].includes(codeOf(error)),
    });
  }
}

/**
 * /proc/<pid>/stat after the name, which may contain spaces: [0] state, [1] parent, [19] start time.
 * @param {string} pid @returns {string[]}
 */
function processFields(pid) {
  const text = readIfThere(`/proc/${pid}/stat`) ?? '';
  return text.slice(text.lastIndexOf(') ') + 2).split(' ');
}

/**
 * Sends SIGHUP to Rspamd's main process, which is the parent of its workers.
 * @param {string[]} pids of fuzzy workers
 */
function signalMainProcess(pids) {
  const parents = new Set(pids.map((pid) => processFields(pid)[1] ?? ''));
  for (const parent of parents) {
    const name = /^\d+$/.test(parent) ? (readIfThere(`/proc/${parent}/comm`) ?? '') : '';
    if (!name.startsWith('rspamd')) throw new Failure("Rspamd's main process was not found: set RELOAD_COMMAND");
  }
  for (const parent of parents) process.kill(Number(parent), 'SIGHUP');
}

/** Allows one agent per state folder. A lock whose holder has died is taken over. @param {string} folder */
export function takeLock(folder) {
  const file = path.join(folder, 'lock');
  const own = `${file}.${process.pid}`;
  const identity = (/** @type {string} */ pid) => `${pid} ${processFields(pid)[19] ?? ''}`;
  fs.writeFileSync(own, identity(String(process.pid)), { mode: 0o600 });
  try {
    for (;;) {
      try {
        fs.linkSync(own, file); // appears with its content
        return () => fs.rmSync(file, { force: true });
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      const holder = readIfThere(file) ?? '';
      const [pid = ''] = holder.split(' ');
      if (isAlive(Number(pid)) && identity(pid) === holder)
        throw new Failure(`another agent is already running (process ${pid})`, { exitCode: EXIT.locked });
      fs.rmSync(file, { force: true });
    }
  } finally {
    fs.rmSync(own, { force: true });
  }
}

/** @param {number} pid */
function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0 || /^[ZX]/.test(processFields(String(pid))[0] ?? '')) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

// --------------------------------------------------------------------------------------------------------- agent

/** How long a new map waits for the counters if Rspamd is running but does not report them. */
const MAP_WAITS_MS = 60_000;
const VERSION_IS_FRESH_MS = 10 * 60_000;
/** How long a report that the portal refuses as invalid is retried before it is set aside. */
const REFUSED_FOR_MS = DAY_MS;
const MAX_SET_ASIDE = 100;
/** Time within which Rspamd loads a new keys file. */
const IN_PLACE_MS = 60_000;
/** Finds the public halves in either form of the keys file. */
const PUBLIC_HALF = /\bpubkey"?\s*[:=]\s*"(\w{52})"/g;

/** The agent's tasks. Each throws a Failure if it fails, and can be repeated at any time. */
export class Agent {
  /** @param {Settings} settings @param {{ allowShrink?: boolean, dryRun?: boolean, signal?: AbortSignal }} [options] */
  constructor(settings, { allowShrink = false, dryRun = false, signal = new AbortController().signal } = {}) {
    this.settings = settings;
    this.allowShrink = allowShrink;
    this.signal = signal;
    this.store = new Store(settings.stateDir, { readOnly: dryRun });
    /** @type {{ version: RspamdVersion, at: number } | null} */
    this.asked = null;
    /** @type {Promise<unknown>} */
    this.collecting = Promise.resolve();
    this.pids = /** @type {string[]} */ ([]);
    this.listed = { at: 0, keys: /** @type {Set<string>} */ (new Set()) };
    this.mapWaitsSince = 0;
    this.onQueued = () => {};
  }

  /**
   * Reads the counters and queues what was counted since the last time. Runs one at a time.
   * @returns {Promise<string>}
   */
  collect() {
    const result = this.collecting.then(() => this.#collect());
    this.collecting = result.catch(() => {});
    return result;
  }

  async #collect() {
    const statistics = await this.statistics();
    const now = Date.now();
    const old = this.store.state;
    const { workers, rows } = advance(old?.workers ?? null, statistics, now);
    if (!statistics.workers.length) throw new Failure('fuzzystat: no fuzzy worker answered');
    /** @type {State} */
    const state = old
      ? { ...old, workers, queue: [...old.queue] }
      : { form: 1, next: now, nextFile: 1, collectedAt: now, workers, queue: [] };
    if (old && rows.length) {
      const report = { from: Math.min(old.collectedAt, now), to: now, rows };
      enqueue(this.store, state, report, this.settings.spoolBytes);
      state.collectedAt = now;
    }
    this.store.commit(state);
    if (state.queue.length) this.onQueued();
    const checked = rows.reduce((sum, row) => sum + row[1], 0);
    return `${statistics.workers.length} workers, ${rows.length} keys, ${checked} requests since the last collection`;
  }

  /** @returns {Promise<Statistics>} */
  async statistics() {
    const { socket, fuzzystatCommand } = this.settings;
    const statistics = await during('fuzzystat', async () => {
      if (fuzzystatCommand) return readStatistics(await run('/bin/sh', ['-c', fuzzystatCommand], this.signal));
      const { status, body } = await exchange(`unix:${socket}:/fuzzystat`, { signal: this.signal });
      if (status !== 200) throw new Failure(`status ${status}`);
      return readStatistics(body.toString('utf8'));
    });
    this.pids = [...statistics.workers.map(({ pid }) => pid), ...statistics.silent];
    this.listed = { at: Date.now(), keys: new Set(statistics.workers.flatMap(({ keys }) => Object.keys(keys))) };
    return statistics;
  }

  /** Throws if Rspamd lacks keys a minute after they were written: its configuration may name another file. */
  async compareKeys() {
    const { keysFile } = this.settings;
    const writtenAt = fs.statSync(keysFile, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (this.listed.at - writtenAt < IN_PLACE_MS) return null;
    const ids = [...(readIfThere(keysFile) ?? '').matchAll(PUBLIC_HALF)].map(([, half = '']) => keyIdOf(half));
    const unknown = ids.filter((id) => !this.listed.keys.has(id)).length;
    if (unknown)
      throw new Failure(
        `Rspamd does not know ${unknown} of the ${ids.length} keys in ${keysFile}: does it read this file?`,
      );
    return `${ids.length} keys are known to Rspamd`;
  }

  /** Sends the first waiting report. @returns {Promise<string | null>} null if none waits */
  async deliver() {
    const { state } = this.store;
    const head = state?.queue[0];
    if (!head) return null;
    const report = this.store.read(head);
    if (!report) {
      this.#drop(head);
      throw new Failure(`the report in ${head.file} is damaged or missing, and is dropped`);
    }
    for (const body of bodiesOf(report, head.sequence ?? 0)) await this.#post(body, head);
    this.#drop(head);
    return `reported ${head.rows} keys, sequence ${head.sequence}`;
  }

  /** @param {string} body @param {Queued} head */
  async #post(body, head) {
    const headers = { 'content-type': 'application/json' };
    const { status, headers: answered } = await this.#ask('/api/storage/usage', { method: 'POST', headers, body });
    if (status >= 200 && status < 300) return;
    if (status === 409) this.#renumber(head);
    if ([400, 413, 422].includes(status)) this.#noteRefusal(head);
    throw new Failure(`usage: the portal answered ${status}`, { status, retryAfterMs: retryAfter(answered) });
  }

  /** @param {Queued} head */
  #drop(head) {
    const { state } = this.store;
    if (state) this.store.commit({ ...state, queue: state.queue.filter(({ file }) => file !== head.file) });
  }

  /** @param {Queued} head @param {Partial<Queued>} changes @param {number} [next] */
  #change(head, changes, next) {
    const { state } = this.store;
    if (!state) return;
    const queue = state.queue.map((item) => (item.file === head.file ? { ...item, ...changes } : item));
    this.store.commit({ ...state, queue, next: next ?? state.next });
  }

  /**
   * Another host, or an older copy of our state, used this sequence: the portal does not have our report yet.
   * @param {Queued} head
   */
  #renumber(head) {
    const sequence = Math.max(this.store.state?.next ?? 0, Date.now());
    this.#change(head, { sequence }, sequence + partsOf(head.rows));
    log(
      'warning',
      `sequence ${head.sequence} was used for another report: do two hosts have the name ${this.settings.name}?`,
    );
  }

  /**
   * Gives the portal a day to be fixed, then sets the report aside so that it does not block the others.
   * @param {Queued} head
   */
  #noteRefusal(head) {
    if (head.refusedAt === null) return this.#change(head, { refusedAt: Date.now() });
    if (Date.now() - head.refusedAt < REFUSED_FOR_MS) return;
    const folder = path.join(this.settings.stateDir, 'refused');
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.copyFileSync(path.join(this.store.spool, head.file), path.join(folder, `${head.sequence}.json`));
    for (const file of fs.readdirSync(folder).sort().slice(0, -MAX_SET_ASIDE)) fs.rmSync(path.join(folder, file));
    this.#drop(head);
    log('error', `the portal refused report ${head.sequence} for a day: it is kept in ${folder}`);
  }

  /** Fetches the key map and writes it if it changed. @returns {Promise<string | null>} what changed */
  async refreshMap() {
    const { settings, store } = this;
    const version = await this.#version();
    const variant = `${settings.form} ${isAtLeast(version, KNOWS_SUSPENDED) ? 'whole' : 'without suspended'}`;
    const inPlace = readIfThere(settings.keysFile);
    const isKnown = store.map?.variant === variant && inPlace !== null && store.map.hash === hashOf(inPlace);
    const fetched = await this.fetchMap(isKnown ? (store.map?.etag ?? null) : null);
    if (!fetched) return null;
    const { text, etag } = fetched;
    const entries = readKeyMap(text);
    this.assertNotShrunken(entries.length, inPlace);
    const keys = renderKeys(settings.form, version, entries, text);
    const isNew = keys !== inPlace;
    const mustReload = settings.form === 'static' && (isNew || store.map?.mustReload === true);
    const before = { etag: null, hash: '', entries: store.map?.entries ?? this.#count(inPlace), variant, mustReload };
    if (isNew || mustReload) {
      await this.#collectBeforeMap();
      if (mustReload) store.commitMap(before); // so that a crash before the reload does not lose it
      if (isNew) writeKeys(settings.keysFile, keys);
      if (mustReload) await this.#reload();
    }
    store.commitMap({ etag, hash: hashOf(keys), entries: entries.length, variant, mustReload: false });
    return isNew || mustReload ? `${entries.length} keys written to ${settings.keysFile}` : null;
  }

  /** The portal's key map, or null if it still has this ETag. @param {string | null} etag */
  async fetchMap(etag) {
    const headers = etag ? { 'if-none-match': etag } : {};
    const { status, headers: answered, body } = await this.#ask('/api/storage/keys', { headers });
    if (status === 304 && etag) return null;
    if (status !== 200)
      throw new Failure(`key map: the portal answered ${status}`, { status, retryAfterMs: retryAfter(answered) });
    return { text: body.toString('utf8'), etag: answered.etag ?? null };
  }

  /**
   * Refuses an empty or halved map: it would cut off subscribers, and is more likely a mistake.
   * @param {number} entries @param {string | null} inPlace
   */
  assertNotShrunken(entries, inPlace) {
    if (this.allowShrink) return;
    const before = this.store.map?.entries ?? this.#count(inPlace);
    if (entries === 0) throw new Failure('key map: it is empty, the one in place stays (--allow-shrink accepts it)');
    if (entries * 2 <= before)
      throw new Failure(
        `key map: it has ${entries} keys instead of ${before}, the one in place stays (--allow-shrink accepts it)`,
      );
  }

  /** How many keys a file of either form holds. @param {string | null} text */
  #count(text) {
    return text?.match(/\bprivkey\b/g)?.length ?? 0;
  }

  async #collectBeforeMap() {
    try {
      await this.collect();
    } catch (error) {
      if (error instanceof Failure && !error.isDown) {
        this.mapWaitsSince ||= Date.now();
        if (Date.now() - this.mapWaitsSince < MAP_WAITS_MS)
          throw new Failure(`key map: the new one waits for the counters (${describe(error)})`);
      } else if (!(error instanceof Failure)) throw error;
      log('warning', `the counters could not be read before the new key map (${describe(error)})`);
    }
    this.mapWaitsSince = 0;
    this.#expectReload();
  }

  /** Each worker loads the new map in its own time, and its counters then restart at 0. */
  #expectReload() {
    const { state } = this.store;
    if (!state) return;
    const workers = Object.entries(state.workers).map(([pid, seen]) => [pid, { ...seen, isReloading: true }]);
    this.store.commit({ ...state, workers: Object.fromEntries(workers) });
  }

  async #reload() {
    const { reloadCommand } = this.settings;
    if (reloadCommand) await during('reload', () => run('/bin/sh', ['-c', reloadCommand], this.signal));
    else signalMainProcess(this.pids); // none if Rspamd is not running: it reads the file when it starts
  }

  async #version() {
    const { rspamdVersion, rspamadm } = this.settings;
    if (rspamdVersion) return parseVersion(rspamdVersion);
    if (!this.asked || Date.now() - this.asked.at > VERSION_IS_FRESH_MS) {
      const text = await during(`${rspamadm} --version`, () => run(rspamadm, ['--version'], this.signal));
      this.asked = { version: parseVersion(text), at: Date.now() };
    }
    return this.asked.version;
  }

  /** @param {string} target @param {{ method?: string, headers?: Record<string, string>, body?: string }} options */
  #ask(target, { headers, ...options }) {
    const { portal, name, token, tokenFile } = this.settings;
    return during(`${options.method ?? 'GET'} ${target}`, () => {
      const secret = token ?? fs.readFileSync(tokenFile ?? '', 'utf8').trim(); // every time, as it may be rotated
      const authorization = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
      const all = { ...headers, authorization, 'user-agent': `rspamd-premium-agent/${VERSION}` };
      return exchange(`${portal}${target}`, { ...options, headers: all, signal: this.signal });
    });
  }

  /** Describes what --once would do. */
  async rehearse() {
    const statistics = await this.statistics();
    const { rows } = advance(this.store.state?.workers ?? null, statistics, Date.now());
    const counted = rows.filter(([, ...counts]) => counts.some((count) => count > 0)).length;
    const { text } = (await this.fetchMap(null)) ?? { text: '' };
    const inPlace = readIfThere(this.settings.keysFile);
    const entries = readKeyMap(text);
    this.assertNotShrunken(entries.length, inPlace);
    const isSame = renderKeys(this.settings.form, await this.#version(), entries, text) === inPlace;
    return [
      `Statistics: ${statistics.workers.length} workers, ${rows.length} keys, ${counted} of them used since the last report.`,
      `Reports waiting: ${this.store.state?.queue.length ?? 0}.`,
      `Key map: ${entries.length} keys, all pairs valid; ${this.settings.keysFile} ${isSame ? 'is up to date' : 'would be written'}.`,
    ].join('\n');
  }
}

/**
 * Retry-After in milliseconds, from seconds or a date, at most 10 minutes.
 * @param {http.IncomingHttpHeaders} headers
 */
export function retryAfter(headers) {
  const value = headers['retry-after'];
  if (!value) return 0;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 10 * 60_000) : 0;
}

// -------------------------------------------------------------------------------------------------------- status

/** @typedef {{ ok_at: string | null, error: string | null, detail: string | null }} Health */

/** The file that `--status` and monitoring read: one part for each task, and no secret. */
class Status {
  /** @param {Agent} agent */
  constructor(agent) {
    this.agent = agent;
    this.parts = /** @type {Record<string, Health>} */ ({});
  }

  /** @param {string} name @param {unknown} error @param {string | null} detail */
  note(name, error, detail) {
    const before = this.parts[name];
    const text = error ? describe(error) : null;
    if (text) log('error', text);
    else if (before?.error) log('info', `${name}: works again`);
    const okAt = text ? (before?.ok_at ?? null) : new Date().toISOString();
    this.parts[name] = { ok_at: okAt, error: text, detail: detail ?? before?.detail ?? null };
    this.#write();
  }

  #write() {
    const { settings, store } = this.agent;
    const waiting = store.state?.queue ?? [];
    const oldest = waiting[0] ? new Date(waiting[0].from).toISOString() : null;
    const reports = { waiting: waiting.length, oldest };
    const text = JSON.stringify({ version: VERSION, pid: process.pid, ...this.parts, reports }, null, 2);
    const file = path.join(settings.stateDir, 'status.json');
    try {
      fs.writeFileSync(`${file}.new`, `${text.replace(LOOKS_SECRET, '[key]')}\n`);
      fs.renameSync(`${file}.new`, file);
    } catch (error) {
      log('warning', `status: ${describe(error)}`);
    }
  }
}

const UNWELL_AFTER_MS = 5 * 60_000;

/**
 * Prints the status. Returns 1 if the agent is not running or a task has not succeeded for five minutes.
 * @param {string} folder
 */
function printStatus(folder) {
  const text = readIfThere(path.join(folder, 'status.json'));
  if (text === null) throw new Failure('no agent has run here');
  process.stdout.write(text);
  const status = parseJson(text, 'the status');
  const isUnwell = ['collect', 'storage', 'usage', 'map'].some(
    (name) => !(Date.now() - Date.parse(status[name]?.ok_at) < UNWELL_AFTER_MS),
  );
  return isUnwell || !isAlive(status.pid) ? EXIT.failed : 0;
}

// ---------------------------------------------------------------------------------------------------------- main

/** @param {Agent} agent @param {Status} status */
async function runOnce(agent, status) {
  let failed = false;
  const attempt = async (/** @type {string} */ name, /** @type {() => Promise<string | null>} */ task) => {
    try {
      const detail = await task();
      status.note(name, null, detail);
      if (detail) log('info', `${name}: ${detail}`);
      return detail;
    } catch (error) {
      status.note(name, error, null);
      failed = true;
      return null;
    }
  };
  await attempt('collect', () => agent.collect());
  await attempt('storage', () => agent.compareKeys());
  await attempt('map', () => agent.refreshMap());
  while (await attempt('usage', () => agent.deliver()));
  return failed ? EXIT.failed : 0;
}

/** @param {Agent} agent @param {Status} status */
async function runForever(agent, status) {
  const { settings, signal } = agent;
  let ring = () => {};
  agent.onQueued = () => ring();
  signal.addEventListener('abort', () => ring());
  const somethingQueued = () => new Promise((resolve) => void (ring = () => resolve(undefined)));
  log(
    'info',
    `version ${VERSION} for ${settings.name} at ${settings.portal}, keys as ${settings.form} in ${settings.keysFile}`,
  );
  await Promise.all([
    repeat('collect', () => agent.collect(), { everyMs: settings.collectMs, mostMs: settings.collectMs }),
    repeat('storage', () => agent.compareKeys(), { everyMs: settings.collectMs, mostMs: settings.collectMs }),
    repeat('map', () => agent.refreshMap(), { everyMs: settings.mapMs, mostMs: 6 * settings.mapMs, isTold: true }),
    repeat('usage', deliverAll, { everyMs: 0, firstMs: 5000, mostMs: 5 * 60_000 }),
  ]);

  async function deliverAll() {
    let last = null;
    for (let sent; !signal.aborted && (sent = await agent.deliver());) last = sent;
    status.note('usage', null, last);
    if (!agent.store.state?.queue.length) await somethingQueued();
    return null;
  }

  /** @param {string} name @param {() => Promise<string | null>} task @param {{ everyMs: number, firstMs?: number, mostMs: number, isTold?: boolean }} pace */
  async function repeat(name, task, { everyMs, firstMs = everyMs, mostMs, isTold = false }) {
    for (let failures = 0; !signal.aborted;) {
      let wait = everyMs;
      try {
        const detail = await task();
        if (signal.aborted) return;
        failures = 0;
        status.note(name, null, detail);
        if (detail && isTold) log('info', `${name}: ${detail}`);
      } catch (error) {
        if (signal.aborted) return;
        status.note(name, error, null);
        const grown = Math.min(mostMs, firstMs * 2 ** Math.min(failures++, 10));
        wait = Math.max(grown * (0.5 + Math.random() / 2), error instanceof Failure ? error.retryAfterMs : 0);
      }
      await sleep(wait, undefined, { signal }).catch(() => {});
    }
  }
}

/** @param {string[]} args @returns {Promise<number>} the exit code */
async function main(args) {
  const { values: flags } = parseFlags(args);
  if (flags.help) return (process.stdout.write(HELP), 0);
  if (flags.version) return (process.stdout.write(`${VERSION}\n`), 0);
  const file = flags.config ? parseEnv(fs.readFileSync(flags.config, 'utf8')) : {};
  const settings = readSettings({ ...process.env, ...file });
  if (flags.status) return printStatus(settings.stateDir);

  const stopping = new AbortController();
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(name, () => stopping.abort());
  const options = { allowShrink: flags['allow-shrink'] ?? false, signal: stopping.signal };
  if (flags['dry-run']) {
    const text = await new Agent(settings, { ...options, dryRun: true }).rehearse();
    return (process.stdout.write(`${text}\n`), 0);
  }
  const unlock = openFolder(settings.stateDir);
  try {
    const agent = new Agent(settings, options);
    if (flags.once) return await runOnce(agent, new Status(agent));
    await runForever(agent, new Status(agent));
    return 0;
  } finally {
    unlock();
  }
}

/** @param {string[]} args */
function parseFlags(args) {
  const flag = /** @type {const} */ ({ type: 'boolean' });
  const flags = { once: flag, 'dry-run': flag, 'allow-shrink': flag, status: flag, version: flag, help: flag };
  try {
    return parseArgs({ args, options: { ...flags, config: { type: /** @type {const} */ ('string') } } });
  } catch {
    throw wrong('unknown options; --help lists them');
  }
}

/** @param {string} folder */
function openFolder(folder) {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return takeLock(folder);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`the state folder cannot be used: ${describe(error)}`, { exitCode: EXIT.state });
  }
}

const isProgram = process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === import.meta.filename;
if (isProgram) {
  const fail = (/** @type {unknown} */ error) => {
    log('error', describe(error));
    process.exit(error instanceof Failure ? error.exitCode : EXIT.failed);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  process.umask(0o077);
  main(process.argv.slice(2)).then((code) => process.exit(code), fail);
}
