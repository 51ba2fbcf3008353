/** The worker process: runs queued and scheduled jobs until SIGTERM or SIGINT. */
import '#lib/base/settings/node-version.mjs';
import { hasStarted } from '#lib/base/one-line-errors.ts';
import { sweepExpired } from '#lib/admin/sweep-expired.ts';
import { ensureAuditPartitions, forgetAuditOrigins } from '#lib/audit/partitions.ts';
import { mailResetLink } from '#lib/auth/settings/password-reset.ts';
import { warnOfExpiringCards } from '#lib/billing/sync/cards.ts';
import { settleWithdrawal } from '#lib/billing/change/withdraw.ts';
import { cancelOrphan, closeCheckouts, followEmail } from '#lib/billing/sync/customer.ts';
import { reconcile } from '#lib/billing/reconcile/reconcile.ts';
import { endSubscription, endUnpaid, settleDebts } from '#lib/billing/sync/settle-debts.ts';
import { sweepEvents } from '#lib/billing/reconcile/sweep.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';
import { closeDb, db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { retireFuzzyKey } from '#lib/fuzzy-keys/rotate.ts';
import { closeQueue, enqueue, startWorking, type JobHandlers } from '#lib/jobs/queue.ts';
import { log } from '#lib/base/log.ts';
import { deliverMail } from '#lib/mail/service.ts';
import { startHeartbeat } from '#lib/operation/heartbeat.ts';
import { deliverLogout } from '#lib/oauth/logout/deliver-logout.ts';
import { rotateSigningKeys } from '#lib/oauth/store/rotate-signing-keys.ts';
import { release, runsFrom } from '#lib/base/settings/release.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { followSources, forgetOldSources } from '#lib/sources/follow-sources.ts';
import { announceSubprocessors, findNoticeProblem } from '#lib/subprocessors/announce.ts';
import { sendUsageAlerts } from '#lib/usage/alerts/alerts.ts';
import { rankKeysByUsage } from '#lib/usage/ranking/rank-keys.ts';
import { foldUsage } from '#lib/usage/ingest/fold.ts';
import { retainUsage } from '#lib/usage/ingest/retention.ts';
import { mailVerification } from '#lib/auth/sign-up/verify-email.ts';

runsFrom(import.meta.dirname);
const contextOf = (job: string) => processContext({ kind: 'system', job });

const handlers: JobHandlers = {
  'mail.send': (payload) => deliverMail(contextOf('mail.send'), payload),
  'password_reset.mail': (payload) => mailResetLink(contextOf('password_reset.mail'), payload),
  'verification.mail': (payload) => mailVerification(contextOf('verification.mail'), payload),
  'fuzzy_key.retire': (payload) => retireFuzzyKey(contextOf('fuzzy_key.retire'), payload),
  'billing.sync': ({ subscription }) => readAndSync(contextOf('billing.sync'), subscription),
  'billing.cancel': (payload) => cancelOrphan(contextOf('billing.cancel'), payload),
  'billing.end_subscription': (payload) => endSubscription(contextOf('billing.end_subscription'), payload),
  'billing.end_unpaid': (payload) => endUnpaid(contextOf('billing.end_unpaid'), payload),
  'billing.void_invoices': (payload) => settleDebts(contextOf('billing.void_invoices'), payload),
  'billing.close_checkouts': (payload) => closeCheckouts(contextOf('billing.close_checkouts'), payload),
  'billing.withdraw': (payload) => settleWithdrawal(contextOf('billing.withdraw'), payload),
  'billing.follow_email': (payload) => followEmail(contextOf('billing.follow_email'), payload),
  'billing.reconcile': () => reconcile(contextOf('billing.reconcile')),
  'billing.sweep': () => sweepEvents(contextOf('billing.sweep')),
  'billing.cards': () => warnOfExpiringCards(contextOf('billing.cards')),
  'usage.fold': () => foldUsage(contextOf('usage.fold')),
  'usage.alert': () => sendUsageAlerts(contextOf('usage.alert')),
  'usage.rank': () => rankKeysByUsage(contextOf('usage.rank')),
  'usage.sources': () => followSources(contextOf('usage.sources')),
  'usage.retain': async () => {
    const ctx = contextOf('usage.retain');
    await ensureAuditPartitions(ctx);
    await forgetAuditOrigins(ctx);
    return { ...(await retainUsage(ctx)), ...(await forgetOldSources(ctx)) };
  },
  'expired.sweep': () => sweepExpired(contextOf('expired.sweep')),
  'oauth.logout': (payload) => deliverLogout(contextOf('oauth.logout'), payload),
  'signing_keys.rotate': () => rotateSigningKeys(contextOf('signing_keys.rotate')),
  'subprocessors.announce': () => announceSubprocessors(contextOf('subprocessors.announce')),
};

const late = await findNoticeProblem(db());
if (late) throw new Error(late);
const stopWorking = await startWorking(handlers);
await enqueue(db(), 'subprocessors.announce', {});
const stopHeartbeat = await startHeartbeat(db());
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    log().info({ signal }, 'stopping');
    stopHeartbeat();
    await stopWorking();
    await Promise.allSettled([closeQueue(), closeDb()]);
    process.exit(0);
  });
}

// Last: who reads this line may send SIGTERM at once.
hasStarted();
log().info({ mode: env().APP_MODE, ...release(), jobs: Object.keys(handlers) }, 'worker started');
