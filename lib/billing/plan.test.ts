import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  isHeldStatus,
  keyStateOf,
  lookupKey,
  planLabel,
  planOfLookupKey,
  PLANS,
  planTitle,
  statusText,
} from './plan.ts';
import { BuyQuery } from './schema.ts';

test('finds each plan by the lookup keys of its two prices', () => {
  for (const name of ['personal', 'starter', 'scale'] as const)
    for (const interval of ['month', 'year'] as const)
      expect(planOfLookupKey(lookupKey(name, interval))).toBe(PLANS[name]);
});

test.each([null, '', 'starter', 'starter_weekly', 'xstarter_monthly', 'starter_monthlyx', 'constructor_monthly'])(
  'finds no plan for the lookup key %s',
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
])('maps a subscription that is %s to a key that is %s', (status, state) => expect(keyStateOf(status)).toBe(state));

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
  [{ quantity: '3' }, { plan: 'scale', interval: 'month', isTest: false, quantity: 3 }],
  [{ quantity: '1' }, { plan: 'scale', interval: 'month', isTest: false }],
])('reads the flags %j as %j (S61)', (flags, purchase) => expect(BuyQuery.parse(flags)).toEqual(purchase));

test.each([
  { micro: '1', small: '1' },
  { micro: '0' },
  { small: 'true' },
  { yearly: '' },
  { test: '2' },
  { micro: ['1'] },
  { yearly: '1', utm: 'x' },
  { quantity: '0' },
  { quantity: '1.5' },
  { quantity: '101' },
  { quantity: '' },
])('refuses the flags %j (S61)', (flags) => expect(BuyQuery.safeParse(flags).success).toBe(false));

test.each([
  ['Premium access (small)', 'Starter'],
  ['Premium access', 'Scale'],
  ['Personal usage', 'Personal'],
  ['Custom', 'Custom'],
  [null, 'Premium'],
])('calls the product %j %s', (product, title) => {
  expect(planTitle(product)).toBe(title);
});

test.each([
  ['past_due', 'Past due'],
  ['active', 'Active'],
  ['incomplete_expired', 'Incomplete expired'],
])('writes the status %s as %s', (status, text) => {
  expect(statusText(status)).toBe(text);
});

test('treats a subscription that is neither live nor ended as held', () => {
  const statuses = [
    'active',
    'past_due',
    'trialing',
    'unpaid',
    'paused',
    'incomplete',
    'canceled',
    'incomplete_expired',
  ];
  expect(statuses.filter(isHeldStatus)).toEqual(['unpaid', 'paused', 'incomplete']);
});

test('names the products of all plans in the style sheet, which marks the present plan on the pricing page', () => {
  const css = readFileSync('app/globals.css', 'utf8');
  for (const { name, product } of Object.values(PLANS))
    expect(css).toContain(`html[data-product='${product}'] [data-owned='${planLabel(name)}']`);
});
