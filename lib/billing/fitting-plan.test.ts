import { expect, test } from 'vitest';
import { MOST_UNITS, PLANS } from '#lib/billing/plan.ts';
import { fittingChange } from './fitting-plan.ts';

test('suggests the cheapest plan and quantity with room for a fifth more', () => {
  expect(fittingChange({ plan: 'personal', interval: 'month', quantity: 1 }, 9_000)).toEqual({
    plan: 'personal',
    interval: 'month',
    quantity: 3,
    daily: 12_000,
    pounds: 21,
  });
  expect(fittingChange({ plan: 'personal', interval: 'month', quantity: 1 }, 14_000)).toMatchObject({
    plan: 'starter',
    quantity: 1,
    pounds: 25,
  });
});

test('prefers the larger limit at the same price', () => {
  // Two Starter plans and one Scale plan both cost £50.
  expect(fittingChange({ plan: 'starter', interval: 'month', quantity: 1 }, 90_000)).toMatchObject({
    plan: 'scale',
    quantity: 1,
    daily: 200_000,
  });
});

test('keeps the yearly interval and its price', () => {
  expect(fittingChange({ plan: 'scale', interval: 'year', quantity: 1 }, 250_000)).toEqual({
    plan: 'scale',
    interval: 'year',
    quantity: 2,
    daily: 400_000,
    pounds: 1100,
  });
});

test('suggests no plan without the bulk service to a subscriber who has it', () => {
  for (let requests = 0; requests < 5_000_000; requests += 50_000)
    expect(fittingChange({ plan: 'starter', interval: 'month', quantity: 1 }, requests)?.plan).not.toBe('personal');
});

test('suggests more than the present limit, with room for a fifth more requests than were used', () => {
  for (const plan of ['personal', 'starter', 'scale'] as const)
    for (const quantity of [1, 3, 10])
      for (const used of [0, 1000, 59_999, 200_000, 999_999]) {
        const change = fittingChange({ plan, interval: 'month', quantity }, used);
        const present = PLANS[plan].dailyRequests * quantity;
        expect(change?.daily).toBeGreaterThan(present);
        expect(change?.daily).toBeGreaterThanOrEqual(used * 1.2);
      }
});

test('suggests nothing when no quantity that can be bought suffices', () => {
  const most = MOST_UNITS * PLANS.scale.dailyRequests;
  expect(fittingChange({ plan: 'scale', interval: 'month', quantity: 1 }, most)).toBeNull();
});
