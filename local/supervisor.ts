import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { root, type Environment } from './settings.ts';

/** A program to run with Node.js: its arguments and its whole environment. */
export type Program = {
  name: string;
  args: readonly string[];
  env: Environment;
  /** Stops after all others, because they use it. */
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
 * restarts; `stop` ends all. Calls `onGivenUp` when a service keeps ending.
 */
export function createSupervisor(onGivenUp: (text: string) => void) {
  const children = new Map<ChildProcess, Program>();
  const timers = new Set<NodeJS.Timeout>();
  let isStopping = false;

  function start(program: Program, output: 'inherit' | 'pipe'): ChildProcess {
    const { args, env } = program;
    const preload = ['--import', path.join(root, 'local/orphan.ts'), '--disable-warning=ExperimentalWarning'];
    const child = spawn(process.execPath, [...preload, ...args], {
      cwd: root,
      env: { ...withoutEmpty(env), LOCAL_SUPERVISOR_PID: String(process.pid) },
      stdio: ['pipe', output, output],
    });
    children.set(child, program);
    child.once('exit', () => children.delete(child));
    child.stdin?.on('error', () => {}); // the pipe breaks when the child ends; nothing is ever written to it
    return child;
  }

  /** Resolves with the program's output, or rejects with it if the program fails. */
  function task(program: Program): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = start(program, 'pipe');
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (data: Buffer) => (output += data.toString()));
      child.once('error', reject);
      child.once('close', (code) => {
        if (isStopping) return; // nothing waits for it any longer, and a failure is expected now
        if (code === 0) resolve(output);
        else reject(new Error(`${program.name} failed:\n${output.trim()}`));
      });
    });
  }

  function serve(program: Program, quickDeaths = 0): void {
    const startedAt = Date.now();
    const child = start(program, 'inherit');
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      const deaths = Date.now() - startedAt < QUICK_MS ? quickDeaths + 1 : 1;
      const how = signal ?? `code ${code}`;
      if (deaths >= QUICK_DEATHS)
        return onGivenUp(`${program.name} ended ${deaths} times shortly after its start (${how})`);
      const pause = 100 * 2 ** deaths;
      console.error(`▸ ${program.name} ended (${how}); restarting it in ${pause} ms`);
      const timer = setTimeout(() => {
        timers.delete(timer);
        serve(program, deaths);
      }, pause);
      timers.add(timer);
    });
  }

  /** Sends SIGTERM to all, then SIGKILL to those that take too long. */
  async function stop(): Promise<void> {
    isStopping = true;
    for (const timer of timers) clearTimeout(timer);
    const [last, first] = [true, false].map((isLast) =>
      [...children].filter(([, { stopsLast = false }]) => stopsLast === isLast),
    );
    await Promise.all((first ?? []).map(([child]) => endChild(child, PATIENCE_MS)));
    await Promise.all((last ?? []).map(([child]) => endChild(child, LAST_PATIENCE_MS)));
  }

  const pids = () => [...children.keys()].flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  return { task, serve, stop, pids };
}

function endChild(child: ChildProcess, patience: number): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), patience).unref();
  });
}

/** Treats an empty setting as missing. */
const withoutEmpty = (env: Environment): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  ) as NodeJS.ProcessEnv;
