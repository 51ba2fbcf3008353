import type Stripe from 'stripe';
import { change, type Context } from '../context.ts';
import type { Product } from '../model.ts';
import { findRow, invalid, refuseOthers } from './api-error.ts';
import { isCreatedWithin, paginate } from './list.ts';
import { assignGiven, mergeMetadata } from './metadata.ts';

const FIELDS = ['name', 'active', 'description', 'images', 'statement_descriptor', 'tax_code', 'unit_label', 'url'];

export function createProduct(ctx: Context, params: Stripe.ProductCreateParams): Product {
  refuseOthers(params, [...FIELDS, 'id', 'metadata']);
  const id = params.id ?? ctx.newId('prod_', 14);
  if (ctx.state.products[id]) throw invalid(`Product already exists.`, 'id', 'resource_already_exists');
  const now = ctx.now();
  const product: Product = {
    ...ctx.build('Product', {}),
    id,
    object: 'product',
    active: true,
    created: now,
    updated: now,
    name: params.name,
    type: 'service',
    metadata: mergeMetadata({}, params.metadata),
  };
  Object.assign(product, { default_price: null, tax_code: null, unit_label: null, statement_descriptor: null });
  assignGiven(product, params, FIELDS);
  ctx.state.products[id] = product;
  ctx.emit('product.created', product);
  return product;
}

export const retrieveProduct = (ctx: Context, _: unknown, id: string): Product =>
  findRow(ctx.state.products, id, 'product');

export function updateProduct(ctx: Context, params: Stripe.ProductUpdateParams, id: string): Product {
  refuseOthers(params, [...FIELDS, 'default_price', 'metadata']);
  const product = retrieveProduct(ctx, null, id);
  if (params.default_price !== undefined) findRow(ctx.state.prices, params.default_price, 'price', 'default_price');
  change(ctx, 'product.updated', product, (row) => {
    assignGiven(row, params, [...FIELDS, 'default_price']);
    row.metadata = mergeMetadata(row.metadata, params.metadata);
    row.updated = ctx.now();
  });
  return product;
}

export function listProducts(ctx: Context, params: Stripe.ProductListParams) {
  refuseOthers(params, ['active', 'created', 'ids', 'limit', 'starting_after', 'ending_before']);
  const rows = Object.values(ctx.state.products).filter(
    (row) =>
      (params.active === undefined || row.active === params.active) &&
      (params.ids === undefined || params.ids.includes(row.id)) &&
      isCreatedWithin(row, params.created),
  );
  return paginate(rows, params, '/v1/products', 'product');
}
