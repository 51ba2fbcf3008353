import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context, type Member, type UsageReader } from '#lib/base/context.ts';
import { lockInTransaction } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { withoutAddresses } from '#lib/email-address/in-text.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';
import { askHosts, assertCustomer, assertMayReport } from './look-up.ts';
import { evidenceOf, parsePasted } from './parse.ts';
import { notFound, toReportView } from './queries.ts';
import { type AnswerInput, HASH, type ReportInput, TEXTS_KEPT_MS } from './schema.ts';
import { findRecords } from './standing.ts';
import type { ReportView } from './views.ts';

/**
 * Stores a report for the desk. It removes nothing: a person judges it. Throws `forbidden` without a key or
 * subscription, and for a token that may not report; `rate_limited`; `conflict` while the caller's earlier report of
 * this hash is open.
 */
export async function createReport(
  ctx: Context<Member | UsageReader>,
  { digest, pasted, note, look_up_id }: ReportInput,
): Promise<ReportView> {
  await assertMayReport(ctx);
  await assertCustomer(ctx);
  await consumeReports(ctx);
  const { accountId } = ctx.actor;
  return transaction(ctx, async (tx) => {
    await lockInTransaction(tx.db, `hash_report:${accountId}`);
    const state = { in: ['waiting', 'asked', 'removing'] };
    const open = await tx.db.hashReport.findFirst({ where: { accountId, digest, state }, select: { id: true } });
    if (open) throw new DomainError('conflict', 'You have already reported this hash.', { details: { id: open.id } });
    const row = await tx.db.hashReport.create({
      data: {
        ...{ accountId, digest, note: withoutAddresses(note), evidence: evidenceOf(parsePasted(pasted)) },
        questionId: (await keepLookUp(tx, digest, look_up_id)) ?? (await askHosts(tx, digest, TEXTS_KEPT_MS, null)),
        createdAt: tx.now,
      },
    });
    await recordAudit(tx, 'hash_report.created', accountId, { report: row.id, digest });
    return toReportView(tx.db, row, tx.now);
  });
}

/** Answers the desk's question. Throws `not_found`, and `conflict` unless the desk has asked. */
export async function answerQuestion(ctx: Context<Member>, id: string, { answer }: AnswerInput): Promise<ReportView> {
  const { accountId } = ctx.actor;
  return transaction(ctx, async (tx) => {
    const { count } = await tx.db.hashReport.updateMany({
      where: { id, accountId, state: 'asked' },
      data: { state: 'waiting', answer: withoutAddresses(answer), version: { increment: 1 } },
    });
    const row = await tx.db.hashReport.findFirst({ where: { id, accountId } });
    if (!row) throw notFound();
    if (!count) throw new DomainError('conflict', 'The desk has not asked about this report, or you have answered.');
    await recordAudit(tx, 'hash_report.answered', accountId, { report: id });
    return toReportView(tx.db, row, tx.now);
  });
}

async function consumeReports({ db, actor }: Context<Member | UsageReader>): Promise<void> {
  const record = (await findRecords(db, [actor.accountId])).get(actor.accountId);
  if (record?.standing === 'poor') await consumeLimit('hash_report_poor_account', actor.accountId);
  await consumeLimit('hash_report_account', actor.accountId);
}

/** Keeps the caller's look-up of this hash as evidence, no longer as the caller's; null if there is none. */
async function keepLookUp(
  { db, now, actor }: Context<Member | UsageReader>,
  digest: string,
  id: string | undefined,
): Promise<string | null> {
  if (id === undefined) return null;
  const { count } = await db.storageQuestion.updateMany({
    where: {
      ...{ id, kind: HASH, userId: actor.kind === 'user' ? actor.userId : actor.accountId, expiresAt: { gt: now } },
      body: { path: ['digest'], equals: digest },
    },
    data: { userId: null, expiresAt: new Date(now.getTime() + TEXTS_KEPT_MS) },
  });
  return count ? id : null;
}
