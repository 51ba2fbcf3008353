import { createCoupon, createPromotionCode } from './api/discounts.ts';
import { createConfiguration } from './api/portal-configurations.ts';
import type { Context } from './context.ts';
import type { Interval, Price, Product, WebhookEndpoint } from './model.ts';

type SeedPrice = { lookupKey: string; interval: Interval; pence: number };

/** The shop's catalogue, in pence without VAT. */
const CATALOGUE: { name: string; prices: SeedPrice[] }[] = [
  {
    name: 'Personal usage',
    prices: [
      { lookupKey: 'personal_monthly', interval: 'month', pence: 7_00 },
      { lookupKey: 'personal_yearly', interval: 'year', pence: 84_00 },
    ],
  },
  {
    name: 'Premium access (small)',
    prices: [
      { lookupKey: 'starter_monthly', interval: 'month', pence: 25_00 },
      { lookupKey: 'starter_yearly', interval: 'year', pence: 285_00 },
    ],
  },
  {
    name: 'Premium access',
    prices: [
      { lookupKey: 'scale_monthly', interval: 'month', pence: 50_00 },
      { lookupKey: 'scale_yearly', interval: 'year', pence: 550_00 },
    ],
  },
];

/** Fills a new emulator with the catalogue, a default portal configuration and a promotion code. */
export function seed(ctx: Context, appUrl: string) {
  for (const { name, prices } of CATALOGUE) {
    const product = seedProduct(ctx, name);
    for (const price of prices) seedPrice(ctx, product.id, price);
  }
  // As the shop sets it up: plans are changed and cancelled in the shop.
  const features = {
    customer_update: { enabled: true, allowed_updates: ['address' as const, 'tax_id' as const] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: false },
    subscription_update: { enabled: false },
  };
  createConfiguration(ctx, { default_return_url: appUrl, features }, '', true);
  const coupon = createCoupon(ctx, { percent_off: 10, duration: 'once', name: '10 % off the first payment' });
  createPromotionCode(ctx, { code: 'TEST10', promotion: { coupon: coupon.id, type: 'coupon' } });
}

function seedProduct(ctx: Context, name: string): Product {
  const now = ctx.now();
  const product: Product = {
    ...ctx.build('Product', {}),
    ...{ default_price: null, tax_code: 'txcd_10103001', unit_label: null, statement_descriptor: null },
    id: ctx.newId('prod_', 14),
    object: 'product',
    active: true,
    created: now,
    updated: now,
    name,
    type: 'service',
    metadata: {},
  };
  ctx.state.products[product.id] = product;
  return product;
}

function seedPrice(ctx: Context, product: string, { lookupKey, interval, pence }: SeedPrice): Price {
  const price = ctx.build<Price>('Price', {
    id: ctx.newId('price_1'),
    object: 'price',
    active: true,
    created: ctx.now(),
    currency: 'gbp',
    lookup_key: lookupKey,
    metadata: { shop: 'rspamd-premium', plan: lookupKey.replace(/_.*/, '') },
    nickname: null,
    product,
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'exclusive',
    type: 'recurring',
    unit_amount: pence,
    unit_amount_decimal: String(pence),
  });
  ctx.state.prices[price.id] = price;
  return price;
}

const CONFIGURED_DESCRIPTION = 'From the environment';

/** Creates the configured webhook endpoint, or updates its URL after a change of settings. Returns its id. */
export function configureEndpoint(ctx: Context, url: string): string {
  const known = Object.values(ctx.state.webhookEndpoints).find(
    (row) => 'description' in row && row.description === CONFIGURED_DESCRIPTION,
  );
  if (known) {
    known.url = url;
    return known.id;
  }
  const endpoint: WebhookEndpoint = {
    ...ctx.build('WebhookEndpoint', {}),
    ...{ description: CONFIGURED_DESCRIPTION, api_version: ctx.contract.apiVersion },
    id: ctx.newId('we_1'),
    object: 'webhook_endpoint',
    created: ctx.now(),
    enabled_events: ['*'],
    metadata: {},
    status: 'enabled',
    url,
  };
  ctx.state.webhookEndpoints[endpoint.id] = endpoint;
  return endpoint.id;
}

/** Updates the URLs of hosted pages in stored sessions after a change of port. */
export function moveBaseUrl({ state }: Context, baseUrl: string) {
  const before = state.baseUrl;
  state.baseUrl = baseUrl;
  if (before === '' || before === baseUrl) return;
  for (const row of [...Object.values(state.sessions), ...Object.values(state.portalSessions)]) {
    if (row.url !== null) row.url = row.url.replace(before, baseUrl);
  }
}
