import { expect, test } from 'vitest';
import { stripeUrl } from './stripe-url.ts';

const STRIPE = 'https://dashboard.stripe.com';

test.each([
  ['sk_live_x', 'sub_1', `${STRIPE}/subscriptions/sub_1`],
  ['rk_live_x', 'cus_1', `${STRIPE}/customers/cus_1`],
  ['sk_test_x', 'sub_1', `${STRIPE}/test/subscriptions/sub_1`],
  ['sk_test_x', 'dp_1', `${STRIPE}/test/disputes/dp_1`],
  ['sk_test_x', 'odd 1', `${STRIPE}/test/search?query=odd%201`],
])('with the key %s, links %s to %s', (key, id, url) => {
  expect(stripeUrl(id, { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: undefined })).toBe(url);
});

test('returns null with the Stripe emulator', () => {
  const emulator = { STRIPE_SECRET_KEY: 'sk_test_standin_x', STRIPE_API_BASE: 'http://127.0.0.1:12111' };
  expect(stripeUrl('sub_1', emulator)).toBeNull();
});
