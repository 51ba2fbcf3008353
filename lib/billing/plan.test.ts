import { expect, test } from 'vitest';
import { keyStateOf, lookupKey, planOfLookupKey, PLANS } from './plan.ts';
import { BuyQuery } from './schema.ts';

test('every plan is found by the lookup keys of its two prices', () => {
  for (const name of ['personal', 'starter', 'scale'] as const)
    for (const interval of ['month', 'year'] as const)
      expect(planOfLookupKey(lookupKey(name, interval))).toBe(PLANS[name]);
});

test.each([null, '', 'starter', 'starter_weekly', 'xstarter_monthly', 'starter_monthlyx', 'constructor_monthly'])(
  'the lookup key %s names no plan',
  (key) => expect(planOfLookupKey(key)).toBeNull(),
);

test.each([
  ['active', 'on'],
  ['trialing', 'on'],
  ['past_due', 'on'],
  ['incomplete', 'suspended'],
  ['incomplete_expired', 'suspended'],
  ['unpaid', 'suspended'],
  ['paused', 'suspended'],
  ['canceled', 'deleted'],
])('a subscription that is %s has its key %s (decisions §8)', (status, state) =>
  expect(keyStateOf(status)).toBe(state),
);

test.each([
  [{ micro: '1' }, { plan: 'personal', interval: 'month', isTest: false }],
  [
    { small: '1', yearly: '1' },
    { plan: 'starter', interval: 'year', isTest: false },
  ],
  [{}, { plan: 'scale', interval: 'month', isTest: false }],
  [
    { yearly: '1', test: '1' },
    { plan: 'scale', interval: 'year', isTest: true },
  ],
])('S61 the flags %j ask for %j', (flags, purchase) => expect(BuyQuery.parse(flags)).toEqual(purchase));

test.each([
  { micro: '1', small: '1' },
  { micro: '0' },
  { small: 'true' },
  { yearly: '' },
  { test: '2' },
  { micro: ['1'] },
  { yearly: '1', utm: 'x' },
])('S61 the flags %j are refused', (flags) => expect(BuyQuery.safeParse(flags).success).toBe(false));
