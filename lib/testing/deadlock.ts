import { db } from '#lib/base/db/db.ts';

// Connections opened from now on look for a deadlock after three seconds. The default of one second is too short for a
// busy machine: they look only once, and before the other transaction waits there is none.
process.env.PGOPTIONS = '-c deadlock_timeout=3s';

/**
 * Runs `work`, which must lock the key `first` and then the key `second`, against a transaction that locks them in the
 * other order. PostgreSQL ends the transaction of `work`, which was the first to wait.
 */
export async function inDeadlock<T>(first: { id: number }, second: { id: number }, work: () => Promise<T>): Promise<T> {
  let result: Promise<T> | undefined;
  await db().$transaction(
    async (admin) => {
      await admin.$executeRaw`SET LOCAL deadlock_timeout = '60s'`;
      await admin.$queryRaw`SELECT 1 FROM fuzzy_keys WHERE id = ${second.id} FOR UPDATE`;
      result = work();
      // One statement, so that the other transaction has not yet looked for a deadlock, even on a busy machine.
      await admin.$executeRawUnsafe(`DO $$ BEGIN
        WHILE NOT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid) LOOP
          PERFORM pg_sleep(0.01);
        END LOOP;
        PERFORM 1 FROM fuzzy_keys WHERE id = ${first.id} FOR UPDATE;
      END $$`);
    },
    { timeout: 60_000 },
  );
  if (!result) throw new Error('the work was not started');
  return result;
}
