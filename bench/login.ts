/**
 * P4: logins per second, alternating with a bare argon2id loop with the same parameters; and how fast another page
 * stays during a flood of logins.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Stack } from '#local/test-stack.ts';
import { logInAsAdmin } from './admin-login.ts';
import { closedLoop } from './closed-loop.ts';
import { openLoop } from './open-loop.ts';
import type { Row } from './rows.ts';
import { setting } from './settings.ts';

const TARGET = 0.75;
const PAGE_TARGET_MS = 100;
const RUNS = setting('RUNS', 5);
const SECONDS = setting('SECONDS', 8);
/** Enough that the two hashing slots never wait for the database. More than ten on one browser would be refused. */
const CONNECTIONS = 8;
const PAGE_RATE = 20;

export async function measure(stack: Stack): Promise<Row[]> {
  const { BASE_URL = '' } = stack.coordinates;
  // A known browser: without its cookie each login would also send a mail.
  const loginFrom = ({ device, body }: Awaited<ReturnType<typeof logInAsAdmin>>) => ({
    url: `${BASE_URL}/login/email`,
    method: 'POST',
    body,
    status: 200,
    headers: { 'content-type': 'application/json', cookie: device },
  });
  const login = loginFrom(await logInAsAdmin(stack));
  const other = loginFrom(await logInAsAdmin(stack));

  const bare = fork(path.join(import.meta.dirname, 'reference/bare-argon2.ts'));
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
        ...[login, other].map((each) => closedLoop({ ...each, connections: CONNECTIONS, seconds: SECONDS })),
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

async function bareLoop(bare: ChildProcess): Promise<number> {
  bare.send({ seconds: SECONDS });
  const [{ perSecond }] = (await once(bare, 'message')) as [{ perSecond: number }];
  return perSecond;
}
