import { once } from 'node:events';
import path from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { createFairQueue } from './fair-queue.ts';

/** A password, and the words that are easy to guess for whoever attacks this person. */
export type Judgement = { password: string; words: string[] };

/** Next bundles this file, so where it is says nothing; every process of ours begins in the root. */
const THREAD = path.join(process.cwd(), 'lib/users/password-judge-thread.ts');
const LIMIT_MS = 1000;
const WAITING = 30;

/**
 * Judges passwords one at a time in a thread of its own, because some take a second, in which the process would answer
 * nobody. The thread starts with the first password; one that takes longer than `limitMs` ends it.
 */
export function createPasswordJudge(limitMs = LIMIT_MS) {
  const queue = createFairQueue({ atOnce: 1, waiting: WAITING });
  let starting: Promise<Worker> | undefined;

  async function ask(judgement: Judgement): Promise<number | null> {
    const thread = await (starting ??= startThread(forget));
    const overtime = AbortSignal.timeout(limitMs);
    thread.ref(); // a command must not end while it waits for this
    try {
      thread.postMessage(judgement);
      const [guesses] = (await once(thread, 'message', { signal: overtime })) as [number];
      thread.unref();
      return guesses;
    } catch (error) {
      forget();
      void thread.terminate();
      if (overtime.aborted) return null;
      throw error;
    }
  }
  const forget = () => void (starting = undefined);

  return {
    /**
     * How many guesses the password takes; null when that could not be told within the time. Callers take turns. Throws
     * `unavailable` when too many wait.
     */
    guesses: (caller: string, judgement: Judgement): Promise<number | null> => queue.run(caller, () => ask(judgement)),
  };
}

/** `onEnd` is called when the thread has ended, or does not start. */
async function startThread(onEnd: () => void): Promise<Worker> {
  const options: WorkerOptions = { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 256 } };
  const thread = Reflect.construct(Worker, [THREAD, options]); // `new Worker` would make Next bundle the thread, too
  thread.once('error', onEnd).once('exit', onEnd);
  await once(thread, 'message'); // its dictionaries are loaded
  thread.unref();
  return thread;
}

const globals = globalThis as { passwordJudge?: ReturnType<typeof createPasswordJudge> };

/** The process's one judge; all bundles of Next share it through globalThis. */
export const passwordJudge = () => (globals.passwordJudge ??= createPasswordJudge());
