import { expect, test } from 'vitest';
import type { AdminSubscriptionView, AdminUserView } from '#lib/users/views.ts';
import { shownKey, shownSubscription, subscriptionBadge, subscriptionName } from './shown-subscription.ts';

const row = (fields: Partial<AdminSubscriptionView>): AdminSubscriptionView => ({
  ...{ stripe_subscription_id: null, stripe_subscription_status: null, stripe_product_id: null, stripe_quantity: null },
  ...{ public_key: null, product: null, quantity: 1, key_description: null, key_state: null, is_external: false },
  ...fields,
});
const bought = (status: string, key: Partial<AdminSubscriptionView> = {}) =>
  row({ stripe_subscription_id: `sub_${status}`, stripe_subscription_status: status, ...key });
const given = (state: 'on' | 'suspended') => row({ public_key: `given_${state}`, key_state: state });

test.each<[string, AdminSubscriptionView[], AdminSubscriptionView | null]>([
  ['nothing', [], null],
  ['the newest that ended', [bought('canceled'), bought('unpaid')], bought('canceled')],
  ['a live one before a newer one that ended', [bought('canceled'), bought('past_due')], bought('past_due')],
  ['a key of an admin before one that ended', [bought('canceled'), given('on')], given('on')],
  ['a live one before a key of an admin', [bought('trialing'), given('on')], bought('trialing')],
])('a row shows %s', (_, subscriptions, expected) => expect(shownSubscription(subscriptions)).toEqual(expected));

test.each<[string, AdminSubscriptionView, string, string]>([
  ...['active', 'past_due', 'trialing'].map((s): [string, AdminSubscriptionView, string, string] => [
    s,
    bought(s),
    'good',
    s,
  ]),
  ...['canceled', 'unpaid', 'paused', 'incomplete'].map((s): [string, AdminSubscriptionView, string, string] => [
    s,
    bought(s),
    'bad',
    s,
  ]),
  ['a key', given('on'), 'good', 'manual'],
  ['a suspended key', given('suspended'), 'bad', 'manual, suspended'],
])('spec §4: the badge of %s', (_, subscription, tone, text) =>
  expect(subscriptionBadge(subscription)).toEqual({ tone, text }),
);

test('a plan without a product is called Premium (spec §4)', () => {
  expect(subscriptionName(row({}))).toBe('Premium');
  expect(subscriptionName(row({ product: 'Personal usage', quantity: 3 }))).toBe('Personal usage × 3');
});

test.each<[string, AdminSubscriptionView[], string | null, string | null]>([
  ['none', [], null, null],
  ['one that works first', [given('suspended'), given('on')], null, 'given_on'],
  ['a suspended one before none', [given('suspended')], 'own', 'given_suspended'],
  ['not a deleted one', [bought('canceled', { public_key: 'dead', key_state: 'deleted' })], 'own', 'own'],
])('the key of a row: %s', (_, subscriptions, custom, expected) => {
  const limits = { daily_limit: null, is_blocked: false, custom_key: custom, notes: null };
  expect(shownKey({ subscriptions, custom_limits: limits } as unknown as AdminUserView)).toBe(expected);
});
