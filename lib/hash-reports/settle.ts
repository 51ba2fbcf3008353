import { recordAudit } from '#lib/audit/audit.ts';
import type { Context } from '#lib/base/context.ts';
import { mailReporter } from './mails.ts';

/**
 * Ends the reports of these hashes whose every host has answered, and mails their reporters, once each. Hosts that were
 * taken out of service are not waited for. Needs a transaction. Returns the number of ended reports.
 */
export async function settleReports(tx: Context, digests: readonly string[]): Promise<number> {
  const { db, now } = tx;
  // locked, because two hosts that answer at the same time would each still see the other's row as open
  const reports = await db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM hash_reports WHERE state = 'removing' AND digest = ANY(${[...digests]}) ORDER BY id FOR UPDATE`;
  let ended = 0;
  for (const { id } of reports) {
    const removals = await db.hashRemoval.findMany({
      where: { reportId: id },
      select: { removedAt: true, wasStored: true, server: { select: { removedAt: true } } },
    });
    if (removals.some(({ removedAt, server }) => removedAt === null && server.removedAt === null)) continue;
    const isRemoved = removals.some(({ removedAt, wasStored }) => removedAt !== null && wasStored !== false);
    const row = await db.hashReport.update({
      where: { id },
      data: { state: isRemoved ? 'removed' : 'gone', settledAt: now, version: { increment: 1 } },
    });
    await recordAudit(tx, 'hash_report.settled', row.accountId, { report: id, digest: row.digest, state: row.state });
    await mailReporter(tx, row);
    ended += 1;
  }
  return ended;
}
