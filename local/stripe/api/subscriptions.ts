import type Stripe from 'stripe';
import { changePlan, type Proration } from '../life/plan-change.ts';
import { cancelNow, periodEnd, scheduleCancel } from '../life/subscriptions.ts';
import type { Subscription } from '../model.ts';
import { change, type World } from '../world.ts';
import { findRow, invalid, refuseOthers, unsupported } from './fault.ts';
import { isCreatedWithin, paginate } from './list.ts';
import { assignGiven, mergeMetadata } from './metadata.ts';

const UPDATE = ['cancel_at', 'cancel_at_period_end', 'cancellation_details', 'description', 'items', 'metadata'];
const LIST = ['created', 'customer', 'price', 'status', 'limit', 'starting_after', 'ending_before'];

export const retrieveSubscription = (world: World, _: unknown, id: string): Subscription =>
  findRow(world.state.subscriptions, id, 'subscription');

export function listSubscriptions(world: World, params: Stripe.SubscriptionListParams) {
  refuseOthers(params, LIST);
  const { status } = params;
  const hasStatus = (row: Subscription) => {
    if (status === 'all') return true;
    if (status === undefined) return row.status !== 'canceled';
    if (status === 'ended') return row.status === 'canceled' || row.status === 'incomplete_expired';
    return row.status === status;
  };
  const rows = Object.values(world.state.subscriptions).filter(
    (row) =>
      hasStatus(row) &&
      (params.customer === undefined || row.customer === params.customer) &&
      (params.price === undefined || row.items.data.some((item) => item.price.id === params.price)) &&
      isCreatedWithin(row, params.created),
  );
  return paginate(rows, params, '/v1/subscriptions', 'subscription');
}

export function updateSubscription(world: World, params: Stripe.SubscriptionUpdateParams, id: string): Subscription {
  // One payment attempt is all the stand-in makes, whatever `payment_behavior` and `off_session` say.
  refuseOthers(params, [...UPDATE, 'off_session', 'payment_behavior', 'proration_behavior']);
  const subscription = retrieveSubscription(world, null, id);
  if (params.items) {
    for (const item of params.items) refuseOthers(item, ['id', 'price', 'quantity', 'deleted'], 'items[0]');
    changePlan(world, subscription, params.items, (params.proration_behavior ?? 'create_prorations') as Proration);
  }
  updateEnd(world, subscription, params);
  change(world, 'customer.subscription.updated', subscription, (row) => {
    row.metadata = mergeMetadata(row.metadata, params.metadata);
    if (params.description !== undefined) row.description = params.description === '' ? null : params.description;
    assignGiven(row.cancellation_details, params.cancellation_details ?? {}, ['comment', 'feedback']);
  });
  return subscription;
}

function updateEnd(world: World, subscription: Subscription, params: Stripe.SubscriptionUpdateParams) {
  const { cancel_at: cancelAt, cancel_at_period_end: isAtPeriodEnd } = params;
  if (cancelAt !== undefined && isAtPeriodEnd) {
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', 'cancel_at');
  }
  if (isAtPeriodEnd !== undefined) {
    scheduleCancel(world, subscription, isAtPeriodEnd ? periodEnd(subscription) : null, true);
  } else if (typeof cancelAt === 'number') {
    if (cancelAt <= world.now()) throw invalid('`cancel_at` must be in the future.', 'cancel_at');
    scheduleCancel(world, subscription, cancelAt, false);
  } else if (cancelAt === null || cancelAt === '') {
    scheduleCancel(world, subscription, null, false);
  } else if (cancelAt !== undefined) {
    throw unsupported(`cancel_at=${cancelAt}`);
  }
}

export function cancelSubscription(world: World, params: Stripe.SubscriptionCancelParams, id: string): Subscription {
  refuseOthers(params, ['cancellation_details']);
  const subscription = retrieveSubscription(world, null, id);
  if (subscription.status === 'canceled') findRow({}, id, 'subscription');
  assignGiven(subscription.cancellation_details, params.cancellation_details ?? {}, ['comment', 'feedback']);
  cancelNow(world, subscription, 'cancellation_requested');
  return subscription;
}
