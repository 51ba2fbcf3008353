import type { Context, System } from '#lib/context.ts';
import { inTransaction } from '#lib/db.ts';

/** How many months have a partition before their first event, the current month included. */
const MONTHS_AHEAD = 4;

/**
 * Creates the partitions of the next months. If none were created for months, events are still stored, in
 * `audit_events_rest`. Waits at most a second for the log's readers, so that nobody waits longer behind it; then it
 * throws, and the next run tries again.
 */
export async function ensureAuditPartitions({ db, now }: Context<System>): Promise<void> {
  for (let month = 0; month < MONTHS_AHEAD; month++) {
    const moment = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month));
    await inTransaction(db, async (tx) => {
      await tx.$executeRaw`SET LOCAL lock_timeout = '1s'`;
      await tx.$queryRaw`SELECT ensure_audit_partition(${moment}::timestamptz)::text`;
    });
  }
}
