/**
 * P4: logins a second against a bare argon2id loop with the same parameters, in turns; and how quick another page stays
 * while logins flood in.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Stack } from '#local/test-stack.ts';
import { closedLoop } from './closed-loop.ts';
import { openLoop } from './open-loop.ts';
import { median } from './median.ts';
import type { Measurement } from './results.ts';

const TARGET = 0.75;
const PAGE_TARGET_MS = 100;
const ROUNDS = 3;
const SECONDS = 8;
/** Enough that the two that are hashed at a time never wait for the database. */
const CONNECTIONS = 8;
const FLOOD_CONNECTIONS = 16;
const PAGE_RATE = 20;

export async function measureLogin({ coordinates }: Stack): Promise<Measurement[]> {
  const { BASE_URL = '', ADMIN_EMAIL, ADMIN_PASSWORD } = coordinates;
  const body = JSON.stringify({ email: ADMIN_EMAIL, password: ADMIN_PASSWORD });
  const headers = { 'content-type': 'application/json' };
  const first = await fetch(`${BASE_URL}/login/email`, { method: 'POST', headers, body });
  if (!first.ok) throw new Error(`signing in failed: ${await first.text()}`);
  // A browser that was here before: without its cookie each login would also mail a notice.
  const cookie =
    first.headers
      .getSetCookie()
      .find((line) => line.startsWith('device='))
      ?.split(';')[0] ?? '';
  const login = { url: `${BASE_URL}/login/email`, method: 'POST', headers: { ...headers, cookie }, body, status: 200 };

  const bare = fork(path.join(import.meta.dirname, 'reference/bare-argon2.ts'));
  try {
    await once(bare, 'message');
    await closedLoop({ ...login, connections: CONNECTIONS, seconds: 2 });
    const [ours, reference]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      reference.push(await bareLoop(bare));
      ours.push(await closedLoop({ ...login, connections: CONNECTIONS, seconds: SECONDS }));
    }
    const page = { url: `${BASE_URL}/login`, headers: {}, perSecond: PAGE_RATE, seconds: SECONDS };
    const calm = await openLoop(page);
    const [flooded] = await Promise.all([
      openLoop(page),
      closedLoop({ ...login, connections: FLOOD_CONNECTIONS, seconds: SECONDS }),
    ]);
    return [
      {
        ...{ name: 'P4 logins', unit: '/s', ours: median(ours), reference: median(reference) },
        ...{ target: `≥ ${TARGET} ×`, isMet: median(ours) >= TARGET * median(reference) },
      },
      {
        ...{ name: 'P4 /login p95 amid logins', unit: 'ms', ours: flooded.p95, reference: calm.p95 },
        ...{ target: `≤ ${PAGE_TARGET_MS}`, isMet: flooded.p95 <= PAGE_TARGET_MS },
      },
    ];
  } finally {
    bare.kill();
  }
}

async function bareLoop(bare: ChildProcess): Promise<number> {
  bare.send({ seconds: SECONDS });
  const [{ perSecond }] = (await once(bare, 'message')) as [{ perSecond: number }];
  return perSecond;
}
