import type Stripe from 'stripe';
import { isLiveStatus, planOfPrice, type Plan } from '#lib/billing/plan.ts';
import type { Context } from '#lib/context.ts';
import { fromSeconds, idOf, isMissingAtStripe, SOON } from './client.ts';

/** Reads a subscription from Stripe; null if Stripe does not know it. */
export async function retrieveSubscription(ctx: Context, id: string): Promise<Stripe.Subscription | null> {
  const expand = ['items.data.price.product', 'latest_invoice'];
  try {
    return await ctx.stripe().subscriptions.retrieve(id, { expand }, SOON);
  } catch (error) {
    if (isMissingAtStripe(error)) return null;
    throw error;
  }
}

/**
 * The item and plan of a subscription, decided by its first recurring item with a known price. `plan` is null for an
 * unknown price, so no key is made. Throws if there are no items.
 */
export function judgeItems(remote: Stripe.Subscription): { item: Stripe.SubscriptionItem; plan: Plan | null } {
  const items = remote.items.data;
  const known = items.find(({ price }) => price.recurring && planOfPrice(price));
  const item = known ?? items[0];
  if (!item) throw new Error(`subscription ${remote.id} has no items`);
  return { item, plan: known ? planOfPrice(known.price) : null };
}

/** The flag of a subscription whose invoices Stripe does not collect. */
export const COLLECTION_PAUSED = 'collection_paused';

/** The flags for an admin that follow from Stripe's subscription alone (lib/billing/overview/review-queue.ts). */
export function flagsOf(remote: Stripe.Subscription): string[] {
  return [
    ...(judgeItems(remote).plan ? [] : ['unknown_price']),
    ...(remote.items.data.length > 1 ? ['several_items'] : []),
    ...(remote.pause_collection ? [COLLECTION_PAUSED] : []),
  ];
}

/** The columns of our row that follow from Stripe's subscription alone. */
export function factsOf(remote: Stripe.Subscription) {
  const { item, plan } = judgeItems(remote);
  return {
    status: remote.status,
    stripePriceId: item.price.id,
    stripeProductId: idOf(item.price.product),
    plan: plan?.name ?? null,
    interval: item.price.recurring?.interval ?? 'month',
    quantity: Math.max(1, item.quantity ?? 1),
    currentPeriodEnd: fromSeconds(item.current_period_end),
    // A cancellation in the portal sets cancel_at and leaves cancel_at_period_end false: read both.
    cancelAt:
      fromSeconds(remote.cancel_at) ?? (remote.cancel_at_period_end ? fromSeconds(item.current_period_end) : null),
    endedAt: fromSeconds(remote.ended_at),
    startedAt: fromSeconds(remote.created),
    awaitsPayment: awaitsPayment(remote),
  };
}

/** The Stripe product's name if it is expanded and not deleted, otherwise the plan's. */
export function productNameOf(item: Stripe.SubscriptionItem, plan: Plan | null): string {
  const { product } = item.price;
  return typeof product === 'object' && !product.deleted ? product.name : (plan?.product ?? 'Unknown product');
}

/**
 * Whether the first payment is pending. A bank debit takes days: the subscription is live immediately, while its first
 * invoice is still open.
 */
function awaitsPayment({
  status,
  collection_method: collection,
  latest_invoice: invoice,
}: Stripe.Subscription): boolean {
  if (!isLiveStatus(status) || collection !== 'charge_automatically') return false;
  if (!invoice || typeof invoice === 'string') return false;
  return invoice.billing_reason === 'subscription_create' && invoice.status === 'open' && invoice.amount_due > 0;
}
