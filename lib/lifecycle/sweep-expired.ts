import { transaction, type Context } from '#lib/context.ts';
import { lockInTransaction, Prisma } from '#lib/db.ts';
import { endEmailChanges } from './end-email-changes.ts';

/** Rows of one transaction: short enough that nobody waits for it. */
const BATCH = 1000;

/** Whose rows end by themselves, and when one is over (R23). Used refresh tokens stay until then: a second use is noticed. */
const TABLES: Readonly<Record<string, (now: Date) => Prisma.Sql>> = {
  oidc_artifacts: (now) => Prisma.sql`expires_at < ${now}`,
  sign_in_sessions: (now) => Prisma.sql`expires_at < ${now}`,
  one_time_tokens: (now) => Prisma.sql`expires_at < ${now}`,
  challenges: (now) => Prisma.sql`expires_at < ${now}`,
  known_devices: (now) => Prisma.sql`expires_at < ${now}`,
  rate_limits: (now) => Prisma.sql`expire < ${now.getTime()}`,
};

/**
 * Removes what is over, table by table, in batches of a transaction each. Several may run at once: they take turns.
 * Returns how many rows went.
 */
export async function sweepExpired(ctx: Context): Promise<number> {
  let removed = await endEmailChanges(ctx);
  for (const [table, isOver] of Object.entries(TABLES)) {
    let count = BATCH;
    while (count === BATCH) {
      count = await sweepBatch(ctx, Prisma.raw(table), isOver(ctx.now));
      removed += count;
    }
  }
  return removed;
}

/** A row that is just being used is left for the next time. */
async function sweepBatch(ctx: Context, table: Prisma.Sql, isOver: Prisma.Sql): Promise<number> {
  return transaction(ctx, async ({ db }) => {
    await lockInTransaction(db, 'sweep_expired');
    return db.$executeRaw`
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE ${isOver} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;
  });
}
