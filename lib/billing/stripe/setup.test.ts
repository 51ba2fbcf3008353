import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { setUpStripe } from './setup.ts';

/** Answers every list with nothing, and records what is created. */
function emptyAccount() {
  const created: { of: string; params: object }[] = [];
  const resource = (of: string) => ({
    // as the client of Stripe: to await, and to iterate over
    list: () => Object.assign(Promise.resolve({ data: [] }), { async *[Symbol.asyncIterator]() {} }),
    create: async (params: object) => {
      created.push({ of, params });
      return { id: `${of}_${created.length}`, secret: 'whsec_x' };
    },
  });
  const stripe = {
    products: resource('product'),
    prices: resource('price'),
    billingPortal: { configurations: resource('configuration') },
    webhookEndpoints: resource('webhook'),
  };
  return { created, stripe: stripe as unknown as Stripe };
}

test('makes prices that charge a fixed amount by the period, and nothing for use above a limit', async () => {
  const { created, stripe } = emptyAccount();
  await setUpStripe(stripe, 'https://premium.test');
  const prices = created.filter(({ of }) => of === 'price').map(({ params }) => params as Stripe.PriceCreateParams);
  expect(prices).toHaveLength(6);
  for (const { recurring, unit_amount, ...price } of prices) {
    // Without `usage_type` a price is licensed: https://docs.stripe.com/api/prices/object#price_object-recurring-usage_type
    expect(Object.keys(recurring ?? {})).toEqual(['interval']);
    expect(unit_amount).toBeGreaterThan(0);
    for (const name of ['tiers', 'tiers_mode', 'billing_scheme', 'transform_quantity'])
      expect(price).not.toHaveProperty(name);
  }
});
