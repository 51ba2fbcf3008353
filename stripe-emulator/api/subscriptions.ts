import type Stripe from 'stripe';
import { change, type Context } from '../context.ts';
import { collectInvoice } from '../lifecycle/invoices.ts';
import { changePlan, usablePrice, type Proration } from '../lifecycle/plan-change.ts';
import { isEnded, periodEnd } from '../lifecycle/subscription-facts.ts';
import { cancelNow, scheduleCancel, setTrial, startSubscription } from '../lifecycle/subscriptions.ts';
import type { Subscription } from '../model.ts';
import { findRow, invalid, missing, refuseOthers, unsupported } from './api-error.ts';
import { existingCustomer } from './customers.ts';
import { assignGiven, mergeMetadata } from './metadata.ts';

const UPDATE = [
  'cancel_at',
  'cancel_at_period_end',
  'cancellation_details',
  'collection_method',
  'days_until_due',
  'description',
  'items',
  'metadata',
  'pause_collection',
  'trial_end',
];

/** Supports only subscriptions with a trial, which charge nothing and need no payment method. */
export function createSubscription(ctx: Context, params: Stripe.SubscriptionCreateParams): Subscription {
  refuseOthers(params, ['customer', 'items', 'metadata', 'trial_period_days']);
  const { customer, items = [], trial_period_days: days } = params;
  if (customer === undefined) throw missing('customer');
  if (!days) throw unsupported('a subscription without trial_period_days');
  const { subscription, invoice } = startSubscription(ctx, {
    customer: existingCustomer(ctx, customer, 'customer').id,
    items: items.map(({ price = '', quantity = 1 }) => ({
      price: usablePrice(ctx, price, ctx.state.prices[price]?.currency ?? ''),
      quantity,
    })),
    hasAutomaticTax: false,
    discount: null,
    paymentMethod: null,
    description: null,
    metadata: mergeMetadata({}, params.metadata),
    trialEnd: ctx.now() + days * DAY,
  });
  collectInvoice(ctx, invoice);
  return subscription;
}
const DAY = 86_400;

export const retrieveSubscription = (ctx: Context, _: unknown, id: string): Subscription =>
  findRow(ctx.state.subscriptions, id, 'subscription');

export function updateSubscription(ctx: Context, params: Stripe.SubscriptionUpdateParams, id: string): Subscription {
  // Of `payment_behavior`, only `pending_if_incomplete` differs: the emulator always makes one payment attempt.
  const waits = params.payment_behavior === 'pending_if_incomplete';
  refuseOthers(params, [...UPDATE, 'off_session', 'payment_behavior', 'proration_behavior', 'proration_date']);
  if (waits) refuseUnlessPending(params);
  const subscription = retrieveSubscription(ctx, null, id);
  if (params.items) {
    for (const item of params.items) refuseOthers(item, ['id', 'price', 'quantity', 'deleted'], 'items[0]');
    const proration = (params.proration_behavior ?? 'create_prorations') as Proration;
    changePlan(ctx, subscription, params.items, { proration, at: params.proration_date, waits });
  }
  updateEnd(ctx, subscription, params);
  const { pause_collection: pause } = params;
  if (pause && (pause.behavior !== 'void' || pause.resumes_at !== undefined))
    throw unsupported('pause_collection other than [behavior]=void');
  change(ctx, 'customer.subscription.updated', subscription, (row) => {
    row.metadata = mergeMetadata(row.metadata, params.metadata);
    if (pause !== undefined) row.pause_collection = pause ? { behavior: 'void', resumes_at: null } : null;
    if (typeof params.trial_end === 'number') beginTrial(ctx, row, params.trial_end);
    if (params.collection_method !== undefined) setCollection(row, params);
    if (params.description !== undefined) row.description = params.description === '' ? null : params.description;
    assignGiven(row.cancellation_details, params.cancellation_details ?? {}, ['comment', 'feedback']);
  });
  return subscription;
}

function setCollection(row: Subscription, { collection_method: method, days_until_due: days }: Update) {
  if (method === 'send_invoice' && typeof days !== 'number') throw missing('days_until_due');
  row.collection_method = method === 'send_invoice' ? 'send_invoice' : 'charge_automatically';
  row.days_until_due = method === 'send_invoice' ? Number(days) : null;
}
type Update = Stripe.SubscriptionUpdateParams;
/** Only these can wait for a payment (https://docs.stripe.com/billing/subscriptions/pending-updates-reference). */
const PENDING = ['expand', 'items', 'payment_behavior', 'proration_behavior', 'proration_date'];

function refuseUnlessPending(params: object) {
  const other = Object.keys(params).find((name) => !PENDING.includes(name));
  if (other)
    throw invalid(
      `When \`payment_behavior\` is set to \`pending_if_incomplete\`, \`${other}\` cannot be passed.`,
      other,
    );
}

function beginTrial(ctx: Context, subscription: Subscription, end: number) {
  if (end <= ctx.now())
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end');
  setTrial(subscription, ctx.now(), end);
}

function updateEnd(ctx: Context, subscription: Subscription, params: Stripe.SubscriptionUpdateParams) {
  const { cancel_at: cancelAt, cancel_at_period_end: isAtPeriodEnd } = params;
  if (cancelAt !== undefined && isAtPeriodEnd) {
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', 'cancel_at');
  }
  if (isAtPeriodEnd !== undefined) {
    scheduleCancel(ctx, subscription, isAtPeriodEnd ? periodEnd(subscription) : null, true);
  } else if (typeof cancelAt === 'number') {
    if (cancelAt <= ctx.now()) throw invalid('`cancel_at` must be in the future.', 'cancel_at');
    scheduleCancel(ctx, subscription, cancelAt, false);
  } else if (cancelAt === null || cancelAt === '') {
    scheduleCancel(ctx, subscription, null, false);
  } else if (cancelAt !== undefined) {
    throw unsupported(`cancel_at=${cancelAt}`);
  }
}

export function cancelSubscription(ctx: Context, params: Stripe.SubscriptionCancelParams, id: string): Subscription {
  refuseOthers(params, ['cancellation_details']);
  const subscription = retrieveSubscription(ctx, null, id);
  if (isEnded(subscription)) findRow({}, id, 'subscription');
  assignGiven(subscription.cancellation_details, params.cancellation_details ?? {}, ['comment', 'feedback']);
  cancelNow(ctx, subscription, 'cancellation_requested');
  return subscription;
}
