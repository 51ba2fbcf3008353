import type Stripe from 'stripe';
import type { Context, Member } from '#lib/context.ts';
import { DomainError } from '#lib/errors.ts';
import { ofKnownCustomer } from '#lib/billing/sync/customer.ts';
import { chargedAt } from '#lib/billing/overview/overview.ts';
import { LIVE_STATUSES, lookupKey } from '#lib/billing/plan.ts';
import { findPrice } from '#lib/billing/stripe/prices.ts';
import type { PlanChangeQuery } from '#lib/billing/schema.ts';
import type { PlanChangePreview } from '#lib/billing/views.ts';
import { askStripe, fromSeconds, isNothingUpcoming, SOON } from '#lib/billing/stripe/client.ts';

/**
 * Stripe's preview of a change of plan: the amount due today, the next invoice, and the amount of each later one.
 * Changes nothing. Throws `conflict` without a live subscription or if it is about to end, and `unavailable` while
 * Stripe is down.
 */
export async function previewPlanChange(ctx: Context<Member>, change: PlanChangeQuery): Promise<PlanChangePreview> {
  const row = await ctx.db.subscription.findFirst({
    where: { userId: ctx.actor.userId, status: { in: [...LIVE_STATUSES] } },
    orderBy: { startedAt: 'desc' },
    select: { stripeSubscriptionId: true, interval: true },
  });
  if (!row) throw new DomainError('conflict', 'You have no subscription to change.');
  const [preview, regular] = await askStripe(() =>
    ofKnownCustomer(ctx, () => ask(ctx, row.stripeSubscriptionId, change)),
  );
  const net = preview.total_excluding_tax ?? preview.subtotal;
  const isDueNow = row.interval !== change.interval; // a new interval starts a new period immediately
  const at = chargedAt(preview).toISOString();
  return {
    amount: preview.amount_due,
    tax: preview.total - net,
    currency: preview.currency,
    at,
    due_now: isDueNow,
    lines: preview.lines.data.map(({ description, amount }) => ({ description: description ?? 'Plan', amount })),
    due_today: isDueNow ? preview.amount_due : 0,
    next_invoice: isDueNow
      ? { amount: regular.amount_due, at: periodEndOf(preview).toISOString() }
      : { amount: preview.amount_due, at },
    then: { amount: regular.amount_due, interval: change.interval },
  };
}

/** The end of the period that an invoice begins. */
const periodEndOf = ({ lines }: Stripe.Invoice): Date =>
  fromSeconds(Math.max(...lines.data.map(({ period }) => period.end)));

/** Previews of the next invoice after a change, with and without proration. */
async function ask(
  ctx: Context,
  subscription: string,
  change: PlanChangeQuery,
): Promise<[Stripe.Invoice, Stripe.Invoice]> {
  const price = await findPrice(ctx, lookupKey(change.plan, change.interval));
  const { items } = await ctx.stripe().subscriptions.retrieve(subscription, {}, SOON);
  const [item] = items.data;
  if (!item) throw new DomainError('conflict', 'This subscription cannot be changed here. Please contact support.');
  const preview = (more: { proration_behavior?: 'none' }) => {
    const details = { items: [{ id: item.id, price: price.id, quantity: change.quantity }], ...more };
    return ctx.stripe().invoices.createPreview({ subscription, subscription_details: details }, SOON);
  };
  try {
    return await Promise.all([preview({}), preview({ proration_behavior: 'none' })]);
  } catch (error) {
    if (isNothingUpcoming(error))
      throw new DomainError('conflict', 'Your subscription is about to end. Undo the cancellation first.');
    throw error;
  }
}
