import { createHmac, createSecretKey, hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** What an attacker has: a dump, secrets that may be the one of the pseudonyms, and the ids of keys. */
export type Search = { dump: string; secrets: string[]; keys: string[] };
type Part = Search & { from: number; to: number };

/** The addresses of 127.0.0.0/8, or its first 4,096. */
const WHOLE = 1 << 24;
export const SAMPLE = 1 << 12;
const LOOPBACK = 127 * WHOLE;

/**
 * Tries all addresses of 127.0.0.0/8, or the first `count`, with every secret, in the way that the agent makes
 * pseudonyms and as plain hashes, and returns those whose value is in the dump. Uses all cores for the whole range.
 */
export async function searchDictionary(search: Search, count = WHOLE): Promise<string[]> {
  if (count <= SAMPLE) return searchPart({ ...search, from: 0, to: count });
  const share = Math.ceil(count / availableParallelism());
  const parts = Array.from({ length: availableParallelism() }, (_, index) =>
    inWorker({ ...search, from: index * share, to: Math.min(count, (index + 1) * share) }),
  );
  return (await Promise.all(parts)).flat();
}

const inWorker = (part: Part): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: part });
    worker.once('message', resolve);
    worker.once('error', reject);
  });

function searchPart({ dump, secrets, keys, from, to }: Part): string[] {
  const isInDump = lookupIn(dump);
  const hmacs = secrets.map((secret) => createSecretKey(Buffer.from(secret)));
  const prefixes = keys.map((key) => Buffer.from(`source ${key} `));
  const found: string[] = [];
  const bytes = Buffer.alloc(4);
  for (let offset = from; offset < to; offset++) {
    bytes.writeUInt32BE(LOOPBACK + offset);
    const text = bytes.join('.');
    const digests = [hash('sha256', text, 'buffer'), hash('sha256', bytes, 'buffer')];
    for (const secret of hmacs)
      for (const prefix of prefixes) digests.push(createHmac('sha256', secret).update(prefix).update(bytes).digest());
    if (digests.some(isInDump)) found.push(text);
  }
  return found;
}

/** Whether a digest, or its first 16 bytes, is in the dump as base64, base64url or hex. */
function lookupIn(dump: string): (digest: Buffer) => boolean {
  const starts = new Set<number>();
  for (const [run] of dump.matchAll(/[\w+/-]{20,}/g))
    for (const encoding of ['base64', 'hex'] as const) {
      const bytes = Buffer.from(run, encoding);
      if (bytes.length >= 8) starts.add(bytes.readUInt32BE(0));
    }
  return (digest) => {
    if (!starts.has(digest.readUInt32BE(0))) return false;
    const start = digest.subarray(0, 16);
    return (['base64url', 'base64', 'hex'] as const).some((encoding) =>
      dump.includes(start.toString(encoding).slice(0, 21)),
    );
  };
}

if (!isMainThread && parentPort && workerData) parentPort.postMessage(searchPart(workerData as Part));
