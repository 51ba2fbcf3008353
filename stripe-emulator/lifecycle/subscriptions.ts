import { findRow, invalid } from '../api/api-error.ts';
import { change, type Context } from '../context.ts';
import type { Coupon, Invoice, Metadata, Price, Subscription, SubscriptionItem } from '../model.ts';
import { percentOffBy } from './discounts.ts';
import { issueInvoice, periodLines, voidInvoice } from './invoices.ts';
import { dropParked } from './pending-updates.ts';
import { nextPeriodEnd } from './period.ts';
import { endSchedule } from './schedules.ts';
import { isEnded, isLive, planOf } from './subscription-facts.ts';
import { copyOf } from '../store.ts';

export type NewSubscription = {
  id?: string;
  customer: string;
  items: { price: Price; quantity: number }[];
  hasAutomaticTax: boolean;
  discount: Coupon | null;
  paymentMethod: string | null;
  description: string | null;
  metadata: Metadata;
  /** Unix seconds, for a subscription that begins with a trial */
  trialEnd?: number;
};

/**
 * Starts a subscription as Checkout does: incomplete, with an open first invoice; or with a trial, whose first invoice
 * is for nothing (https://docs.stripe.com/billing/subscriptions/trials/free-trials).
 */
export function startSubscription(
  ctx: Context,
  plan: NewSubscription,
): { subscription: Subscription; invoice: Invoice } {
  const subscription = buildSubscription(ctx, plan);
  ctx.state.subscriptions[subscription.id] = subscription;
  const percentOff = percentOffBy(plan.discount);
  if (plan.trialEnd !== undefined) setTrial(subscription, ctx.now(), plan.trialEnd);
  const lines = periodLines(ctx, subscription);
  const invoice = issueInvoice(ctx, subscription, 'subscription_create', lines, percentOff);
  if (plan.discount?.duration === 'forever') ctx.state.discounts[subscription.id] = percentOff;
  ctx.emit('customer.subscription.created', subscription);
  return { subscription, invoice };
}

/** The period, and with it the next payment, ends with the trial. */
export function setTrial(subscription: Subscription, start: number, end: number) {
  Object.assign(subscription, { status: 'trialing', trial_start: start, trial_end: end, billing_cycle_anchor: end });
  for (const item of subscription.items.data) item.current_period_end = end;
}

/** Activates a subscription whose first payment has been made or initiated. */
export function activate(ctx: Context, subscription: Subscription) {
  change(ctx, 'customer.subscription.updated', subscription, (row) => {
    row.status = 'active';
  });
}

/** Ends a subscription whose first payment did not arrive in time. */
export function expireIncomplete(ctx: Context, subscription: Subscription) {
  const invoice = ctx.state.invoices[subscription.latest_invoice ?? ''];
  if (invoice?.status === 'open') voidInvoice(ctx, invoice);
  change(ctx, 'customer.subscription.updated', subscription, (row) => {
    row.status = 'incomplete_expired';
    row.ended_at = ctx.now();
  });
}

function buildSubscription(ctx: Context, plan: NewSubscription): Subscription {
  const id = plan.id ?? ctx.newId('sub_1');
  const now = ctx.now();
  const currency = plan.items[0]?.price.currency ?? 'gbp';
  return ctx.build<Subscription>('Subscription', {
    id,
    object: 'subscription',
    automatic_tax: {
      disabled_reason: null,
      enabled: plan.hasAutomaticTax,
      liability: plan.hasAutomaticTax ? { type: 'self' } : null,
    },
    billing_cycle_anchor: now,
    billing_mode: { flexible: null, type: 'flexible', updated_at: now },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: 'charge_automatically',
    days_until_due: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    created: now,
    currency,
    customer: plan.customer,
    default_payment_method: plan.paymentMethod,
    description: plan.description,
    ended_at: null,
    items: {
      object: 'list',
      data: plan.items.map(({ price, quantity }) => buildItem(ctx, id, price, quantity, now)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    metadata: plan.metadata,
    pause_collection: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    trial_end: null,
    trial_start: null,
  });
}

export function buildItem(
  ctx: Context,
  subscription: string,
  price: Price,
  quantity: number,
  anchor: number,
): SubscriptionItem {
  const { recurring } = price;
  if (!recurring) throw invalid(`The price ${price.id} is not recurring.`, 'items');
  const now = ctx.now();
  return ctx.build<SubscriptionItem>('SubscriptionItem', {
    id: ctx.newId('si_', 14),
    object: 'subscription_item',
    created: now,
    current_period_start: now,
    current_period_end: nextPeriodEnd(anchor, now, recurring.interval, recurring.interval_count),
    metadata: {},
    plan: planOf(ctx, price),
    price: copyOf(price),
    quantity,
    subscription,
  });
}

/** Ends a subscription immediately. Open invoices are not collected again. */
export function cancelNow(ctx: Context, subscription: Subscription, reason: string) {
  const now = ctx.now();
  dropParked(ctx, subscription);
  endSchedule(ctx, subscription, 'canceled');
  subscription.status = 'canceled';
  subscription.ended_at = now;
  subscription.canceled_at ??= now;
  subscription.cancellation_details.reason ??= reason;
  for (const invoice of Object.values(ctx.state.invoices)) {
    if (invoice.parent.subscription_details.subscription === subscription.id) invoice.next_payment_attempt = null;
  }
  delete ctx.state.prorations[subscription.id];
  delete ctx.state.discounts[subscription.id];
  ctx.emit('customer.subscription.deleted', subscription);
}

/** Schedules a cancellation, or undoes it if `cancelAt` is null. As at Stripe, the portal sets `cancel_at` alone. */
export function scheduleCancel(
  ctx: Context,
  subscription: Subscription,
  cancelAt: number | null,
  isAtPeriodEnd: boolean,
) {
  if (!isLive(subscription))
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  if (subscription.schedule !== null)
    throw invalid(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  change(ctx, 'customer.subscription.updated', subscription, (row) => {
    row.cancel_at = cancelAt;
    row.cancel_at_period_end = cancelAt !== null && isAtPeriodEnd;
    row.canceled_at = cancelAt === null ? null : ctx.now();
    row.cancellation_details.reason = cancelAt === null ? null : 'cancellation_requested';
  });
}

/** Deletes a customer as the dashboard does: cancels subscriptions immediately, and expires open sessions. */
export function deleteCustomer(ctx: Context, id: string) {
  const customer = findRow(ctx.state.customers, id, 'customer');
  if ('deleted' in customer) throw invalid(`No such customer: '${id}'`, 'id', 'resource_missing');
  for (const subscription of Object.values(ctx.state.subscriptions)) {
    if (subscription.customer === id && !isEnded(subscription)) cancelNow(ctx, subscription, 'cancellation_requested');
  }
  for (const session of Object.values(ctx.state.sessions)) {
    if (session.customer === id && session.status === 'open') Object.assign(session, { status: 'expired', url: null });
  }
  ctx.emit('customer.deleted', customer);
  ctx.state.customers[id] = { id, object: 'customer', deleted: true };
}
