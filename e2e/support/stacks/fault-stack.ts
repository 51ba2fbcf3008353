import { readFileSync } from 'node:fs';
import path from 'node:path';
import { signal } from '#dev/stack/process.ts';
import { readRuntime } from '#dev/stack/runtime.ts';
import { fillDataFolder } from '#dev/tests/template.ts';
import { reserveCopy } from '#dev/tests/test-copy.ts';
import { startStack, type Stack } from '#dev/tests/test-stack.ts';

const commandLine = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');

/** A copy of the product that a test may break, restart and remove. `settings` are environment variables. */
export async function createFaultStack(settings: Record<string, string> = {}) {
  const { folder, ports } = await reserveCopy('faults');
  const dataDir = path.join(folder.path, 'data');
  await fillDataFolder(dataDir);
  let current: Stack | undefined;

  const children = () => (readRuntime(dataDir)?.children ?? []).map((identity) => Number.parseInt(identity));
  const running = (program: string) => children().filter((pid) => commandLine(pid).includes(program));
  const postmaster = () =>
    Number(readFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

  return {
    get coordinates() {
      return current?.coordinates ?? {};
    },
    dataDir,
    /** The output since the last start. */
    output: () => current?.output() ?? '',
    /** Starts the copy, or restarts it with the same ports and data. */
    async start() {
      current = await startStack(dataDir, { ...ports, SEED: 'none', ...settings });
    },
    /** Kills one of the copy's programs with SIGKILL. */
    kill(program: 'server/index.ts' | 'worker.ts' | 'stripe-emulator/main.ts') {
      const pids = running(program);
      if (!pids.length) throw new Error(`${program} is not running`);
      for (const pid of pids) signal(pid, 'SIGKILL');
    },
    /** Kills the postmaster with SIGKILL. */
    killPostgres: () => signal(postmaster(), 'SIGKILL'),
    /** Kills everything with SIGKILL, the supervisor first, as a power failure would. */
    killAll() {
      const pids = [current?.process.pid ?? 0, ...children(), postmaster()].filter((pid) => pid > 0);
      for (const pid of pids) signal(pid, 'SIGKILL');
    },
    async remove() {
      await current?.stop();
      folder.remove();
    },
  };
}
