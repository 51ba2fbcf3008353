import type { Context, System } from '#lib/base/context.ts';
import { env } from '#lib/base/settings/env.ts';
import { DAY } from '#lib/base/time.ts';

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

/**
 * Removes IP addresses and names of browsers from events that are older than the setting says, a day at a time. The
 * events stay. A function of the table's owner does it, because the app may change no event (docs/decisions/0062).
 */
export async function forgetAuditOrigins({ db, now }: Context<System>, days = env().AUDIT_ORIGIN_DAYS): Promise<void> {
  const before = new Date(now.getTime() - days * DAY);
  for (;;) {
    const [row] = await db.$queryRaw<{ until: Date }[]>`SELECT forget_audit_origins(${before}::timestamptz) AS until`;
    if (!row || row.until >= before) return;
  }
}
