import type Stripe from 'stripe';
import { mailAccount } from '#lib/accounts/recipients.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { lockInTransaction } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { log } from '#lib/base/log.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { customerTime } from '#lib/base/text/format.ts';
import { DAY } from '#lib/base/time.ts';
import { boughtOf } from '#lib/billing/bought.ts';
import { isEndedStatus } from '#lib/billing/plan.ts';
import { retrieveSubscription } from '#lib/billing/stripe/stripe-subscription.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';
import type { PlanView } from '#lib/billing/views.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { findOwnSubscription } from './own-subscription.ts';
import { getPlan } from './plan.ts';
import { countDaysSince, findLastDayToWithdraw } from './withdrawal-end.ts';

/**
 * Withdraws the caller from the contract. The withdrawal holds when it is recorded, whether or not Stripe answers: the
 * job `billing.withdraw` ends the subscription and pays back. Throws `conflict` without the right, and `rate_limited`.
 */
export async function withdraw(ctx: Context<Member>): Promise<PlanView> {
  await consumeLimit('plan_change_account', ctx.actor.accountId);
  const found = await findOwnSubscription(ctx);
  if (!found || !(await findLastDayToWithdraw(ctx, found)))
    throw new DomainError('conflict', 'The time to withdraw from this contract is over.');
  await transaction(ctx, async (tx) => {
    await lockInTransaction(tx.db, `stripe-subscription:${found.stripeSubscriptionId}`);
    if (await tx.db.withdrawal.findUnique({ where: { subscriptionId: found.id } })) return;
    const refund = contacts().withdrawalRefund;
    await tx.db.withdrawal.create({ data: { subscriptionId: found.id, askedAt: tx.now, refund } });
    await recordAudit(tx, 'subscription.withdrawn', ctx.actor.accountId, {
      subscription: found.stripeSubscriptionId,
      refund,
    });
    await mailAccount(tx, { accountId: ctx.actor.accountId, permission: 'pay' }, 'withdrawn', {
      ...boughtOf(found),
      at: customerTime(tx.now),
      refund,
      supportMail: contacts().supportMail,
    });
    await enqueue(tx.db, 'billing.withdraw', { subscription: found.stripeSubscriptionId });
  });
  try {
    await settleWithdrawal(ctx, { subscription: found.stripeSubscriptionId });
  } catch (error) {
    log().warn({ err: error, requestId: ctx.requestId }, 'withdrawal not settled, its job will try again');
  }
  return getPlan(ctx);
}

/**
 * The job `billing.withdraw`: ends the subscription at Stripe and pays back by a credit note for each paid invoice, which
 * refunds its payment (https://docs.stripe.com/api/credit_notes/create). Open invoices are voided. Each step has an
 * idempotency key, so it is safe to repeat and to run twice at once.
 */
export async function settleWithdrawal(ctx: Context, { subscription }: { subscription: string }): Promise<void> {
  const row = await ctx.db.subscription.findUnique({
    where: { stripeSubscriptionId: subscription },
    include: { withdrawal: true },
  });
  if (!row?.withdrawal || row.withdrawal.settledAt) return;
  const remote = await retrieveSubscription(ctx, subscription);
  if (remote && !isEndedStatus(remote.status)) await ctx.stripe().subscriptions.cancel(subscription);
  const { data: invoices } = await ctx.stripe().invoices.list({ subscription, limit: 100 });
  const { days } = await countDaysSince(ctx, row.startedAt, row.withdrawal.askedAt);
  const daysUsed = row.withdrawal.refund === 'all' ? 0 : days;
  let amount = 0;
  for (const invoice of invoices) amount += await payBack(ctx, invoice, daysUsed);
  await readAndSync(ctx, subscription);
  const currency = invoices[0]?.currency ?? null;
  await transaction(ctx, async (tx) => {
    const where = { subscriptionId: row.id, settledAt: null };
    const { count } = await tx.db.withdrawal.updateMany({ where, data: { settledAt: tx.now, amount, currency } });
    if (count)
      await recordAudit(tx, 'subscription.withdrawal_settled', row.accountId, { subscription, amount, currency });
  });
}

/** Pays back what of an invoice is owed after so many days of use; returns the amount. */
async function payBack(ctx: Context, invoice: Stripe.Invoice, daysUsed: number): Promise<number> {
  const id = invoice.id ?? '';
  if (invoice.status === 'open') await ctx.stripe().invoices.voidInvoice(id);
  if (invoice.status !== 'paid' || invoice.amount_paid === 0) return 0;
  const periods = invoice.lines.data.map(({ period }) => period);
  const seconds = Math.max(...periods.map(({ end }) => end)) - Math.min(...periods.map(({ start }) => start));
  const share = Math.min(1, (daysUsed * DAY) / (seconds * 1000));
  const amount = invoice.amount_paid - Math.floor(invoice.amount_paid * share); // rounded for the buyer
  if (amount === 0) return 0;
  await ctx
    .stripe()
    .creditNotes.create(
      { invoice: id, amount, refund_amount: amount, reason: 'order_change', metadata: { reason: 'withdrawal' } },
      { idempotencyKey: `withdraw-${id}` },
    );
  return amount;
}
