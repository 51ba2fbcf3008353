/** Calls of an admin over HTTP, one after the other, and how long they take. */
import { Agent, request } from 'node:http';
import { median } from './median.ts';

const ROUNDS = 12;

export type Timing = { path: string; ms: number };
export type Ask = (path: string) => Promise<{ ms: number; body: { next_cursor?: string | null } }>;

/** Each path in turn, again and again, so that none profits from being asked twice in a row; the first round warms up. */
export async function times(ask: Ask, paths: readonly string[]): Promise<Timing[]> {
  const timings: Timing[] = [];
  for (let round = -1; round < ROUNDS; round++)
    for (const path of paths) {
      const { ms } = await ask(path);
      if (round >= 0) timings.push({ path, ms });
    }
  return timings;
}

export function summary(timings: readonly Timing[]) {
  const sorted = timings.toSorted((a, b) => a.ms - b.ms);
  const last = sorted.at(-1);
  return {
    p50: median(sorted.map(({ ms }) => ms)),
    p95: sorted[Math.floor(sorted.length * 0.95)]?.ms ?? NaN,
    max: last?.ms ?? NaN,
    slowest: last?.path ?? '',
  };
}

export async function logIn({ BASE_URL = '', ADMIN_EMAIL, ADMIN_PASSWORD }: Record<string, string>): Promise<string> {
  const login = await fetch(`${BASE_URL}/login/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN_EMAIL, password: ADMIN_PASSWORD }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`signing in failed: ${await login.text()}`);
  return cookie;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export function timed(url: string, cookie: string): ReturnType<Ask> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    request(url, { headers: { cookie }, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const ms = performance.now() - started;
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve({ ms, body: JSON.parse(text) as { next_cursor?: string | null } });
        else reject(new Error(`${url}: ${response.statusCode} ${text}`));
      });
    })
      .once('error', reject)
      .end();
  });
}
