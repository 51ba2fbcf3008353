/** Small truths about processes that `process.kill(pid, 0)` does not tell. */
import { linkSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const linux = process.platform === 'linux';

/** True while the process runs. A zombie still answers signal 0, so Linux is asked for the state. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return !linux || !/^[ZX]/.test(statFields(pid)[0] ?? 'X');
}

/** Pid and time of birth: one process and no later one that got the same number. */
export const identityOf = (pid: number): string => `${pid}:${linux ? (statFields(pid)[19] ?? '') : ''}`;

/** True while exactly that process (of `identityOf`) runs. */
export function isSame(identity: string): boolean {
  const pid = Number(identity.split(':')[0]);
  return isAlive(pid) && identityOf(pid) === identity;
}

/** The processes whose working directory is `dir` (Linux; elsewhere none). */
export function processesIn(dir: string): number[] {
  if (!linux) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && workingDirectory(pid) === dir && isAlive(pid));
}

/** Waits until `condition` holds; false when it did not within the time. */
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

/** Signals a process that may be gone already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended: that is what was wanted
  }
}

/**
 * Takes a lock file for this process, or names the pid of the living one that has it. The lock of a process that was
 * killed is taken over.
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
      linkSync(own, file); // with its content at once: an empty lock would look left behind
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

/** /proc/<pid>/stat after the command's name, which may hold spaces: [0] is the state, [19] the time of birth. */
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
