import { vi } from 'vitest';
import { db, type Db } from '#lib/base/db/db.ts';

/**
 * Holds the lock that `lock` takes while it starts `works` one by one and waits until each is blocked by it, then
 * commits or rolls back. So all of them have passed the reads before the lock, however busy the machine is. A
 * transaction of the first work has its usual limit, 20 s, for all of them to arrive.
 */
export async function heldBack<T>(
  lock: (tx: Db) => Promise<unknown>,
  works: readonly (() => Promise<T>)[],
  end: 'committed' | 'rolled back' = 'committed',
): Promise<PromiseSettledResult<T>[]> {
  let running: Promise<PromiseSettledResult<T>[]> = Promise.resolve([]);
  const giveUp = new Error('rolled back on purpose');
  const holding = db().$transaction(
    async (tx) => {
      await lock(tx);
      const started: Promise<T>[] = [];
      for (const work of works) {
        started.push(work());
        running = Promise.allSettled(started);
        await vi.waitFor(() => expectWaiting(started.length), { timeout: 45_000, interval: 20 });
      }
      if (end === 'rolled back') throw giveUp;
    },
    { timeout: 55_000 },
  );
  await holding.catch((error: unknown) => {
    if (error !== giveUp) throw error;
  });
  return running;
}

/** Throws unless this many statements wait for a lock. */
export async function expectWaiting(count: number): Promise<void> {
  const waiting = await db().$queryRaw<object[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  if (waiting.length < count) throw new Error(`${waiting.length} of ${count} wait for the lock`);
}
