import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import type { PortalConfiguration } from '../model-portal.ts';
import { findRow, refuseOthers } from './api-error.ts';
import { paginate } from './list.ts';
import { assignGiven, mergeMetadata } from './metadata.ts';

type CreateParams = Stripe.BillingPortal.ConfigurationCreateParams;
type UpdateParams = Stripe.BillingPortal.ConfigurationUpdateParams;

const FIELDS = ['default_return_url', 'name'];

export function createConfiguration(
  ctx: Context,
  params: CreateParams,
  _id = '',
  isDefault = false,
): PortalConfiguration {
  refuseOthers(params, [...FIELDS, 'business_profile', 'features', 'metadata']);
  const now = ctx.now();
  const configuration: PortalConfiguration = {
    ...ctx.build<PortalConfiguration>('BillingPortal.Configuration', {} as PortalConfiguration),
    id: ctx.newId('bpc_1'),
    object: 'billing_portal.configuration',
    active: true,
    created: now,
    updated: now,
    default_return_url: null,
    is_default: isDefault,
    metadata: mergeMetadata({}, params.metadata),
  };
  applyParams(ctx, configuration, params);
  ctx.state.portalConfigurations[configuration.id] = configuration;
  return configuration;
}

function applyParams(ctx: Context, configuration: PortalConfiguration, params: CreateParams | UpdateParams) {
  assignGiven(configuration, params, FIELDS);
  if (params.business_profile && 'business_profile' in configuration) {
    Object.assign(configuration.business_profile as object, params.business_profile);
  }
  const { products, ...update } = params.features?.subscription_update ?? {};
  const features = { ...params.features, ...(params.features?.subscription_update && { subscription_update: update }) };
  for (const [name, feature] of Object.entries(features)) {
    const target = configuration.features[name as keyof PortalConfiguration['features']];
    if (feature) mergeDeep(target, feature);
  }
  if (products !== undefined) saveProducts(ctx, configuration, Array.isArray(products) ? products : []);
}

function saveProducts(
  ctx: Context,
  configuration: PortalConfiguration,
  products: { product: string; prices: string[] }[],
) {
  for (const { product, prices } of products) {
    findRow(ctx.state.products, product, 'product', 'features[subscription_update][products]');
    for (const price of prices) findRow(ctx.state.prices, price, 'price', 'features[subscription_update][products]');
  }
  ctx.state.portalProducts[configuration.id] = products.map(({ product, prices }) => ({ product, prices }));
}

function mergeDeep(target: object, source: object) {
  for (const [key, value] of Object.entries(source) as [string, unknown][]) {
    const current: unknown = target[key as keyof typeof target];
    const isNested = value && typeof value === 'object' && !Array.isArray(value);
    if (isNested && current && typeof current === 'object') mergeDeep(current, value);
    else if (value !== undefined) Object.assign(target, { [key]: value === '' ? [] : value });
  }
}

export const retrieveConfiguration = (ctx: Context, _: unknown, id: string): PortalConfiguration =>
  findRow(ctx.state.portalConfigurations, id, 'configuration');

export function updateConfiguration(ctx: Context, params: UpdateParams, id: string): PortalConfiguration {
  refuseOthers(params, [...FIELDS, 'active', 'business_profile', 'features', 'metadata']);
  const configuration = retrieveConfiguration(ctx, null, id);
  applyParams(ctx, configuration, params);
  assignGiven(configuration, params, ['active']);
  configuration.metadata = mergeMetadata(configuration.metadata, params.metadata);
  configuration.updated = ctx.now();
  return configuration;
}

export function listConfigurations(ctx: Context, params: Stripe.BillingPortal.ConfigurationListParams) {
  const rows = Object.values(ctx.state.portalConfigurations).filter(
    (row) =>
      (params.active === undefined || row.active === params.active) &&
      (params.is_default === undefined || row.is_default === params.is_default),
  );
  return paginate(rows, params, '/v1/billing_portal/configurations', 'configuration');
}
