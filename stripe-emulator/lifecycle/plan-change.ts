import { findRow, invalid, unsupported } from '../api/api-error.ts';
import type { Price, Subscription, SubscriptionItem } from '../model.ts';
import { change, type Context } from '../context.ts';
import { isLive, planOf } from './subscription-facts.ts';
import { buildItem } from './subscriptions.ts';
import { day } from '../pages/html.ts';
import { collectInvoice, issueInvoice, periodLines, type DraftLine } from './invoices.ts';
import { dropParked, park } from './pending-updates.ts';
import { nextPeriodEnd } from './period.ts';
import { copyOf } from '../store.ts';

export type ItemChange = { id?: string; price?: string; quantity?: number; deleted?: boolean };
export type Proration = 'always_invoice' | 'create_prorations' | 'none';
export type ChangeOptions = {
  proration: Proration;
  /** the time that the unused and the remaining part are counted from; by default now */
  at?: number | undefined;
  /** whether the change waits until its invoice is paid (`pending_if_incomplete`) */
  waits?: boolean;
};

/**
 * Changes price and quantity of a live subscription. A new interval starts a new period and is invoiced immediately.
 * Otherwise `proration` decides whether the difference for the rest of the period is invoiced now, with the next
 * invoice, or never (https://docs.stripe.com/billing/subscriptions/prorations). Throws StripeApiError.
 */
export function changePlan(
  ctx: Context,
  subscription: Subscription,
  changes: ItemChange[],
  { proration, at = ctx.now(), waits = false }: ChangeOptions,
) {
  if (!isLive(subscription))
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  if (subscription.schedule !== null) throw unsupported('items of a subscription with a schedule');
  requireWithinPeriod(subscription, at);
  change(ctx, 'customer.subscription.updated', subscription, (row) => {
    dropParked(ctx, row);
    const before = copyOf(row);
    for (const each of changes) applyChange(ctx, row, each);
    requireOneInterval(row.items.data);
    const isNewInterval = intervalOf(row.items.data) !== intervalOf(before.items.data);
    const invoice = isNewInterval
      ? startOver(ctx, row, before, proration, at)
      : settleDifference(ctx, row, before, proration, at);
    if (!invoice || collectInvoice(ctx, invoice)) return;
    if (waits) park(ctx, row, before, invoice);
    else row.status = 'past_due';
  });
}

function requireWithinPeriod(subscription: Subscription, at: number) {
  for (const { current_period_start: start, current_period_end: end } of subscription.items.data)
    if (at < start || at > end)
      throw invalid('Cannot specify `proration_date` outside of the current billing period.', 'proration_date');
}

function startOver(ctx: Context, row: Subscription, before: Subscription, proration: Proration, at: number) {
  restartPeriod(ctx, row);
  const unused = proration === 'none' ? [] : partLines(ctx, before, 'Unused time on', at, -1);
  return issueInvoice(ctx, row, 'subscription_update', [...unused, ...periodLines(ctx, row)]);
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
    item.price = copyOf(price);
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

/** A line for the rest of the current period of each item, before tax. */
function partLines(ctx: Context, { items }: Subscription, what: string, at: number, sign: 1 | -1): DraftLine[] {
  return items.data.map((item) => {
    const length = item.current_period_end - item.current_period_start;
    const rest = Math.max(0, item.current_period_end - at);
    const value = Math.round((item.price.unit_amount * item.quantity * rest) / length);
    const name = ctx.state.products[item.price.product]?.name ?? item.price.id;
    const description = `${what} ${item.quantity} × ${name} after ${day(at)}`;
    return { description, amount: sign * value, quantity: item.quantity, isProration: true, item };
  });
}

function settleDifference(ctx: Context, row: Subscription, before: Subscription, proration: Proration, at: number) {
  const { prorations } = ctx.state;
  const lines = [
    ...partLines(ctx, before, 'Unused time on', at, -1),
    ...partLines(ctx, row, 'Remaining time on', at, 1),
  ];
  const difference = lines.reduce((total, { amount }) => total + amount, 0);
  if (proration === 'none' || difference === 0) return null;
  const earlier = prorations[row.id] ?? 0;
  if (proration === 'create_prorations') {
    prorations[row.id] = earlier + difference;
    return null;
  }
  return issueInvoice(ctx, row, 'subscription_update', [...prorationLines(ctx, row), ...lines]);
}

/** Takes the amounts from earlier changes, which the next invoice charges. */
export function prorationLines(ctx: Context, subscription: Subscription): DraftLine[] {
  const amount = ctx.state.prorations[subscription.id];
  delete ctx.state.prorations[subscription.id];
  const description = 'Remaining time after the change of plan';
  return amount ? [{ description, amount, quantity: null, isProration: true }] : [];
}
