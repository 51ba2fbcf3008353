import type Stripe from 'stripe';
import type { Context } from '#lib/base/context.ts';
import { isLiveStatus, isOurs, marksOf, planOfPrice, PLANS, type Plan, type PlanName } from '#lib/billing/plan.ts';
import { fromSeconds, idOf, isMissingAtStripe, SOON } from './client.ts';

/** Reads a subscription from Stripe; null if Stripe does not know it. */
export async function retrieveSubscription(ctx: Context, id: string): Promise<Stripe.Subscription | null> {
  const expand = ['items.data.price.product', 'latest_invoice', 'customer'];
  try {
    return await ctx.stripe().subscriptions.retrieve(id, { expand }, SOON);
  } catch (error) {
    if (isMissingAtStripe(error)) return null;
    throw error;
  }
}

/** The metadata that names what a customer keeps until the invoice of a change is paid, and when the change was made: `starter 2 1795860000`. */
export const SERVED_UNTIL_PAID = 'served_until_paid';

/** The metadata that names the kind of buyer: company or private. */
export const BUYER = 'buyer';

/** How far Stripe's clock and ours may differ. */
const CLOCKS_DIFFER_SECONDS = 600;

/**
 * What a customer keeps while the invoice of a change is open; null if the items decide. Stripe can hold a change back
 * only for cards (https://docs.stripe.com/billing/subscriptions/pending-updates): with a bank debit the items change at
 * once and the money takes days, so the change notes what it replaces. The time tells the invoice of this change from one
 * that the seller causes later.
 */
export function servedUntilPaid({ latest_invoice: invoice, metadata }: Stripe.Subscription) {
  const [, name, quantity, at] =
    /^(personal|starter|scale) (\d{1,4}) (\d{1,12})$/.exec(metadata[SERVED_UNTIL_PAID] ?? '') ?? [];
  if (!name || !isOpenInvoice(invoice) || invoice.billing_reason !== 'subscription_update') return null;
  if (Math.abs(invoice.created - Number(at)) > CLOCKS_DIFFER_SECONDS) return null;
  return { plan: PLANS[name as PlanName], quantity: Number(quantity) };
}

/** Whether an invoice that was read with its subscription has an amount to be paid. */
export const isOpenInvoice = (invoice: string | Stripe.Invoice | null): invoice is Stripe.Invoice =>
  invoice !== null && typeof invoice === 'object' && invoice.status === 'open' && invoice.amount_due > 0;

/**
 * The item of a subscription and the plan that it serves, decided by its first recurring item with a known price. `plan`
 * is null for an unknown price, so no key is made. Throws if there are no items.
 */
export function judgeItems(remote: Stripe.Subscription): { item: Stripe.SubscriptionItem; plan: Plan | null } {
  const items = remote.items.data;
  const known = items.find(({ price }) => price.recurring && planOfPrice(price));
  const item = known ?? items[0];
  if (!item) throw new Error(`subscription ${remote.id} has no items`);
  const plan = known ? planOfPrice(known.price) : null;
  return { item, plan: plan && (servedUntilPaid(remote)?.plan ?? plan) };
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

/** Whether a subscription has a price or product of our catalogue. The Stripe account may sell other things, too. */
export const isOfCatalogue = ({ items }: Stripe.Subscription): boolean =>
  items.data.some(
    ({ price }) => planOfPrice(price) !== null || isOurs(price.metadata) || isOurs(marksOf(price.product)),
  );

/** The columns of our row that follow from Stripe's subscription, and from whether its first payment is pending. */
export function factsOf(remote: Stripe.Subscription, awaitsPayment = isFirstPaymentPending(remote) ?? false) {
  const { item, plan } = judgeItems(remote);
  return {
    status: remote.status,
    stripePriceId: item.price.id,
    stripeProductId: idOf(item.price.product),
    plan: plan?.name ?? null,
    interval: item.price.recurring?.interval ?? 'month',
    quantity: servedUntilPaid(remote)?.quantity ?? Math.max(1, item.quantity ?? 1),
    currentPeriodEnd: fromSeconds(item.current_period_end),
    // A cancellation in the portal sets cancel_at and leaves cancel_at_period_end false: read both.
    cancelAt:
      fromSeconds(remote.cancel_at) ?? (remote.cancel_at_period_end ? fromSeconds(item.current_period_end) : null),
    endedAt: fromSeconds(remote.ended_at),
    startedAt: fromSeconds(remote.created),
    awaitsPayment,
    buyerKind: remote.metadata[BUYER] ?? null,
  };
}

/** The name of the Stripe product; if the product is deleted or was not expanded, its name in our catalogue. */
export function productNameOf(item: Stripe.SubscriptionItem, plan: Plan | null): string {
  const { product } = item.price;
  return typeof product === 'object' && !product.deleted ? product.name : (plan?.product ?? 'Unknown product');
}

/**
 * Whether the first payment is pending. A bank debit takes days: the subscription is live immediately, while its first
 * invoice is still open. Null if a later invoice, such as that of a change of plan, hides the first one.
 */
export function isFirstPaymentPending({
  status,
  collection_method: collection,
  latest_invoice: invoice,
}: Stripe.Subscription): boolean | null {
  if (!isLiveStatus(status) || collection !== 'charge_automatically') return false;
  if (!invoice || typeof invoice === 'string') return false;
  return invoice.billing_reason === 'subscription_create' ? isPending(invoice) : null;
}

/** Whether the first invoice of a subscription is open, for one whose latest invoice hides it. */
export async function findFirstPaymentPending(ctx: Context, { id }: Stripe.Subscription): Promise<boolean> {
  const { data } = await ctx.stripe().invoices.list({ subscription: id, status: 'open', limit: 100 }, SOON);
  return data.some((invoice) => invoice.billing_reason === 'subscription_create' && isPending(invoice));
}

const isPending = ({ status, amount_due: due }: Stripe.Invoice) => status === 'open' && due > 0;
