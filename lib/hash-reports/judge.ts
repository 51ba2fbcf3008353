import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { withoutAddresses } from '#lib/email-address/in-text.ts';
import { toDeskReports } from './desk.ts';
import { mailReporter } from './mails.ts';
import { notFound } from './queries.ts';
import { refuseHash } from './refusals.ts';
import type { JudgeInput } from './schema.ts';
import { settleReports } from './settle.ts';
import type { DeskReport } from './views.ts';

const OPEN = ['waiting', 'asked'];

/**
 * Judges a report once. `remove` refuses the hash for a year, has every host remove it, and settles the other open
 * reports of the hash with it. Throws `not_found`, and `conflict` with the fresh report if another admin was first.
 */
export async function judgeReport(
  ctx: Context<Admin>,
  id: string,
  { version, verdict, reason: typed }: JudgeInput,
): Promise<DeskReport> {
  const reason = withoutAddresses(typed);
  const isTaken = await transaction(ctx, async (tx) => {
    const { db, now } = tx;
    const data = { answeredAt: now, version: { increment: 1 } };
    const decided = { ...data, decidedAt: now, decidedBy: tx.actor.userId, reason: reason || null };
    const { count } = await db.hashReport.updateMany({
      where: { id, version, state: verdict === 'ask' ? 'waiting' : { in: OPEN } },
      data:
        verdict === 'ask'
          ? { ...data, state: 'asked', question: reason, answer: null }
          : { ...decided, state: verdict === 'keep' ? 'kept' : 'removing' },
    });
    if (!count) return false;
    const row = await db.hashReport.findUniqueOrThrow({ where: { id } });
    await recordAudit(tx, 'hash_report.judged', row.accountId, { report: id, digest: row.digest, verdict });
    if (verdict === 'remove') await remove(tx, row, decided);
    else await mailReporter(tx, row);
    return true;
  });
  const row = await ctx.db.hashReport.findUnique({ where: { id } });
  if (!row) throw notFound();
  const [report] = await toDeskReports(ctx, [row]);
  if (!report) throw notFound();
  if (!isTaken)
    throw new DomainError('conflict', 'Another admin has already answered this report.', { details: { report } });
  return report;
}

type Decided = { decidedAt: Date; decidedBy: string; answeredAt: Date; version: { increment: number } };

async function remove(tx: Context<Admin>, { id, digest }: { id: string; digest: string }, decided: Decided) {
  const { db } = tx;
  await refuseHash(tx, digest, id);
  const others = await db.hashReport.findMany({
    where: { digest, state: { in: OPEN } },
    orderBy: { id: 'asc' },
    select: { id: true, accountId: true },
  });
  await db.hashReport.updateMany({
    where: { id: { in: others.map((other) => other.id) }, state: { in: OPEN } },
    data: { ...decided, state: 'removing' },
  });
  for (const other of others)
    await recordAudit(tx, 'hash_report.judged', other.accountId, {
      report: other.id,
      digest,
      verdict: 'remove',
      with: id,
    });
  const servers = await db.storageServer.findMany({ where: { removedAt: null }, select: { id: true } });
  const reports = [id, ...others.map((other) => other.id)];
  await db.hashRemoval.createMany({
    data: reports.flatMap((reportId) => servers.map((server) => ({ reportId, serverId: server.id, digest }))),
    skipDuplicates: true,
  });
  await settleReports(tx, [digest]);
}
