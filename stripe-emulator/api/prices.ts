import type Stripe from 'stripe';
import { change, type Context } from '../context.ts';
import type { Interval, Price } from '../model.ts';
import { findRow, invalid, missing, refuseOthers } from './api-error.ts';
import { isCreatedWithin, paginate } from './list.ts';
import { assignGiven, mergeMetadata } from './metadata.ts';
import { copyOf } from '../store.ts';

const CREATE = ['active', 'currency', 'lookup_key', 'metadata', 'nickname', 'product', 'recurring', 'tax_behavior'];
const LIST = ['active', 'created', 'currency', 'lookup_keys', 'product', 'recurring', 'type'];

export function createPrice(ctx: Context, params: Stripe.PriceCreateParams): Price {
  refuseOthers(params, [...CREATE, 'billing_scheme', 'transfer_lookup_key', 'unit_amount']);
  refuseOthers(params.recurring ?? {}, ['interval', 'interval_count', 'usage_type'], 'recurring');
  if (params.product === undefined) throw missing('product');
  if (params.unit_amount === undefined) throw missing('unit_amount');
  if (params.unit_amount < 0) throw invalid('Invalid non-negative integer', 'unit_amount', 'parameter_invalid_integer');
  findRow(ctx.state.products, params.product, 'product', 'product');
  const price = ctx.build<Price>('Price', {
    id: ctx.newId('price_1'),
    object: 'price',
    active: params.active ?? true,
    created: ctx.now(),
    currency: params.currency.toLowerCase(),
    lookup_key: null,
    metadata: mergeMetadata({}, params.metadata),
    nickname: params.nickname ?? null,
    product: params.product,
    recurring: params.recurring
      ? {
          interval: params.recurring.interval as Interval,
          interval_count: params.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: (params.tax_behavior ?? 'unspecified') as Price['tax_behavior'],
    type: params.recurring ? 'recurring' : 'one_time',
    unit_amount: params.unit_amount,
    unit_amount_decimal: String(params.unit_amount),
  });
  takeLookupKey(ctx, price, params.lookup_key, params.transfer_lookup_key);
  ctx.state.prices[price.id] = price;
  ctx.emit('price.created', price);
  return price;
}

/** A lookup key belongs to one price, and moves to another only if `mayTransfer`. Throws StripeApiError. */
function takeLookupKey(ctx: Context, price: Price, key: string | undefined, mayTransfer = false) {
  if (key === undefined) return;
  const owner = Object.values(ctx.state.prices).find((row) => row.lookup_key === key && row.id !== price.id);
  if (owner && !mayTransfer) {
    throw invalid(`A price (\`${owner.id}\`) already uses that lookup key.`, 'lookup_key', 'resource_already_exists');
  }
  if (owner) {
    change(ctx, 'price.updated', owner, (row) => void (row.lookup_key = null));
    showInItems(ctx, owner);
  }
  price.lookup_key = key === '' ? null : key;
}

export const retrievePrice = (ctx: Context, _: unknown, id: string): Price => findRow(ctx.state.prices, id, 'price');

export function updatePrice(ctx: Context, params: Stripe.PriceUpdateParams, id: string): Price {
  refuseOthers(params, ['active', 'lookup_key', 'metadata', 'nickname', 'tax_behavior', 'transfer_lookup_key']);
  const price = retrievePrice(ctx, null, id);
  if (params.tax_behavior !== undefined && price.tax_behavior !== 'unspecified') {
    throw invalid('You cannot change the tax behavior once it is set.', 'tax_behavior');
  }
  change(ctx, 'price.updated', price, (row) => {
    assignGiven(row, params, ['active', 'nickname', 'tax_behavior']);
    takeLookupKey(ctx, row, params.lookup_key, params.transfer_lookup_key);
    row.metadata = mergeMetadata(row.metadata, params.metadata);
  });
  showInItems(ctx, price);
  return price;
}

/** Updates the copies of the price in subscription items, which at Stripe always contain the current price. */
function showInItems({ state }: Context, price: Price) {
  for (const { items } of Object.values(state.subscriptions))
    for (const item of items.data) if (item.price.id === price.id) item.price = copyOf(price);
}

export function listPrices(ctx: Context, params: Stripe.PriceListParams) {
  refuseOthers(params, [...LIST, 'limit', 'starting_after', 'ending_before']);
  refuseOthers(params.recurring ?? {}, ['interval'], 'recurring');
  const keys = params.lookup_keys;
  if (keys && keys.length > 10) throw invalid('You may only specify up to 10 lookup keys.', 'lookup_keys');
  const rows = Object.values(ctx.state.prices).filter(
    (row) =>
      (params.active === undefined || row.active === params.active) &&
      (params.currency === undefined || row.currency === params.currency) &&
      (params.product === undefined || row.product === params.product) &&
      (params.type === undefined || row.type === params.type) &&
      (keys === undefined || (row.lookup_key !== null && keys.includes(row.lookup_key))) &&
      (params.recurring?.interval === undefined || row.recurring?.interval === params.recurring.interval) &&
      isCreatedWithin(row, params.created),
  );
  return paginate(rows, params, '/v1/prices', 'price');
}
