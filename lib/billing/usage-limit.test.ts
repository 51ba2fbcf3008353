import { expect, test } from 'vitest';
import type { PlanName } from './plan.ts';
import { usageLimitOf } from './usage-limit.ts';

const subscription = (plan: PlanName | null, quantity = 1, status = 'active', started_at = '2026-01-01T00:00:00Z') => ({
  ...{ plan, quantity, status, started_at },
});

test.each([
  ['Personal', [subscription('personal')], 4000, 2000],
  ['Personal by quantity', [subscription('personal', 3)], 12_000, 6000],
  ['Starter', [subscription('starter')], 60_000, 30_000],
  ['Scale', [subscription('scale', 2, 'past_due')], 400_000, 200_000],
  ['the newest', [subscription('scale'), subscription('personal', 1, 'trialing', '2026-02-01T00:00:00Z')], 4000, 2000],
  ['no plan of ours', [subscription(null)], null, null],
  ['an ended one', [subscription('scale', 1, 'canceled')], null, null],
  ['none', [], null, null],
])(
  'the daily limit of %s: the subscriber sees requests, the admin emails (spec §9)',
  (_name, subscriptions, user, admin) => {
    const source = user === null ? 'none' : 'plan';
    expect(usageLimitOf(null, subscriptions, 'user')).toEqual({ daily: user, source });
    expect(usageLimitOf(null, subscriptions, 'admin')).toEqual({ daily: admin, source });
  },
);

test.each([50_000, 0])("a person's own limit of %i is for all units and comes first", (daily) => {
  for (const view of ['user', 'admin'] as const)
    expect(usageLimitOf(daily, [subscription('scale', 2)], view)).toEqual({ daily, source: 'user' });
});
