/** Lock files, and checks of processes that are more exact than `process.kill(pid, 0)`. */
import { linkSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const linux = process.platform === 'linux';

/** True while the process runs. Reads the state on Linux, because a zombie still accepts signal 0. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return !linux || !/^[ZX]/.test(statFields(pid)[0] ?? 'X');
}

/** Pid and start time: identifies a process even if its pid is reused later. */
export const identityOf = (pid: number): string => `${pid}:${linux ? (statFields(pid)[19] ?? '') : ''}`;

/** True while the process with this identity (`identityOf`) runs. */
export function isSame(identity: string): boolean {
  const pid = Number(identity.split(':')[0]);
  return isAlive(pid) && identityOf(pid) === identity;
}

/** The processes whose working directory is `dir`. Empty on systems other than Linux. */
export function processesIn(dir: string): number[] {
  if (!linux) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && workingDirectory(pid) === dir && isAlive(pid));
}

/** Waits until `condition` holds. Returns false if the time runs out. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  milliseconds: number,
  step = 25,
): Promise<boolean> {
  for (const deadline = Date.now() + milliseconds; ; await sleep(step)) {
    if (await condition()) return true;
    if (Date.now() > deadline) return false;
  }
}

/** Signals a process that may have ended already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // the process has already ended
  }
}

/**
 * Takes a lock file for this process, or returns the pid of the running process that holds it. Takes over the lock of a
 * process that was killed.
 */
export function takeLock(file: string): { release: () => void } | { holder: number } {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, identityOf(process.pid), { mode: 0o600 });
  try {
    return takeOver(own, file);
  } finally {
    rmSync(own, { force: true });
  }
}

function takeOver(own: string, file: string): ReturnType<typeof takeLock> {
  for (;;) {
    try {
      linkSync(own, file); // creates the lock together with its content, because an empty lock would look abandoned
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = readIfThere(file);
    if (isSame(holder)) return { holder: Number(holder.split(':')[0]) };
    rmSync(file, { force: true });
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The fields of /proc/<pid>/stat after the command name, which may contain spaces: [0] state, [19] start time. */
function statFields(pid: number): string[] {
  const text = readIfThere(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(') ') + 2).split(' ');
}

function workingDirectory(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
