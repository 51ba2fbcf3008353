/** P6: /userstatus at 300 requests/s against two bare statements behind node:http, and the web process's memory. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Stack } from '#dev/tests/test-stack.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';
import { logInAsAdmin } from '../tools/admin-login.ts';
import { closedLoop } from '../tools/closed-loop.ts';
import { openLoop, type LoadResult } from '../tools/open-loop.ts';
import { forgetPeak, peakMegabytes, webProcessOf } from '../tools/process-memory.ts';

const RUNS = setting('RUNS', 5);
const RATE = 300;
const SECONDS = setting('SECONDS', 15);
const TARGET = { most: 10, mostTimes: 1.5, eachRun: true } as const;
const MEMORY_TARGET = { most: 512, eachRun: true } as const;
/**
 * Without a warm-up, a process that has not compiled its code yet would refuse some of the evenly spaced load (R17).
 */
const WARM_UP = { status: 200, connections: 16, seconds: 20 };

export async function measure(stack: Stack): Promise<Row[]> {
  const { BASE_URL = '', DATABASE_URL = '' } = stack.coordinates;
  const { pid } = webProcessOf(stack);
  const { cookie } = await logInAsAdmin(stack);
  const bare = fork(path.join(import.meta.dirname, '../reference/bare-userstatus.ts'), {
    env: { ...process.env, DATABASE_URL },
  });
  try {
    const [{ port }] = (await once(bare, 'message')) as [{ port: number }];
    const load = (url: string) =>
      openLoop({ url, headers: { cookie }, perSecond: RATE, seconds: SECONDS, mayFail: true });
    const [mine, bareOne] = [`${BASE_URL}/userstatus`, `http://127.0.0.1:${port}/`];
    for (const url of [mine, bareOne]) await closedLoop({ url, headers: { cookie }, ...WARM_UP });
    const [ours, reference, memory]: [LoadResult[], LoadResult[], number[]] = [[], [], []];
    for (let run = 0; run < RUNS; run++) {
      forgetPeak(pid);
      ours.push(await load(mine));
      memory.push(peakMegabytes(pid));
      reference.push(await load(bareOne));
    }
    const row = (what: string, unit: string, of: (result: LoadResult) => number) => ({
      id: 'P6',
      what: `/userstatus at ${RATE}/s, ${what}`,
      unit,
      ours: ours.map(of),
      reference: reference.map(of),
    });
    return [
      { ...row('p99', 'ms', ({ p99 }) => p99), target: TARGET },
      row('p50', 'ms', ({ p50 }) => p50),
      { ...row('rate reached', '/s', ({ rate }) => rate), target: { least: RATE * 0.98, eachRun: true } },
      { ...row('responses other than 200', '', ({ failed }) => failed), target: { most: 0, eachRun: true } },
      { id: 'P6', what: 'peak memory of the web process in each run', unit: 'MB', ours: memory, target: MEMORY_TARGET },
    ];
  } finally {
    bare.kill();
  }
}
