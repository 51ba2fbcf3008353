/** P6: userstatus at 300 requests/s, p99 at most 10 ms; beside it the bare statements, in the same run. */
import { fork } from 'node:child_process';
import path from 'node:path';
import type { Stack } from '#local/test-stack.ts';
import { closedLoop } from './closed-loop.ts';
import { openLoop } from './open-loop.ts';
import type { Measurement } from './results.ts';

const RATE = 300;
const SECONDS = 15;
const TARGET_MS = 10;
/** As many as a busy process takes: one that has not compiled its code yet would refuse the evenly spaced load (R17). */
const WARM_UP = { status: 200, connections: 16, seconds: 20 };

export async function measureUserStatus({ coordinates }: Stack): Promise<Measurement[]> {
  const { BASE_URL = '', DATABASE_URL = '', ADMIN_EMAIL, ADMIN_PASSWORD } = coordinates;
  const login = await fetch(`${BASE_URL}/login/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN_EMAIL, password: ADMIN_PASSWORD }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`signing in failed: ${await login.text()}`);

  const bare = fork(path.join(import.meta.dirname, 'reference/bare-userstatus.ts'), {
    env: { ...process.env, DATABASE_URL },
  });
  const port = await new Promise<number>((resolve) =>
    bare.once('message', (message: { port: number }) => resolve(message.port)),
  );
  try {
    const load = (url: string) => openLoop({ url, headers: { cookie }, perSecond: RATE, seconds: SECONDS });
    const [mine, bareOne] = [`${BASE_URL}/userstatus`, `http://127.0.0.1:${port}/`];
    for (const url of [mine, bareOne]) await warmUp(url, cookie);
    const ours = await load(mine);
    const reference = await load(bareOne);
    return [
      {
        name: 'P6 userstatus p99 at 300/s',
        unit: 'ms',
        ours: ours.p99,
        reference: reference.p99,
        target: `≤ ${TARGET_MS}`,
        isMet: ours.p99 <= TARGET_MS,
      },
      {
        name: 'P6 userstatus p50 at 300/s',
        unit: 'ms',
        ours: ours.p50,
        reference: reference.p50,
        target: '',
        isMet: true,
      },
      {
        name: 'P6 userstatus rate reached',
        unit: '/s',
        ours: ours.rate,
        reference: reference.rate,
        target: `≥ ${RATE * 0.98}`,
        isMet: ours.rate >= RATE * 0.98,
      },
    ];
  } finally {
    bare.kill();
  }
}

/** Code compiled, connections open. */
const warmUp = (url: string, cookie: string) => closedLoop({ url, headers: { cookie }, ...WARM_UP });
