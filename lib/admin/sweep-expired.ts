import { transaction, type Context, type System } from '#lib/base/context.ts';
import { lockInTransaction, Prisma } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { endExpiredViews } from '#lib/customer-view/service.ts';
import { tidyReports } from '#lib/hash-reports/retention.ts';
import { deleteUnverified } from '#lib/users/deletion/unverified.ts';
import { endEmailChanges } from '#lib/users/email/end-email-changes.ts';
import { forgetEndedEntries } from './inbox/put-aside.ts';

/** Rows per transaction: few enough that other transactions never wait long for its locks. */
const BATCH = 1000;

/**
 * Tables with rows that expire, and the condition (R23). Used refresh tokens stay until they expire, to detect reuse.
 */
const TABLES: Readonly<Record<string, (now: Date) => Prisma.Sql>> = {
  oidc_artifacts: (now) => Prisma.sql`expires_at < ${now}`,
  sign_in_sessions: (now) => Prisma.sql`expires_at < ${now}`,
  sign_ups: (now) => Prisma.sql`expires_at < ${now}`,
  one_time_tokens: (now) => Prisma.sql`expires_at < ${now}`,
  invitations: (now) => Prisma.sql`expires_at < ${now}`,
  challenges: (now) => Prisma.sql`expires_at < ${now}`,
  known_devices: (now) => Prisma.sql`expires_at < ${now}`,
  initial_access_tokens: (now) => Prisma.sql`expires_at < ${now}`,
  // any visitor can cause such a client to be stored; blocked ones are kept, so that they remain blocked
  oauth_clients: (now) => Prisma.sql`kind = 'metadata_document' AND blocked_at IS NULL
    AND updated_at < ${new Date(now.getTime() - DAY)}
    AND NOT EXISTS (SELECT FROM consents c WHERE c.client_id = oauth_clients.id)
    AND NOT EXISTS (SELECT FROM oidc_artifacts a WHERE a.client_id = oauth_clients.id)`,
  storage_questions: (now) => Prisma.sql`expires_at < ${now}`,
  rate_limits: (now) => Prisma.sql`expire < ${now.getTime()}`,
};

/**
 * Deletes expired rows, table by table, in batches of one transaction each. Simultaneous sweeps take turns. Returns the
 * number of deleted rows. Expired customer views stay; their end is recorded in the audit log.
 */
export async function sweepExpired(ctx: Context<System>): Promise<number> {
  await endExpiredViews(ctx);
  let removed = (await endEmailChanges(ctx)) + (await deleteUnverified(ctx)) + (await forgetEndedEntries(ctx));
  removed += await tidyReports(ctx);
  for (const [table, isOver] of Object.entries(TABLES)) {
    let count = BATCH;
    while (count === BATCH) {
      count = await sweepBatch(ctx, Prisma.raw(table), isOver(ctx.now));
      removed += count;
    }
  }
  return removed;
}

/** Skips locked rows; the next run takes them. */
async function sweepBatch(ctx: Context, table: Prisma.Sql, isOver: Prisma.Sql): Promise<number> {
  return transaction(ctx, async ({ db }) => {
    await lockInTransaction(db, 'sweep_expired');
    return db.$executeRaw`
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE ${isOver} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;
  });
}
