import type Stripe from 'stripe';
import type { Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { penceOf } from '#lib/billing/catalogue-price.ts';
import { lookupKey, planOfPrice, type BillingInterval } from '#lib/billing/plan.ts';
import type { PlanChangeQuery } from '#lib/billing/schema.ts';
import { findPrice } from '#lib/billing/stripe/prices.ts';
import { isOpenInvoice, judgeItems } from '#lib/billing/stripe/stripe-subscription.ts';
import { managedByUs } from './ask-for-change.ts';

/** When a change holds: once it is paid, or at the end of the paid period. */
export type Holds = 'now' | 'period_end';

/** A change that Stripe can be asked for. */
export type Change = {
  item: Stripe.SubscriptionItem;
  price: Stripe.Price;
  quantity: number;
  interval: BillingInterval;
  holds: Holds;
};

type Priced = { pence: number; interval: BillingInterval; quantity: number };

/**
 * When a change holds. More is paid before it is served: a higher price per unit of time and a longer interval hold
 * once they are paid. Any other change waits for the end of the period that is already paid.
 */
export function whenHolds(from: Priced, to: Priced): Holds {
  if (to.interval === 'year' && from.interval === 'month') return 'now';
  return yearly(to) > yearly(from) ? 'now' : 'period_end';
}

const yearly = ({ pence, interval, quantity }: Priced) => pence * quantity * (interval === 'year' ? 1 : 12);

/** Throws `conflict` if a subscription cannot be changed by its owner now, and says what to do. */
function assertChangeable(remote: Stripe.Subscription): void {
  const { items, collection_method: collection, latest_invoice: invoice } = remote;
  const [item] = items.data;
  if (items.data.length !== 1 || !item || !planOfPrice(item.price) || collection !== 'charge_automatically')
    throw managedByUs();
  if (remote.status === 'past_due')
    throw new DomainError('conflict', 'Your last payment failed. Pay the open invoice first.');
  if (remote.cancel_at !== null || remote.cancel_at_period_end)
    throw new DomainError('conflict', 'Your plan is about to end. Resume it first.');
  // Stripe would credit the unused time of a period that is not paid.
  if (!remote.pending_update && isOpenInvoice(invoice))
    throw new DomainError('conflict', 'Your last payment has not arrived yet. Change your plan when it has.');
}

/** Judges a change of a subscription. Throws `conflict` if it cannot be made or changes nothing. */
export async function judgeChange(ctx: Context, remote: Stripe.Subscription, wanted: PlanChangeQuery): Promise<Change> {
  assertChangeable(remote);
  const { item } = judgeItems(remote);
  const { plan, interval, quantity } = wanted;
  const present = intervalOf(item.price);
  const isSamePrice = planOfPrice(item.price)?.name === plan && present === interval;
  if (isSamePrice && item.quantity === quantity) throw new DomainError('conflict', 'You have this plan already.');
  // Who keeps the plan keeps its price, even if new customers pay another one.
  const price = isSamePrice ? item.price : await findPrice(ctx, lookupKey(plan, interval));
  const from = { ...pricedAs(item, present, interval), quantity: item.quantity ?? 1 };
  const holds = whenHolds(from, { pence: price.unit_amount ?? 0, interval, quantity });
  return { item, price, quantity, interval, holds };
}

/** What the present plan costs. A year is cheaper than twelve months, so that a change to months is judged by months. */
function pricedAs({ price }: Stripe.SubscriptionItem, present: BillingInterval, wanted: BillingInterval) {
  const plan = planOfPrice(price);
  if (plan && present === 'year' && wanted === 'month') return { pence: penceOf(plan.name, 'month'), interval: wanted };
  return { pence: price.unit_amount ?? 0, interval: present };
}

export const intervalOf = ({ recurring }: Stripe.Price): BillingInterval =>
  recurring?.interval === 'year' ? 'year' : 'month';
