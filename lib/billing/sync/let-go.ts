import type Stripe from 'stripe';
import { retrieveSubscription } from '#lib/billing/stripe/stripe-subscription.ts';
import type { Context } from '#lib/context.ts';

type Facts = { status: string; cancelAt: Date | null };

/**
 * Whether a subscription was cancelled, immediately or for the end of its period, while its payment was past due. A
 * subscription that Stripe ended after its last retry does not count: its invoice stays due.
 */
export function isCancelledPastDue(before: Facts | null, after: Facts, remote: Stripe.Subscription): boolean {
  if (after.status === 'past_due') return after.cancelAt !== null && (before?.cancelAt ?? null) === null;
  return isCancelledUnpaid(remote);
}

/**
 * Whether a subscription has ended at someone's request with an open invoice. Judges by Stripe's present state alone,
 * because the events before the end may be lost. A first invoice does not count: a bank may still be paying it.
 */
export function isCancelledUnpaid({ status, cancellation_details: details, latest_invoice: invoice }: Read): boolean {
  if (status !== 'canceled' || details?.reason === 'payment_failed') return false;
  return isOpen(invoice) && invoice.billing_reason !== 'subscription_create';
}
type Read = Pick<Stripe.Subscription, 'status' | 'cancellation_details' | 'latest_invoice'>;

/** Whether an invoice that was read with its subscription is open. */
export const isOpen = (invoice: string | Stripe.Invoice | null): invoice is Stripe.Invoice =>
  invoice !== null && typeof invoice === 'object' && invoice.status === 'open';

/**
 * The job `billing.void_invoices`: voids the open invoices of a cancelled subscription, so that Stripe stops collecting
 * them. Does nothing if the cancellation was undone. Safe to repeat.
 */
export async function voidOpenInvoices(ctx: Context, { subscription }: { subscription: string }): Promise<void> {
  const remote = await retrieveSubscription(ctx, subscription);
  if (!remote || !isEnding(remote)) return;
  const { invoices } = ctx.stripe();
  const open = await invoices.list({ subscription, status: 'open', limit: 100 });
  // The latest comes last: while it is open, verify still finds the difference.
  for (const { id } of open.data.toReversed()) if (id) await invoices.voidInvoice(id);
}

const isEnding = ({ status, cancel_at: at, cancel_at_period_end: isAtPeriodEnd }: Stripe.Subscription) =>
  status === 'canceled' || at !== null || isAtPeriodEnd;
