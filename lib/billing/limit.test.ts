import { expect, test } from 'vitest';
import { DAY, inSeconds } from '#lib/base/time.ts';
import { usageLimitOf, usageLimitOfKey, type LimitedPlan } from './limit.ts';

const subscription = (plan: string | null, quantity = 1, status = 'active') => ({ plan, quantity, status });
const key = (daily: number | null, quantity = 1) => ({ rate: daily && daily / inSeconds(DAY), quantity });
const plan = (held: LimitedPlan['subscription'], of: LimitedPlan['key'] = null): LimitedPlan => ({
  subscription: held,
  key: of,
});

test.each<[string, LimitedPlan, number | null, number | null, string]>([
  ['Personal', plan(subscription('personal')), 4000, 2000, 'plan'],
  ['Personal with three units', plan(subscription('personal', 3)), 12_000, 6000, 'plan'],
  ['Starter, with its key', plan(subscription('starter'), key(60_000)), 60_000, 30_000, 'plan'],
  ['Scale while past due', plan(subscription('scale', 2, 'past_due')), 400_000, 200_000, 'plan'],
  [
    'an unknown plan with a key that has a rate',
    plan(subscription(null, 10), key(60_000, 10)),
    600_000,
    300_000,
    'key',
  ],
  ['a known plan whose key an admin raised', plan(subscription('starter'), key(90_000)), 90_000, 45_000, 'key'],
  ['a manual key with a rate', plan(null, key(5000, 2)), 10_000, 5000, 'key'],
  ['a manual key without a rate', plan(null, key(null)), null, null, 'none'],
  ['an unknown plan without a key', plan(subscription(null)), null, null, 'none'],
  ['an ended subscription', plan(subscription('scale', 1, 'canceled')), null, null, 'none'],
  ['no subscription', plan(null), null, null, 'none'],
])('returns the daily limit of %s in requests and emails', (_name, held, daily, emails, source) => {
  expect(usageLimitOf(null, held)).toEqual({ daily, emails, source });
});

test.each([
  [50_000, 25_000],
  [1, 0],
  [0, 0],
])("uses the user's own limit of %i requests instead of the plan's, whatever the quantity", (daily, emails) => {
  expect(usageLimitOf(daily, plan(subscription('scale', 2), key(60_000)))).toEqual({ daily, emails, source: 'user' });
});

test('gives the key of an ended subscription no limit', () => {
  const ended = { account: null, subscription: subscription('starter', 1, 'canceled'), ...key(60_000) };
  expect(usageLimitOfKey(ended).daily).toBeNull();
  expect(usageLimitOfKey({ ...ended, subscription: subscription('starter') }).daily).toBe(60_000);
});
