import type Stripe from 'stripe';
import type { Context } from '#lib/base/context.ts';
import { isEndedStatus } from '#lib/billing/plan.ts';
import { idOf } from '#lib/billing/stripe/client.ts';
import { retrieveSubscription } from '#lib/billing/stripe/stripe-subscription.ts';
import { raiseAlert } from './alerts.ts';
import { findOwed, isCancelledUnpaid } from './debts.ts';
import { readAndSync } from './sync.ts';

/**
 * The job `billing.end_unpaid`: ends a subscription that was cancelled while its running period is not paid, at once.
 * Stripe neither credits nor invoices anything for it (https://docs.stripe.com/api/subscriptions/cancel: `prorate` and
 * `invoice_now` are false by default). Does nothing if the cancellation was undone or the payment arrived. Safe to
 * repeat.
 */
export async function endUnpaid(ctx: Context, { subscription }: { subscription: string }): Promise<void> {
  const remote = await retrieveSubscription(ctx, subscription);
  if (remote && isCancelledUnpaid(remote)) await ctx.stripe().subscriptions.cancel(subscription);
  await readAndSync(ctx, subscription);
}

/**
 * The job `billing.end_subscription`: ends a subscription at once, as an admin asked. Stripe refunds nothing
 * (https://docs.stripe.com/api/subscriptions/cancel). Does nothing more if it has ended. Safe to repeat.
 */
export async function endSubscription(ctx: Context, { subscription }: { subscription: string }): Promise<void> {
  const remote = await retrieveSubscription(ctx, subscription);
  if (remote && !isEndedStatus(remote.status)) await ctx.stripe().subscriptions.cancel(subscription);
  await readAndSync(ctx, subscription);
}

/**
 * The job `billing.void_invoices`: voids the open invoices for periods that a cancelled subscription did not use. Any
 * other open invoice is owed, which is for a person to settle: it raises an alert, once. Voiding cannot be undone
 * (https://docs.stripe.com/api/invoices/void), so it needs proof that nothing is owed. Safe to repeat.
 */
export async function settleDebts(ctx: Context, { subscription }: { subscription: string }): Promise<void> {
  const remote = await retrieveSubscription(ctx, subscription);
  if (!remote || !findOwed(remote)) return;
  const { invoices } = ctx.stripe();
  const paid = await invoices.list({ subscription, status: 'paid', limit: 100 });
  const unused = { after: lastPaidMoment(paid.data), before: remote.ended_at ?? 0 };
  const open = await invoices.list({ subscription, status: 'open', limit: 100 });
  // The latest comes last: while it is open, verify still finds the difference.
  for (const invoice of open.data.toReversed()) {
    if (isUnused(invoice, unused) && hasFailed(invoice) && !(await isBeingPaid(ctx, invoice)))
      await invoices.voidInvoice(invoice.id ?? '');
    else await alertOwed(ctx, remote, invoice);
  }
}

/** The end of the last period that was paid. */
const lastPaidMoment = (paid: readonly Stripe.Invoice[]): number =>
  Math.max(0, ...paid.flatMap(({ lines }) => lines.data.map(({ period }) => period.end)));

/**
 * Whether each line is for time after the last paid period that had not passed when the subscription ended. The days
 * between a failed payment and the end are given away; a whole period, or a change of plan in the past, is not.
 */
const isUnused = ({ lines }: Stripe.Invoice, { after, before }: { after: number; before: number }): boolean =>
  !lines.has_more && lines.data.every(({ period }) => period.start >= after && period.end > before);

/** Whether an automatic attempt to collect the payment has failed, if it is not still under way. */
const hasFailed = ({ collection_method: method, attempt_count: attempts }: Stripe.Invoice): boolean =>
  method === 'charge_automatically' && attempts > 0;

/**
 * Whether a payment is under way, for days in the case of a bank debit. An invoice does not show that: its payment
 * intent does (https://docs.stripe.com/payments/paymentintents/lifecycle).
 */
async function isBeingPaid(ctx: Context, { id }: Stripe.Invoice): Promise<boolean> {
  const { data } = await ctx.stripe().invoicePayments.list({ invoice: id ?? '', status: 'open', limit: 100 });
  for (const { payment } of data) {
    const intent = idOf(payment.payment_intent ?? null);
    if (!intent) return true; // a kind of payment that we do not know
    const { status } = await ctx.stripe().paymentIntents.retrieve(intent);
    if (status === 'processing' || status === 'requires_capture') return true;
  }
  return false;
}

async function alertOwed(ctx: Context, remote: Stripe.Subscription, invoice: Stripe.Invoice): Promise<void> {
  const where = { stripeSubscriptionId: remote.id };
  const row = await ctx.db.subscription.findUnique({ where, select: { accountId: true } });
  await raiseAlert(ctx, {
    kind: 'owed_after_end',
    subject: invoice.id ?? remote.id,
    stripeSubscriptionId: remote.id,
    stripeCustomerId: idOf(remote.customer),
    accountId: row?.accountId ?? null,
  });
}
