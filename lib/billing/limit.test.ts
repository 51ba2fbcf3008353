import { expect, test } from 'vitest';
import type { PlanName } from './plan.ts';
import { usageLimitOf } from './limit.ts';

const subscription = (plan: PlanName | null, quantity = 1, status = 'active', started_at = '2026-01-01T00:00:00Z') => ({
  plan,
  quantity,
  status,
  started_at,
});

test.each([
  ['Personal', [subscription('personal')], 4000, 2000],
  ['Personal with three units', [subscription('personal', 3)], 12_000, 6000],
  ['Starter', [subscription('starter')], 60_000, 30_000],
  ['Scale', [subscription('scale', 2, 'past_due')], 400_000, 200_000],
  [
    'the newer of two plans',
    [subscription('scale'), subscription('personal', 1, 'trialing', '2026-02-01T00:00:00Z')],
    4000,
    2000,
  ],
  ['an unknown plan', [subscription(null)], null, null],
  ['an ended subscription', [subscription('scale', 1, 'canceled')], null, null],
  ['no subscription', [], null, null],
])('returns the daily limit of %s in requests and emails', (_name, subscriptions, daily, emails) => {
  expect(usageLimitOf(null, subscriptions)).toEqual({ daily, emails, source: daily === null ? 'none' : 'plan' });
});

test.each([
  [50_000, 25_000],
  [1, 0],
  [0, 0],
])("uses the user's own limit of %i requests instead of the plan's, whatever the quantity", (daily, emails) => {
  expect(usageLimitOf(daily, [subscription('scale', 2)])).toEqual({ daily, emails, source: 'user' });
});
