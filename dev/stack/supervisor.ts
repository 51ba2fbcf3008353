import { once } from 'node:events';
import path from 'node:path';
import { execa } from 'execa';
import { root } from './folders.ts';
import type { Environment } from './settings.ts';

/** A program to run with Node.js: its arguments and its whole environment. */
export type Program = {
  name: string;
  args: readonly string[];
  env: Environment;
  /** Stops after all other programs, because they use this one. */
  stopsLast?: boolean;
};

/** Gives up on a service that ended this many times in a row, each time within QUICK_MS of its start. */
const QUICK_DEATHS = 5;
const QUICK_MS = 10_000;
/** Time for requests and jobs in flight, then for the services they use. All, database included, must end in 10 s. */
const PATIENCE_MS = 8_500;
const LAST_PATIENCE_MS = 500;

/**
 * Runs programs and services. `task` runs one to its end; `serve` keeps one running, with growing pauses between
 * restarts; `stop` ends all. Calls `onGivenUp` when a service keeps exiting.
 */
export function createSupervisor(onGivenUp: (text: string) => void) {
  const children = new Map<Child, Program>();
  const timers = new Set<NodeJS.Timeout>();
  let isStopping = false;

  async function run(program: Program, output: 'inherit' | 'pipe') {
    const child = launch(program, output);
    children.set(child, program);
    const result = await child;
    children.delete(child);
    return result;
  }

  /** Resolves with the program's output, or rejects with it if the program fails. */
  async function task(program: Program): Promise<string> {
    const { failed, all = '' } = await run(program, 'pipe');
    if (isStopping) return new Promise(() => {}); // killed by `stop`: no caller waits for it
    if (failed) throw new Error(`${program.name} failed:\n${all.trim()}`);
    return all;
  }

  async function serve(program: Program, quickDeaths = 0): Promise<void> {
    const { exitCode, signal, durationMs } = await run(program, 'inherit');
    if (isStopping) return;
    const deaths = durationMs < QUICK_MS ? quickDeaths + 1 : 1;
    const how = signal ?? `code ${exitCode}`;
    if (deaths >= QUICK_DEATHS)
      return onGivenUp(`${program.name} ended ${deaths} times shortly after its start (${how})`);
    const pause = 100 * 2 ** deaths;
    console.error(`▸ ${program.name} ended (${how}); restarting it in ${pause} ms`);
    const timer = setTimeout(() => {
      timers.delete(timer);
      void serve(program, deaths);
    }, pause);
    timers.add(timer);
  }

  /** Ends all programs. Programs that others use end last. */
  async function stop(): Promise<void> {
    isStopping = true;
    for (const timer of timers) clearTimeout(timer);
    for (const isLast of [false, true]) {
      const ending = [...children].filter(([, { stopsLast = false }]) => stopsLast === isLast);
      await Promise.all(ending.map(([child]) => end(child)));
    }
  }

  const pids = () => [...children.keys()].flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  return { task, serve: (program: Program): void => void serve(program), stop, pids };
}

type Child = ReturnType<typeof launch>;

/** Starts a program. `kill()` sends SIGTERM, and SIGKILL if it takes too long. Never rejects. */
function launch({ args, env, stopsLast }: Program, output: 'inherit' | 'pipe') {
  const preload = ['--import', path.join(root, 'dev/stack/orphan.ts'), '--disable-warning=ExperimentalWarning'];
  return execa(process.execPath, [...preload, ...args], {
    cwd: root,
    env: { ...withoutEmpty(env), LOCAL_SUPERVISOR_PID: String(process.pid) },
    extendEnv: false,
    stdin: 'pipe', // orphan.ts ends the program when this pipe closes
    stdout: output,
    stderr: output,
    all: true,
    reject: false,
    forceKillAfterDelay: stopsLast ? LAST_PATIENCE_MS : PATIENCE_MS,
    cleanup: false,
  });
}

/** Waits for the exit only: a program's own children may hold its output open for longer. */
async function end(child: Child): Promise<void> {
  const exit = once(child.nodeChildProcess, 'exit');
  if (child.kill()) await exit;
}

/** Treats an empty setting as missing. */
const withoutEmpty = (env: Environment): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  ) as NodeJS.ProcessEnv;
