import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { root } from '#dev/stack/folders.ts';
import { freePort } from '#dev/stack/ports.ts';
import { until } from '#dev/stack/process.ts';
import { WEB_FLAGS } from '#dev/stack/settings.ts';
import { cleanEnvironment } from '#dev/tests/test-stack.ts';
import { MINUTE } from '#lib/base/time.ts';

type Settings = Readonly<Record<string, string>>;
/** `folder` holds the program: this repository, unless it is another copy of the product. */
export type Options = { nodeArgs?: readonly string[]; folder?: string };

/** dev/stack/orphan.ts as a URL, because another copy need not contain it. */
const ORPHAN = `data:text/javascript,${encodeURIComponent(
  stripTypeScriptTypes(readFileSync(path.join(root, 'dev/stack/orphan.ts'), 'utf8')),
)}`;

/** One of our programs without a supervisor: only the test restarts it. */
export type Program = Awaited<ReturnType<typeof startProgram>>;
export type AppProcess = Program & { url: string; metricsUrl: string };

/** Starts `node <file>` with these settings. It exits with the test's process, even if the test gets a SIGKILL. */
export async function startProgram(
  file: string,
  settings: Settings,
  isReady: (output: string) => boolean | Promise<boolean>,
  { nodeArgs = [], folder = root }: Options = {},
) {
  const env = { ...cleanEnvironment(), ...settings, LOCAL_SUPERVISOR_PID: String(process.pid) };
  let child: ChildProcess;
  let output = '';
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  async function start() {
    const from = output.length;
    const args = [...nodeArgs, '--import', ORPHAN, file];
    child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => (output += data.toString()));
    const check = async () => hasEnded() || (await isReady(output.slice(from)));
    if (!(await until(check, 2 * MINUTE, 20)) || hasEnded()) throw new Error(`${file} did not start:\n${output}`);
  }

  async function end(signal: NodeJS.Signals): Promise<number> {
    const from = Date.now();
    child.kill(signal);
    if (!(await until(hasEnded, MINUTE, 5))) throw new Error(`${file} did not exit after ${signal}:\n${output}`);
    return Date.now() - from;
  }

  await start();
  return {
    /** The exit code, once the program has exited. */
    get ended() {
      return until(hasEnded, 60_000, 10).then(() => child.exitCode);
    },
    get pid() {
      return child.pid;
    },
    output: () => output,
    send: (signal: NodeJS.Signals) => child.kill(signal),
    kill: async (): Promise<void> => {
      await end('SIGKILL');
    },
    /** Sends SIGTERM and returns the milliseconds until the exit. */
    terminate: () => end('SIGTERM'),
    restart: start,
  };
}

/** Starts the web process, on a free port unless `settings` name one, and waits until it is ready. */
export async function startApp(settings: Settings, options: Options = {}): Promise<AppProcess> {
  const { PORT: port = String(await freePort()) } = settings;
  const metricsPort = await freePort();
  const url = `http://localhost:${port}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const ports = { PORT: port, METRICS_PORT: String(metricsPort) };
  const program = await startProgram('server/index.ts', { ...settings, ...ports }, isReady, {
    ...options,
    nodeArgs: [...WEB_FLAGS, ...(options.nodeArgs ?? [])],
  });
  return Object.assign(program, { url, metricsUrl: `http://localhost:${metricsPort}/metrics` });
}
