import { execFile } from 'node:child_process';
import { codeOf, Failure } from './failure.ts';
import { readIfThere } from './files.ts';
import { MAX_ANSWER_BYTES, TIMEOUT_MS } from './request.ts';

/** Runs a program without our token in its environment. Returns its output, which is not logged. */
export function run(file: string, args: string[], signal: AbortSignal): Promise<string> {
  const { SERVER_TOKEN: _, ...env } = process.env;
  const options = { env, signal, timeout: TIMEOUT_MS, maxBuffer: MAX_ANSWER_BYTES };
  return new Promise((resolve, reject) => {
    execFile(file, args, options, (error, stdout) => {
      if (!error) return resolve(stdout);
      const { code, killed } = error;
      reject(new Failure(killed ? 'it timed out' : typeof code === 'number' ? `exit code ${code}` : String(code)));
    });
  });
}

/** Runs a command line from the settings in the same way as `run`. */
export const runInShell = (command: string, signal: AbortSignal): Promise<string> =>
  run('/bin/sh', ['-c', command], signal);

/** Sends SIGHUP to Rspamd's main process, which is the parent of its fuzzy workers. */
export function signalMainProcess(workerPids: string[]): void {
  const parents = new Set(workerPids.map((pid) => processFields(pid)[1] ?? ''));
  for (const parent of parents) {
    const name = /^\d+$/.test(parent) ? (readIfThere(`/proc/${parent}/comm`) ?? '') : '';
    if (!name.startsWith('rspamd')) throw new Failure("Rspamd's main process was not found: set RELOAD_COMMAND");
  }
  for (const parent of parents) process.kill(Number(parent), 'SIGHUP');
}

/** True if a process with this pid is running. */
export function isAlive(pid: unknown): boolean {
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0) return false;
  if (/^[ZX]/.test(processFields(String(pid))[0] ?? '')) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * When a process started, in clock ticks since the host booted: distinguishes it from a later process with the same
 * pid.
 */
export const startTimeOf = (pid: string): string => processFields(pid)[19] ?? '';

/** /proc/<pid>/stat after the name, which may contain spaces: [0] state, [1] parent, [19] start time. */
function processFields(pid: string): string[] {
  const text = readIfThere(`/proc/${pid}/stat`) ?? '';
  return text.slice(text.lastIndexOf(') ') + 2).split(' ');
}
