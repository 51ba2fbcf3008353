import type Stripe from 'stripe';
import type { Context } from '#lib/context.ts';
import { retrieveSubscription } from './remote.ts';

type Facts = { status: string; cancelAt: Date | null };

/**
 * Whether somebody cancelled a subscription, now or for its period's end, while its payment was past due. One that
 * Stripe gave up on after its last try was not cancelled: its invoice stays a debt.
 */
export function isCancelledPastDue(before: Facts | null, after: Facts, remote: Stripe.Subscription): boolean {
  if (after.status === 'past_due') return after.cancelAt !== null && (before?.cancelAt ?? null) === null;
  const wasCancelled = remote.cancellation_details?.reason !== 'payment_failed';
  return after.status === 'canceled' && before?.status === 'past_due' && wasCancelled;
}

/**
 * The job `billing.void_invoices`: Stripe asks nobody any more for what was open when a subscription was cancelled. Does
 * nothing when it goes on after all. Safe to repeat.
 */
export async function voidOpenInvoices(ctx: Context, { subscription }: { subscription: string }): Promise<void> {
  const remote = await retrieveSubscription(ctx, subscription);
  if (!remote || !isEnding(remote)) return;
  const { invoices } = ctx.stripe();
  const open = await invoices.list({ subscription, status: 'open', limit: 100 });
  for (const { id } of open.data) if (id) await invoices.voidInvoice(id);
}

const isEnding = ({ status, cancel_at: at, cancel_at_period_end: isAtPeriodEnd }: Stripe.Subscription) =>
  status === 'canceled' || at !== null || isAtPeriodEnd;
