/** P10: the built web process from its start to its first 200 of /readyz, and its memory a while later, with nobody there. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#local/ports.ts';
import { root, WEB_FLAGS } from '#local/settings.ts';
import type { Stack } from '#local/test-stack.ts';
import { median } from './median.ts';
import type { Measurement } from './results.ts';
import { findWebProcess, residentMegabytes } from './web-process.ts';

const TARGET_MS = 2000;
const TARGET_MB = 300;
const ROUNDS = 5;
const IDLE_MS = 5000;

export async function measureStart({ process: supervisor }: Stack): Promise<Measurement[]> {
  const args = [...WEB_FLAGS, 'server.ts'];
  const { env } = findWebProcess(supervisor.pid ?? 0);
  const [starts, memories]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
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
  const line = (name: string, unit: string, ours: number, most: number) => {
    const target = `≤ ${most}`;
    return { name, unit, ours, reference: 0, target, isMet: ours <= most };
  };
  return [
    line('P10 from start to ready', 'ms', median(starts), TARGET_MS),
    line('P10 web process, idle', 'MB', median(memories), TARGET_MB),
  ];
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
