import { mailAccount } from '#lib/accounts/recipients.ts';
import type { Context } from '#lib/base/context.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { env } from '#lib/base/settings/env.ts';
import { type ReportRow, toReportView } from './queries.ts';

/** Mails the reporter what became of a report, in the transaction that changes it. */
export async function mailReporter(tx: Context, row: ReportRow): Promise<void> {
  const { state } = row;
  if (state !== 'removed' && state !== 'gone' && state !== 'kept' && state !== 'asked') return;
  const account = await tx.db.account.findUnique({ where: { id: row.accountId }, select: { blockedAt: true } });
  if (!account || account.blockedAt) return;
  const { digest, hosts, reason, question, stays_away_until: until } = await toReportView(tx.db, row, tx.now);
  const removed = hosts.flatMap(({ server, removed_at: removedAt }) => (removedAt ? [{ server, removedAt }] : []));
  await mailAccount(tx, { accountId: row.accountId, permission: 'operate' }, 'hash_report', {
    ...{ state, digest, until },
    text: state === 'asked' ? question : reason,
    hosts: removed.toSorted((a, b) => a.removedAt.localeCompare(b.removedAt)),
    url: `${env().APP_URL}/reports`,
    supportMail: contacts().supportMail,
  });
}
