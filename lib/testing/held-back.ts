import { vi } from 'vitest';
import { db, type Db } from '#lib/db.ts';

/**
 * Runs simultaneous work that meets at a row: holds the lock that `lock` takes until all of it waits, then lets it go
 * on, with the lock's changes committed or rolled back. So all of it has read what it reads before the lock, however busy the machine is.
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
      running = Promise.allSettled(works.map((work) => work()));
      await vi.waitFor(
        async () => {
          const waiting = await db().$queryRaw<object[]>`
            SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
          if (waiting.length < works.length) throw new Error(`${waiting.length} wait for the lock`);
        },
        { timeout: 15_000, interval: 20 },
      );
      if (end === 'rolled back') throw giveUp;
    },
    { timeout: 20_000 },
  );
  await holding.catch((error: unknown) => {
    if (error !== giveUp) throw error;
  });
  return running;
}
