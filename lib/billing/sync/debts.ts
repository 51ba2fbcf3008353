/** What a subscription still owes, judged by Stripe's present state alone, because events may be lost. */
import type Stripe from 'stripe';
import { isEndedStatus } from '#lib/billing/plan.ts';

type Read = Stripe.Subscription;

/**
 * Whether a subscription was cancelled while its running period is not paid. Its period must not run to its end: the
 * payment for it is not collected, so it would be free, and the cancellation could be undone after that. A past-due
 * invoice for something else, such as a change of plan, does not count: its period may be paid.
 */
export const isCancelledUnpaid = ({ status, latest_invoice: invoice, ...remote }: Read): boolean =>
  status === 'past_due' &&
  (remote.cancel_at !== null || remote.cancel_at_period_end) &&
  isRead(invoice) &&
  invoice.status !== 'paid' &&
  invoice.billing_reason === 'subscription_cycle';

/**
 * The open invoice of a subscription that ended because it was cancelled. After Stripe's last attempt to collect a
 * payment, it stays due. A first invoice does not count: a bank may still be paying it.
 */
export function findOwed({
  status,
  cancellation_details: details,
  latest_invoice: invoice,
}: Read): Stripe.Invoice | null {
  if (status !== 'canceled' || details?.reason === 'payment_failed' || !isRead(invoice)) return null;
  return invoice.status === 'open' && invoice.billing_reason !== 'subscription_create' ? invoice : null;
}

/**
 * Whether an invoice of a subscription was paid after the end, so that the payment gives nothing. An invoice that was
 * made by the cancellation itself does not count.
 */
export function isPaidAfterEnd({ status, ended_at: endedAt }: Read, invoice: Stripe.Invoice): boolean {
  const { paid_at: paidAt } = invoice.status_transitions;
  if (!isEndedStatus(status) || endedAt === null || paidAt === null) return false;
  return invoice.status === 'paid' && invoice.amount_paid > 0 && paidAt > endedAt && invoice.created < endedAt;
}

/** The latest invoice, if it was paid after the end. */
export function findPaidAfterEnd(remote: Read): Stripe.Invoice | null {
  const { latest_invoice: invoice } = remote;
  return isRead(invoice) && isPaidAfterEnd(remote, invoice) ? invoice : null;
}

/** Whether an invoice was read together with its subscription. */
const isRead = (invoice: string | Stripe.Invoice | null): invoice is Stripe.Invoice =>
  invoice !== null && typeof invoice === 'object';
