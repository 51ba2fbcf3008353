import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The copy's own web process, as its supervisor started it: its number and its settings. Throws when there is none. */
export function findWebProcess(supervisor: number): { pid: number; env: NodeJS.ProcessEnv } {
  for (const file of globSync('/proc/[0-9]*/environ')) {
    const env = parseEnvironment(parts(file));
    if (env['LOCAL_SUPERVISOR_PID'] !== String(supervisor)) continue;
    if (parts(file.replace('environ', 'cmdline')).includes('server.ts'))
      return { pid: Number(path.basename(path.dirname(file))), env };
  }
  throw new Error('The copy has no web process.');
}

/** What a process holds in memory now, in megabytes. */
export const residentMegabytes = (pid: number): number => statusOf(pid, 'VmRSS');

/** The most that it ever held. */
export const peakMegabytes = (pid: number): number => statusOf(pid, 'VmHWM');

function statusOf(pid: number, name: string): number {
  const [, kilobytes = NaN] =
    new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

const parseEnvironment = (entries: string[]) =>
  Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  ) as NodeJS.ProcessEnv;

function parts(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\0').slice(0, -1);
  } catch {
    return []; // ended, or somebody else's
  }
}
