import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import type { Subscription } from '../model.ts';
import { findRow, refuseOthers } from './api-error.ts';
import { isCreatedWithin, paginate } from './list.ts';

const LIST = ['created', 'customer', 'price', 'status', 'limit', 'starting_after', 'ending_before'];

export function listSubscriptions(ctx: Context, params: Stripe.SubscriptionListParams) {
  refuseOthers(params, LIST);
  if (params.customer !== undefined) findRow(ctx.state.customers, params.customer, 'customer', 'customer');
  const { status } = params;
  const hasStatus = (row: Subscription) => {
    if (status === 'all') return true;
    if (status === undefined) return row.status !== 'canceled';
    if (status === 'ended') return row.status === 'canceled' || row.status === 'incomplete_expired';
    return row.status === status;
  };
  const rows = Object.values(ctx.state.subscriptions).filter(
    (row) =>
      hasStatus(row) &&
      (params.customer === undefined || row.customer === params.customer) &&
      (params.price === undefined || row.items.data.some((item) => item.price.id === params.price)) &&
      isCreatedWithin(row, params.created),
  );
  return paginate(rows, params, '/v1/subscriptions', 'subscription');
}
