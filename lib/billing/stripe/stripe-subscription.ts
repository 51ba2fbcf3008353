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
 * The item and plan of a subscription, decided by its first recurring item with a known price. An unknown price (`plan`
 * is null, so no key is made) and further items are flagged for an admin. Throws if there are no items.
 */
export function judgeItems(remote: Stripe.Subscription): {
  item: Stripe.SubscriptionItem;
  plan: Plan | null;
  flags: string[];
} {
  const items = remote.items.data;
  const known = items.find(({ price }) => price.recurring && planOfPrice(price));
  const item = known ?? items[0];
  if (!item) throw new Error(`subscription ${remote.id} has no items`);
  const plan = known ? planOfPrice(known.price) : null;
  return { item, plan, flags: [...(plan ? [] : ['unknown_price']), ...(items.length > 1 ? ['several_items'] : [])] };
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

/** The product's name at Stripe if the item was read with its product, else the plan's. */
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
