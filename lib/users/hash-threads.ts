import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const THREADS = '/proc/self/task';
/** libuv's threads, in which Node.js hashes, reads files and resolves host names. */
const POOL = 'libuv-worker';

/**
 * Gives the event loop priority over the threads that hash: a flood of logins then slows logins, not pages (P11). Only
 * Linux has a priority for each thread; elsewhere this does nothing. Call it after the first password has been hashed,
 * because the threads do not exist before.
 */
export function lowerHashThreads(): void {
  if (!existsSync(THREADS)) return;
  for (const id of readdirSync(THREADS))
    if (readFileSync(`${THREADS}/${id}/comm`, 'utf8').trim() === POOL)
      setPriority(Number(id), constants.priority.PRIORITY_BELOW_NORMAL);
}
