import type Stripe from 'stripe';
import { change, type World } from '../context.ts';
import type { Product } from '../model.ts';
import { findRow, invalid, refuseOthers } from './api-error.ts';
import { isCreatedWithin, paginate } from './list.ts';
import { assignGiven, mergeMetadata } from './metadata.ts';

const FIELDS = ['name', 'active', 'description', 'images', 'statement_descriptor', 'tax_code', 'unit_label', 'url'];

export function createProduct(world: World, params: Stripe.ProductCreateParams): Product {
  refuseOthers(params, [...FIELDS, 'id', 'metadata']);
  const id = params.id ?? world.newId('prod_', 14);
  if (world.state.products[id]) throw invalid(`Product already exists.`, 'id', 'resource_already_exists');
  const now = world.now();
  const product: Product = {
    ...world.build('Product', {}),
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
  world.state.products[id] = product;
  world.emit('product.created', product);
  return product;
}

export const retrieveProduct = (world: World, _: unknown, id: string): Product =>
  findRow(world.state.products, id, 'product');

export function updateProduct(world: World, params: Stripe.ProductUpdateParams, id: string): Product {
  refuseOthers(params, [...FIELDS, 'default_price', 'metadata']);
  const product = retrieveProduct(world, null, id);
  if (params.default_price !== undefined) findRow(world.state.prices, params.default_price, 'price', 'default_price');
  change(world, 'product.updated', product, (row) => {
    assignGiven(row, params, [...FIELDS, 'default_price']);
    row.metadata = mergeMetadata(row.metadata, params.metadata);
    row.updated = world.now();
  });
  return product;
}

export function listProducts(world: World, params: Stripe.ProductListParams) {
  refuseOthers(params, ['active', 'created', 'ids', 'limit', 'starting_after', 'ending_before']);
  const rows = Object.values(world.state.products).filter(
    (row) =>
      (params.active === undefined || row.active === params.active) &&
      (params.ids === undefined || params.ids.includes(row.id)) &&
      isCreatedWithin(row, params.created),
  );
  return paginate(rows, params, '/v1/products', 'product');
}
