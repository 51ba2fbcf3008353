import { once } from 'node:events';
import path from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { processState } from '#lib/base/process-state.ts';
import { createFairQueue } from './fair-queue.ts';

/** A password, and words that an attacker of this user would guess first. */
export type Judgement = { password: string; words: string[] };

/** Next bundles this file, so its own path is useless; all our processes start in the root directory. */
const THREAD = path.join(process.cwd(), 'lib/auth/passwords/password-judge-thread.ts');
const LIMIT_MS = 1000;
/** On a busy machine, an answer may take up to this many times the limit. */
const PATIENCE = 10;
const WAITING = 30;

/**
 * Judges passwords one at a time in a separate thread, because some take a second and would block the process. The
 * thread starts with the first password, and is terminated when a password takes it longer than `limitMs`.
 */
export function createPasswordJudge(limitMs = LIMIT_MS) {
  const queue = createFairQueue({ atOnce: 1, waiting: WAITING });
  let starting: Promise<Worker> | undefined;

  async function ask(judgement: Judgement): Promise<number | null> {
    const thread = await (starting ??= startThread(forget));
    const overtime = new AbortController();
    const watch = watchTime(thread, limitMs, () => overtime.abort());
    thread.ref(); // keeps a command from exiting while it waits
    try {
      thread.postMessage(judgement);
      const [guesses] = (await once(thread, 'message', { signal: overtime.signal })) as [number];
      thread.unref();
      return guesses;
    } catch (error) {
      forget();
      void thread.terminate();
      if (overtime.signal.aborted) return null;
      throw error;
    } finally {
      clearInterval(watch);
    }
  }
  const forget = () => void (starting = undefined);

  return {
    /**
     * The number of guesses that the password takes; null if the estimate exceeds the time limit. Callers take turns.
     * Throws `unavailable` when too many wait.
     */
    guesses: (caller: string, judgement: Judgement): Promise<number | null> => queue.run(caller, () => ask(judgement)),
  };
}

/** Calls `onLate` once the thread has used `limitMs` of CPU time, or after `PATIENCE` times as long on the clock. */
function watchTime(thread: Worker, limitMs: number, onLate: () => void): NodeJS.Timeout {
  const end = Date.now() + PATIENCE * limitMs;
  const before = thread.cpuUsage();
  before.catch(() => {}); // rejects if the thread has ended, which is not an error here
  const look = async () => {
    const { user, system } = await thread.cpuUsage(await before);
    if (user + system > 1000 * limitMs || Date.now() > end) onLate();
  };
  return setInterval(() => void look().catch(() => {}), limitMs / 4);
}

/** Calls `onEnd` when the thread ends or fails to start. */
async function startThread(onEnd: () => void): Promise<Worker> {
  const options: WorkerOptions = { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 256 } };
  const thread = Reflect.construct(Worker, [THREAD, options]); // `new Worker` would make Next bundle the thread as well
  thread.once('error', onEnd).once('exit', onEnd);
  await once(thread, 'message'); // sent when its dictionaries are loaded
  thread.unref();
  return thread;
}

const shared = processState<{ judge: ReturnType<typeof createPasswordJudge> }>('password judge');

/** The only judge of the process. */
export const passwordJudge = () => (shared.judge ??= createPasswordJudge());
