import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const THREADS = '/proc/self/task';
/** Node.js hashes in these, and reads files and looks up names. */
const POOL = 'libuv-worker';

/**
 * Lets the event loop go before the threads that hash, where both want a processor: a flood of logins then slows
 * logins and not pages (P11). Linux gives each thread a priority; elsewhere nothing happens. The threads exist once the
 * first password was hashed.
 */
export function lowerHashThreads(): void {
  if (!existsSync(THREADS)) return;
  for (const id of readdirSync(THREADS))
    if (readFileSync(`${THREADS}/${id}/comm`, 'utf8').trim() === POOL)
      setPriority(Number(id), constants.priority.PRIORITY_BELOW_NORMAL);
}
