import type Stripe from 'stripe';
import type { Context } from '#lib/context.ts';
import { isLiveStatus, planOfLookupKey, type Plan } from './plan.ts';
import { fromSeconds, idOf, isMissingAtStripe, SOON } from './stripe.ts';

/** A subscription as Stripe says it is now; null when it does not know it. */
export async function retrieveSubscription(ctx: Context, id: string): Promise<Stripe.Subscription | null> {
  const expand = ['items.data.price.product', 'latest_invoice'];
  try {
    return await ctx.stripe().subscriptions.retrieve(id, { expand }, SOON);
  } catch (error) {
    if (isMissingAtStripe(error)) return null;
    throw error;
  }
}

/** What a subscription is for: its first known recurring item decides. Anything odd is flagged for an admin, and invents no key. */
export function judgeItems(remote: Stripe.Subscription): {
  item: Stripe.SubscriptionItem;
  plan: Plan | null;
  flags: string[];
} {
  const items = remote.items.data;
  const known = items.find(({ price }) => price.recurring && planOfLookupKey(price.lookup_key));
  const item = known ?? items[0];
  if (!item) throw new Error(`subscription ${remote.id} has no items`);
  const plan = known ? planOfLookupKey(known.price.lookup_key) : null;
  return { item, plan, flags: [...(plan ? [] : ['unknown_price']), ...(items.length > 1 ? ['several_items'] : [])] };
}

/** What of our row follows from Stripe's subscription alone. */
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

/** The product's name at Stripe, where the item was read with it. */
export function productNameOf(item: Stripe.SubscriptionItem, plan: Plan | null): string {
  const { product } = item.price;
  return typeof product === 'object' && !product.deleted ? product.name : (plan?.product ?? 'Unknown product');
}

/** A bank debit takes days: the subscription is live at once, its first invoice still open. */
function awaitsPayment({
  status,
  collection_method: collection,
  latest_invoice: invoice,
}: Stripe.Subscription): boolean {
  if (!isLiveStatus(status) || collection !== 'charge_automatically') return false;
  if (!invoice || typeof invoice === 'string') return false;
  return invoice.billing_reason === 'subscription_create' && invoice.status === 'open' && invoice.amount_due > 0;
}
