import { createHmac, hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { compress, hmacStates, lastBlock } from './sha256.ts';

/** What an attacker has: a dump of the database, texts that may be the pseudonyms' secret, and a key id. */
export type Search = { dump: string; secrets: string[]; key: string };
type Part = Search & { from: number; to: number };

/** How many addresses 127.0.0.0/8 has, and how many of them a short search tries. */
const WHOLE = 1 << 24;
export const SAMPLE = 1 << 12;
const LOOPBACK = 127 * WHOLE;

/**
 * Makes pseudonyms of all addresses of 127.0.0.0/8, or of the first `count`, with every secret, as the agent does, and
 * plain hashes as well. Returns the addresses whose pseudonym or hash is in the dump. A search of more than SAMPLE
 * addresses uses all cores.
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

function searchPart({ dump, secrets, key, from, to }: Part): string[] {
  const starts = startsIn(dump);
  const message = Buffer.concat([Buffer.from(`source ${key} `), Buffer.alloc(4)]);
  const address = message.subarray(-4);
  const states = secrets.map((secret) => ({ secret, ...hmacStates(secret) }));
  const [state, outerBlock] = [new Int32Array(8), lastBlock(Buffer.alloc(32), 64)];
  const found: string[] = [];
  for (let offset = from; offset < to; offset++) {
    address.writeUInt32BE(LOOPBACK + offset);
    const block = lastBlock(message, 64);
    for (const { secret, inner, outer } of states) {
      compress(inner, block, state);
      outerBlock.set(state);
      compress(outer, outerBlock, state);
      if (starts.has(state[0] ?? 0) && isIn(dump, createHmac('sha256', secret).update(message).digest()))
        found.push(address.join('.'));
    }
    for (const text of [address.join('.'), address]) {
      const digest = hash('sha256', text, 'buffer');
      if (starts.has(digest.readInt32BE(0)) && isIn(dump, digest)) found.push(address.join('.'));
    }
  }
  return found;
}

/** The first 32 bits of everything in the dump that may be a digest in base64, base64url or hex. */
function startsIn(dump: string): Set<number> {
  const starts = new Set<number>();
  for (const [run] of dump.matchAll(/[\w+/-]{20,}/g))
    for (const encoding of ['base64', 'hex'] as const) {
      const bytes = Buffer.from(run, encoding);
      if (bytes.length >= 8) starts.add(bytes.readInt32BE(0));
    }
  return starts;
}

/** Whether the dump has the first 15 bytes of a digest. */
const isIn = (dump: string, digest: Buffer): boolean =>
  (['base64url', 'base64', 'hex'] as const).some((encoding) =>
    dump.includes(digest.subarray(0, 15).toString(encoding)),
  );

if (!isMainThread && parentPort && workerData) parentPort.postMessage(searchPart(workerData as Part));
