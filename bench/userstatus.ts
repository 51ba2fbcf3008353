/**
 * P6: userstatus at 300 requests/s, five runs: p99 at most 10 ms, or 1.5 times that of the bare statements in the same run,
 * and the process under 512 MB all the while.
 */
import { fork } from 'node:child_process';
import path from 'node:path';
import type { Stack } from '#local/test-stack.ts';
import { closedLoop } from './closed-loop.ts';
import { openLoop, type LoadResult } from './open-loop.ts';
import type { Measurement } from './results.ts';
import { signIn } from './sign-in.ts';
import { findWebProcess, peakMegabytes } from './web-process.ts';

const RATE = 300;
const SECONDS = 15;
const RUNS = 5;
const TARGET_MS = 10;
const TARGET_RATIO = 1.5;
const TARGET_MB = 512;
/** As many as a busy process takes: one that has not compiled its code yet would refuse the evenly spaced load (R17). */
const WARM_UP = { status: 200, connections: 16, seconds: 20 };

export async function measureUserStatus({ coordinates, process: supervisor }: Stack): Promise<Measurement[]> {
  const { BASE_URL = '', DATABASE_URL = '' } = coordinates;
  const cookie = await signIn(coordinates);
  const { pid } = findWebProcess(supervisor.pid ?? 0);

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
    const lines: Measurement[] = [];
    for (let run = 1; run <= RUNS; run++) {
      const ours = await load(mine);
      lines.push(...linesOf(run, ours, await load(bareOne)));
    }
    const peak = peakMegabytes(pid);
    const memory = { name: 'P6 web process, the most it held', unit: 'MB', ours: peak, reference: 0 };
    return [...lines, { ...memory, target: `≤ ${TARGET_MB}`, isMet: peak <= TARGET_MB }];
  } finally {
    bare.kill();
  }
}

function linesOf(run: number, ours: LoadResult, reference: LoadResult): Measurement[] {
  const most = Math.max(TARGET_MS, TARGET_RATIO * reference.p99);
  const line = (what: string, unit: string, of: keyof LoadResult) => ({
    ...{ name: `P6 userstatus ${what}, run ${run}`, unit, ours: ours[of], reference: reference[of] },
  });
  return [
    { ...line('p99 at 300/s', 'ms', 'p99'), target: `≤ ${TARGET_MS} or ${TARGET_RATIO} ×`, isMet: ours.p99 <= most },
    { ...line('p50 at 300/s', 'ms', 'p50'), target: '', isMet: true },
    { ...line('rate reached', '/s', 'rate'), target: `≥ ${RATE * 0.98}`, isMet: ours.rate >= RATE * 0.98 },
  ];
}

/** Code compiled, connections open. */
const warmUp = (url: string, cookie: string) => closedLoop({ url, headers: { cookie }, ...WARM_UP });
