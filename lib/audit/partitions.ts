import type { Context, System } from '#lib/base/context.ts';

/** How many months have a partition in advance, the current month included. */
const MONTHS_AHEAD = 4;

/**
 * Creates the partitions of the next months. Events of months without one are stored in the last partition. Waits
 * for readers of the log only briefly, because new events wait behind it; then it throws, and the next run tries again.
 */
export async function ensureAuditPartitions({ db, now }: Context<System>): Promise<void> {
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS_AHEAD - 1));
  await db.$queryRaw`SELECT ensure_audit_partition(${last}::timestamptz)::text`;
}
