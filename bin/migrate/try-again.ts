import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE } from '#lib/base/time.ts';

/** Writers wait behind a statement that waits for a lock, so it waits briefly, gives them time, and tries again (R13). */
export const LOCK_MS = 200;
const PAUSE_MS = 500;
/** A session that is in the way for longer needs a person. */
const PATIENCE_MS = 2 * MINUTE;

const PASSING = /^(08...|40001|40P01|55P03|57P0[1-5]|53[123]00|25006|ECONN\w+|EPIPE|ETIMEDOUT|EAI_AGAIN)$/;
const LOST = /^(Connection terminated|Client has encountered a connection error|timeout expired)/;

/**
 * Does work that leaves nothing behind when it fails, and tries it again after a passing failure (R31), until it passes
 * or has made no `progress` for `patience` ms.
 */
export async function tryAgain(
  work: (progress: () => void) => Promise<unknown>,
  patience = PATIENCE_MS,
): Promise<void> {
  let deadline = Date.now() + patience;
  const progress = () => {
    deadline = Date.now() + patience;
  };
  for (;;)
    try {
      await work(progress);
      return;
    } catch (error) {
      if (!isPassing(error) || Date.now() > deadline) throw error;
      await sleep(PAUSE_MS);
    }
}

/** Whether the same statement may pass later: a lock, a deadlock, a lost connection, a restart or a failover. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (LOST.test(error.message) || ('code' in error && PASSING.test(String(error.code)))) return true;
  return isPassing(error.cause);
}
