/**
 * P4: logins per second, alternating with a bare argon2id loop with the same parameters; and how fast another page
 * responds during a flood of logins.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Stack } from '#dev/tests/test-stack.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';
import { closedLoop } from '../tools/closed-loop.ts';
import { openLoop } from '../tools/open-loop.ts';
import { createPeople } from '../tools/people.ts';

const TARGET = 0.75;
const PAGE_TARGET_MS = 100;
const RUNS = setting('RUNS', 5);
const SECONDS = setting('SECONDS', 8);
/** Enough to keep both hashing slots busy while other logins wait for the database. */
const CONNECTIONS = 8;
/** Enough users to stay below the limit of sessions per user, beyond which each login would end an old session. */
const PEOPLE = 300;
const PASSWORD = 'Quiet-Harbour-7531';
const PAGE_RATE = 20;

export async function measure({ coordinates }: Stack): Promise<Row[]> {
  const { BASE_URL = '', DATABASE_URL = '' } = coordinates;
  const url = `${BASE_URL}/login/email`;
  const people = await createPeople(DATABASE_URL, PEOPLE, PASSWORD);
  const logins: Login[] = [];
  for (const email of people) logins.push(await firstLogin(url, email));
  const login = {
    url,
    method: 'POST',
    headers: {},
    status: 200,
    vary: (n: number) => logins[n % logins.length] ?? { headers: {} },
  };

  const bare = fork(path.join(import.meta.dirname, '../reference/bare-argon2.ts'));
  try {
    await once(bare, 'message');
    await closedLoop({ ...login, connections: CONNECTIONS, seconds: 2 });
    const [ours, reference]: [number[], number[]] = [[], []];
    for (let round = 0; round < RUNS; round++) {
      reference.push(await bareLoop(bare));
      ours.push(await closedLoop({ ...login, connections: CONNECTIONS, seconds: SECONDS }));
    }
    const page = { url: `${BASE_URL}/login`, headers: {}, perSecond: PAGE_RATE, seconds: SECONDS };
    const [flooded, calm]: [number[], number[]] = [[], []];
    for (let round = 0; round < RUNS; round++) {
      calm.push((await openLoop(page)).p95);
      const [{ p95 }] = await Promise.all([
        openLoop(page),
        closedLoop({ ...login, connections: 2 * CONNECTIONS, seconds: SECONDS }),
      ]);
      flooded.push(p95);
    }
    const most = PAGE_TARGET_MS;
    return [
      { id: 'P4', what: 'logins', unit: '/s', ours, reference, target: { leastTimes: TARGET } },
      {
        id: 'P4',
        what: '/login during a flood of logins, p95',
        unit: 'ms',
        ours: flooded,
        reference: calm,
        target: { most },
      },
    ];
  } finally {
    bare.kill();
  }
}

type Login = { headers: Record<string, string>; body: string };

/**
 * Logs in on a new browser. Returns the next login on it, which sends the device cookie: without it, each login would
 * also send an email.
 */
async function firstLogin(url: string, email: string): Promise<Login> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password: PASSWORD });
  const response = await fetch(url, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`The login failed: ${response.status} ${await response.text()}`);
  const device = response.headers.getSetCookie().find((cookie) => cookie.startsWith('rspamd_premium_device='));
  return { headers: { ...headers, cookie: device?.split(';')[0] ?? '' }, body };
}

async function bareLoop(bare: ChildProcess): Promise<number> {
  bare.send({ seconds: SECONDS });
  const [{ perSecond }] = (await once(bare, 'message')) as [{ perSecond: number }];
  return perSecond;
}
