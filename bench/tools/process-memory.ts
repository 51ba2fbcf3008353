/** Reads from Linux's /proc: the memory of a process, and which process is a copy's web process. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import type { Stack } from '#dev/tests/test-stack.ts';

/** Resident memory in MB (2²⁰ bytes): now, and the peak since `forgetPeak`. */
export const residentMegabytes = (pid: number): number => statusMegabytes(pid, 'VmRSS');
export const peakMegabytes = (pid: number): number => statusMegabytes(pid, 'VmHWM');

/** Resets the peak to the current memory. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** The copy's web process and its environment. Throws if there is none. */
export function webProcessOf({ process: supervisor }: Stack): { pid: number; env: NodeJS.ProcessEnv } {
  for (const file of globSync('/proc/[0-9]*/environ')) {
    const env = parseEnvironment(parts(file));
    if (env['LOCAL_SUPERVISOR_PID'] !== String(supervisor.pid)) continue;
    if (parts(file.replace('environ', 'cmdline')).includes('server/index.ts'))
      return { pid: Number(file.split('/')[2]), env };
  }
  throw new Error('The copy has no web process.');
}

function statusMegabytes(pid: number, name: string): number {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`${name}:`));
  return Number.parseInt(line?.split(/\s+/)[1] ?? '') / 1024;
}

const parseEnvironment = (entries: string[]) =>
  Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  ) as NodeJS.ProcessEnv;

function parts(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\0').slice(0, -1);
  } catch {
    return []; // the process has exited, or belongs to another user
  }
}
