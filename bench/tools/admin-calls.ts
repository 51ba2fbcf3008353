/** Times an admin's requests over HTTP, one after the other. */
import { Agent, request } from 'node:http';
import { percentile } from '../results.ts';
import { setting } from '../settings.ts';

const RUNS = setting('RUNS', 5);
/** Requests for each path in one run. */
const ROUNDS = 4;

export type Timing = { path: string; ms: number };
export type Ask = (path: string) => Promise<{ ms: number; body: { next_cursor?: string | null } }>;

/** Requests the paths in turn, so that no path benefits from two requests in a row. */
export async function times(ask: Ask, paths: readonly string[]): Promise<Timing[]> {
  const timings: Timing[] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const path of paths) timings.push({ path, ms: (await ask(path)).ms });
  return timings;
}

/** The p95 of each run in ms, after one warm-up run. Prints the slowest request of each run. */
export async function p95s(calls: () => Promise<Timing[]>): Promise<number[]> {
  await calls();
  const values: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const timings = (await calls()).toSorted((a, b) => a.ms - b.ms);
    const milliseconds = timings.map(({ ms }) => ms);
    values.push(percentile(milliseconds, 0.95));
    const slowest = timings.at(-1);
    console.log(`slowest: ${slowest?.ms.toFixed(1)} ms for ${slowest?.path}`);
  }
  return values;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends a GET with this session cookie. Throws unless the status is 200. */
export function timed(url: string, cookie: string): ReturnType<Ask> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    request(url, { headers: { cookie }, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const ms = performance.now() - started;
        const text = Buffer.concat(chunks).toString();
        const isJson = response.headers['content-type']?.startsWith('application/json');
        if (response.statusCode === 200)
          resolve({ ms, body: isJson ? (JSON.parse(text) as { next_cursor?: string | null }) : {} });
        else reject(new Error(`${url}: ${response.statusCode} ${text}`));
      });
    })
      .once('error', reject)
      .end();
  });
}
