import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent } from './agent.ts';
import type { Status, Task } from './status.ts';
import { EXIT, Failure } from './system/failure.ts';
import { log } from './system/log.ts';
import { VERSION } from './version.ts';

type Work = () => Promise<string | null>;
/**
 * The pause between two runs: `everyMs` after a success; after failures it grows from `firstMs` (default: `everyMs`) to
 * `mostMs`. `isLogged` logs what each run reports.
 */
type Pace = { everyMs: number; firstMs?: number; mostMs: number; isLogged?: boolean };

/** Runs every task once, even after one failed. Returns the exit code. */
export async function runOnce(agent: Agent, status: Status): Promise<number> {
  let failed = false;
  const attempt = async (task: Task, work: Work) => {
    try {
      const detail = await work();
      status.noteSuccess(task, detail);
      if (detail) log('info', `${task}: ${detail}`);
      return detail;
    } catch (error) {
      status.noteFailure(task, error);
      failed = true;
      return null;
    }
  };
  await attempt('collect', agent.collect);
  await attempt('storage', agent.compareKeys);
  await attempt('map', agent.refreshMap);
  await attempt('hashes', agent.removeHashes);
  while (await attempt('usage', agent.deliver));
  if (agent.plant) await attempt('test_message', agent.plant);
  if (agent.reportSources) await attempt('sources', agent.reportSources);
  return failed ? EXIT.failed : 0;
}

/** Repeats every task at its pace until the agent's signal aborts. */
export async function runForever(agent: Agent, status: Status): Promise<void> {
  const { settings, signal } = agent;
  const { portal, name, form, keysFile, collectMs, mapMs } = settings;
  log('info', `version ${VERSION} for ${name} at ${portal}, keys as ${form} in ${keysFile}`);
  const pace = { everyMs: collectMs, mostMs: collectMs };
  const repeat = (task: Task, work: Work, how: Pace) => repeatUntil(signal, { task, work, status, ...how });
  await Promise.all([
    repeat('collect', agent.collect, pace),
    repeat('storage', agent.compareKeys, pace),
    repeat('map', agent.refreshMap, { everyMs: mapMs, mostMs: 6 * mapMs, isLogged: true }),
    repeat('tasks', agent.runTasks, { everyMs: mapMs, mostMs: 6 * mapMs }),
    repeat('hashes', agent.removeHashes, { everyMs: mapMs, mostMs: 6 * mapMs, isLogged: true }),
    repeat('usage', deliverWhenQueued(agent, status), { everyMs: 0, firstMs: 5000, mostMs: 5 * 60_000 }),
    agent.plant && repeat('test_message', agent.plant, { everyMs: mapMs, mostMs: 10 * 60_000 }),
    agent.reportSources && repeat('sources', agent.reportSources, { everyMs: collectMs, mostMs: 5 * 60_000 }),
  ]);
}

/** Sends all waiting reports, then waits until another is queued. */
function deliverWhenQueued(agent: Agent, status: Status): Work {
  const { signal } = agent;
  let ring = () => {};
  agent.onQueued = () => ring();
  signal.addEventListener('abort', () => ring());
  const somethingQueued = () => new Promise<void>((resolve) => (ring = resolve));
  return async () => {
    let last = null;
    for (let sent; !signal.aborted && (sent = await agent.deliver());) last = sent;
    status.noteSuccess('usage', last);
    if (!agent.store.state?.queue.length) await somethingQueued();
    return null;
  };
}

type Repeated = Pace & { task: Task; work: Work; status: Status };

async function repeatUntil(signal: AbortSignal, { task, work, status, ...pace }: Repeated): Promise<void> {
  const { everyMs, firstMs = everyMs, mostMs, isLogged = false } = pace;
  for (let failures = 0; !signal.aborted;) {
    let wait = everyMs;
    try {
      const detail = await work();
      if (signal.aborted) return;
      failures = 0;
      status.noteSuccess(task, detail);
      if (detail && isLogged) log('info', `${task}: ${detail}`);
    } catch (error) {
      if (signal.aborted) return;
      status.noteFailure(task, error);
      const grown = Math.min(mostMs, firstMs * 2 ** Math.min(failures++, 10));
      wait = Math.max(grown * (0.5 + Math.random() / 2), error instanceof Failure ? error.retryAfterMs : 0);
    }
    await sleep(wait, undefined, { signal }).catch(() => {});
  }
}
