import { findRow, invalid } from '../api/api-error.ts';
import type { Price, Subscription, SubscriptionItem } from '../model.ts';
import { change, type Context } from '../context.ts';
import { buildItem, isLive, planOf } from './subscriptions.ts';
import { collectInvoice, issueInvoice, periodLines } from './invoices.ts';
import { nextPeriodEnd } from './period.ts';

export type ItemChange = { id?: string; price?: string; quantity?: number; deleted?: boolean };
export type Proration = 'always_invoice' | 'create_prorations' | 'none';

/**
 * Changes price and quantity of a live subscription. A new interval starts a new period and is invoiced immediately.
 * Otherwise `proration` decides whether the difference for the rest of the period is invoiced now, with the next
 * invoice, or never. Throws StripeApiError.
 */
export function changePlan(ctx: Context, subscription: Subscription, changes: ItemChange[], proration: Proration) {
  if (!isLive(subscription))
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  const unusedBefore = unusedValue(ctx, subscription);
  const intervalBefore = intervalOf(subscription.items.data);
  let invoice = null;
  change(ctx, 'customer.subscription.updated', subscription, (row) => {
    for (const each of changes) applyChange(ctx, row, each);
    requireOneInterval(row.items.data);
    if (intervalOf(row.items.data) !== intervalBefore) {
      restartPeriod(ctx, row);
      const credit = { description: 'Unused time on the previous plan', amount: -unusedBefore, quantity: null };
      invoice = issueInvoice(ctx, row, 'subscription_update', [
        ...(proration === 'none' ? [] : [credit]),
        ...periodLines(ctx, row),
      ]);
    } else {
      invoice = settleDifference(ctx, row, unusedValue(ctx, row) - unusedBefore, proration);
    }
    if (invoice && !collectInvoice(ctx, invoice)) row.status = 'past_due';
  });
}

function applyChange(ctx: Context, subscription: Subscription, each: ItemChange) {
  const items = subscription.items.data;
  if (each.quantity !== undefined && each.quantity < 1)
    throw invalid('Invalid quantity: must be at least 1.', 'items[0][quantity]');
  if (each.id === undefined) {
    if (each.price === undefined)
      throw invalid('Missing required param: items[0][price].', 'items[0][price]', 'parameter_missing');
    const price = usablePrice(ctx, each.price, subscription.currency);
    if (items.some((item) => item.price.id === price.id)) {
      throw invalid(`Cannot add multiple subscription items with the same plan: ${price.id}`, 'items[0][price]');
    }
    items.push(buildItem(ctx, subscription.id, price, each.quantity ?? 1, subscription.billing_cycle_anchor));
    return;
  }
  const index = items.findIndex((item) => item.id === each.id);
  const item = items[index];
  if (!item) throw invalid(`No such subscription item: '${each.id}'`, 'items[0][id]', 'resource_missing');
  if (each.deleted) {
    if (items.length === 1) throw invalid('A subscription must have at least one active plan.', 'items');
    items.splice(index, 1);
    return;
  }
  if (each.price !== undefined && each.price !== item.price.id) {
    const price = usablePrice(ctx, each.price, subscription.currency);
    item.price = structuredClone(price);
    item.plan = planOf(ctx, price);
  }
  if (each.quantity !== undefined) item.quantity = each.quantity;
}

/** The price with this id. Throws StripeApiError if a subscription cannot use it. */
export function usablePrice(ctx: Context, id: string, currency: string, param = 'items[0][price]'): Price {
  const price = findRow(ctx.state.prices, id, 'price', param);
  if (!price.active) throw invalid('The price specified is inactive. This field only accepts active prices.', param);
  if (!price.recurring)
    throw invalid(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      param,
    );
  if (price.currency !== currency)
    throw invalid(`The price specified only supports \`${price.currency}\`; \`${currency}\` was expected.`, param);
  return price;
}

function requireOneInterval(items: SubscriptionItem[]) {
  const intervals = new Set(items.map((item) => intervalOf([item])));
  if (intervals.size > 1)
    throw invalid(
      'All prices on a subscription must have the same `recurring.interval` and `recurring.interval_count`.',
      'items',
    );
}

const intervalOf = ([item]: SubscriptionItem[]) =>
  `${item?.price.recurring?.interval_count} ${item?.price.recurring?.interval}`;

function restartPeriod(ctx: Context, subscription: Subscription) {
  const now = ctx.now();
  subscription.billing_cycle_anchor = now;
  delete ctx.state.prorations[subscription.id];
  for (const item of subscription.items.data) {
    const { recurring } = item.price;
    item.current_period_start = now;
    if (recurring) item.current_period_end = nextPeriodEnd(now, now, recurring.interval, recurring.interval_count);
  }
}

/** The value of the rest of the current period, before tax. */
function unusedValue(ctx: Context, subscription: Subscription): number {
  return subscription.items.data.reduce((total, item) => {
    const length = item.current_period_end - item.current_period_start;
    const rest = Math.max(0, item.current_period_end - ctx.now());
    return total + Math.round((item.price.unit_amount * item.quantity * rest) / length);
  }, 0);
}

function settleDifference(ctx: Context, subscription: Subscription, difference: number, proration: Proration) {
  const { prorations } = ctx.state;
  if (proration === 'none' || difference === 0) return null;
  const owed = (prorations[subscription.id] ?? 0) + difference;
  if (proration === 'create_prorations' || owed <= 0) {
    prorations[subscription.id] = owed;
    return null;
  }
  delete prorations[subscription.id];
  const line = { description: 'Remaining time after the change of plan', amount: owed, quantity: null };
  return issueInvoice(ctx, subscription, 'subscription_update', [line]);
}
