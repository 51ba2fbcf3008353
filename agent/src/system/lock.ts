import * as fs from 'node:fs';
import path from 'node:path';
import { codeOf, describe, EXIT, Failure } from './failure.ts';
import { readIfThere } from './files.ts';
import { isAlive, startTimeOf } from './processes.ts';

/** Creates the state folder if it is missing, and takes its lock. Returns a function that releases the lock. */
export function openFolder(folder: string): () => void {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return takeLock(folder);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`the state folder cannot be used: ${describe(error)}`, { exitCode: EXIT.state });
  }
}

/** Allows one agent per state folder. A lock whose holder has died is taken over. */
function takeLock(folder: string): () => void {
  const file = path.join(folder, 'lock');
  const own = `${file}.${process.pid}`;
  fs.writeFileSync(own, identityOf(String(process.pid)), { mode: 0o600 });
  try {
    while (!link(own, file)) {
      const holder = readIfThere(file) ?? '';
      const [pid = ''] = holder.split(' ');
      if (isAlive(Number(pid)) && identityOf(pid) === holder)
        throw new Failure(`another agent is already running (process ${pid})`, { exitCode: EXIT.locked });
      fs.rmSync(file, { force: true });
    }
    return () => fs.rmSync(file, { force: true });
  } finally {
    fs.rmSync(own, { force: true });
  }
}

const identityOf = (pid: string) => `${pid} ${startTimeOf(pid)}`;

/** Creates the lock together with its content. Returns false if the lock already exists. */
function link(own: string, file: string): boolean {
  try {
    fs.linkSync(own, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
