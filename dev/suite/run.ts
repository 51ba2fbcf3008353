/** One run of tests: its steps on two cores, their results, and the end. */
import path from 'node:path';
import { root } from '../stack/folders.ts';
import { capture, type Captured } from '../tests/capture.ts';
import { cleanEnvironment } from '../tests/test-stack.ts';
import { judged, type Result } from './results.ts';

const CORES = 2;
export type Run = ReturnType<typeof createRun>;
/** The output of a step, empty unless it failed, and its results. */
type Ended = { output: string; results: Result[] };

/** The environment of all programs that a run starts. */
export const environment: NodeJS.ProcessEnv = {
  ...cleanEnvironment(),
  NEXT_TELEMETRY_DISABLED: '1',
  CHECKPOINT_DISABLE: '1',
  FORCE_COLOR: '0',
  // Tests start hundreds of programs, and half of the time of each start is compiling.
  NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
};

/** Runs a script with the current Node.js. */
export const node = (args: readonly string[], env = environment): Promise<Captured> =>
  capture(process.execPath, args, { env });

/** Prints each step when it ends, and nothing once `isStopping` returns true. */
export function createRun(isStopping: () => boolean) {
  const startedAt = performance.now();
  const say = (text: string) => {
    if (!isStopping()) console.log(text);
  };
  const useCores = createCores(CORES);
  const all: Result[] = [];

  async function step(title: string, cores: number, work: () => Promise<Ended>): Promise<Result[]> {
    const attempt = async () => {
      const from = performance.now();
      const ended = await work().catch((error: unknown) => failure(title, textOf(error)));
      const results = ended.results.map(judged);
      const code = results.some(({ status }) => status === 'failed') ? 1 : 0;
      say(`${code ? '✗' : '✓'} ${title} (${Math.round((performance.now() - from) / 1000)} s)`);
      return { ...ended, results, code };
    };
    const { results, output, code } = await (cores ? useCores(cores, attempt) : attempt());
    all.push(...results);
    if (code) say(`${output.trim()}\n`);
    return results;
  }

  return {
    /** Seconds since the start. */
    seconds: () => Math.round((performance.now() - startedAt) / 1000),
    /** The results of all steps so far. */
    results: all,
    /** A step that passes or fails as a whole. If `counts` is false, only its failure is counted. */
    async check(title: string, cores: number, work: () => Promise<Captured>, counts = true): Promise<boolean> {
      const results = await step(title, cores, async () => {
        const { code, output } = await work();
        if (code) return failure(title, output);
        return { output, results: counts ? [{ file: '', title, status: 'passed' }] : [] };
      });
      return results.every(({ status }) => status === 'passed');
    },
    tests: step,
    say,
  };
}

const failure = (title: string, output: string): Ended => ({
  output,
  results: [{ file: '', title, status: 'failed' }],
});
const textOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Shares a number of cores between steps: a step starts, in the order of the calls, when its cores are free. */
export function createCores(count: number) {
  let free = count;
  const waiting: { cores: number; start: () => void }[] = [];
  const startNext = () => {
    for (let next = waiting[0]; next && next.cores <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.cores;
      next.start();
    }
  };
  return async function use<T>(cores: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      waiting.push({ cores, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      free += cores;
      startNext();
    }
  };
}
