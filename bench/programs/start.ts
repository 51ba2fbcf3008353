/** P10: time from starting the built web process to its first 200 on /readyz, and its memory after 5 idle seconds. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '#dev/stack/folders.ts';
import { freePort } from '#dev/stack/ports.ts';
import { WEB_FLAGS } from '#dev/stack/settings.ts';
import type { Stack } from '#dev/tests/test-stack.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';
import { residentMegabytes, webProcessOf } from '../tools/process-memory.ts';

const TARGET_MS = 2000;
const TARGET_MB = 300;
const RUNS = setting('RUNS', 5);
const IDLE_MS = 5000;

export async function measure(stack: Stack): Promise<Row[]> {
  const args = [...WEB_FLAGS, 'server/index.ts'];
  const { env } = webProcessOf(stack);
  const [starts, memories]: [number[], number[]] = [[], []];
  for (let round = 0; round < RUNS; round++) {
    const port = await freePort();
    const own = { PORT: String(port), METRICS_PORT: String(await freePort()) };
    const start = performance.now();
    const child = spawn(process.execPath, args, { cwd: root, env: { ...env, ...own }, stdio: 'ignore' });
    while (!(await isReady(port))) await sleep(5);
    starts.push(performance.now() - start);
    await sleep(IDLE_MS);
    memories.push(residentMegabytes(child.pid ?? 0));
    child.kill();
    await once(child, 'exit');
  }
  return [
    { id: 'P10', what: 'from start to ready', unit: 'ms', ours: starts, target: { most: TARGET_MS } },
    { id: 'P10', what: 'memory of the idle web process', unit: 'MB', ours: memories, target: { most: TARGET_MB } },
  ];
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
