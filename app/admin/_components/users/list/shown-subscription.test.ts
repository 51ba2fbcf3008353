import { expect, test } from 'vitest';
import type { AdminSubscriptionView, AdminUserView } from '#lib/users/views.ts';
import { shownKey, shownSubscription } from './shown-subscription.ts';

const row = (fields: Partial<AdminSubscriptionView>): AdminSubscriptionView => ({
  stripe_subscription_id: null,
  stripe_subscription_status: null,
  stripe_product_id: null,
  stripe_quantity: null,
  public_key: null,
  product: null,
  quantity: 1,
  key_description: null,
  key_state: null,
  is_external: false,
  ...fields,
});
const bought = (status: string, key: Partial<AdminSubscriptionView> = {}) =>
  row({ stripe_subscription_id: `sub_${status}`, stripe_subscription_status: status, ...key });
const given = (state: 'on' | 'suspended') => row({ public_key: `given_${state}`, key_state: state });

test.each<[string, AdminSubscriptionView[], AdminSubscriptionView | null]>([
  ['nothing without subscriptions', [], null],
  ['the newest ended one', [bought('canceled'), bought('unpaid')], bought('canceled')],
  ['a live one before a newer ended one', [bought('canceled'), bought('past_due')], bought('past_due')],
  ["an admin's key before an ended one", [bought('canceled'), given('on')], given('on')],
  ["a live one before an admin's key", [bought('trialing'), given('on')], bought('trialing')],
])('shows %s', (_, subscriptions, expected) => expect(shownSubscription(subscriptions)).toEqual(expected));

test.each<[string, AdminSubscriptionView[], string | null, string | null]>([
  ['no key', [], null, null],
  ['a working key first', [given('suspended'), given('on')], null, 'given_on'],
  ['a suspended key before the custom one', [given('suspended')], 'own', 'given_suspended'],
  [
    'the custom key, not a deleted one',
    [bought('canceled', { public_key: 'dead', key_state: 'deleted' })],
    'own',
    'own',
  ],
])('picks %s', (_, subscriptions, custom, expected) => {
  const limits = { daily_limit: null, is_blocked: false, custom_key: custom, notes: null };
  expect(shownKey({ subscriptions, custom_limits: limits } as unknown as AdminUserView)).toBe(expected);
});
