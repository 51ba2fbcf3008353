import { expect, test } from 'vitest';
import { limitOf } from './limit.ts';

const rank = (rate: number | null) => ({ rate });

test.each([
  ["uses the rank's rate", { quantity: 1, rate: null, rank: rank(2.4), account: null }, { rate: 2.4, source: 'rank' }],
  [
    "keeps the rank's rate per unit",
    { quantity: 3, rate: null, rank: rank(2.4), account: null },
    { rate: 2.4, source: 'rank' },
  ],
  [
    'has no limit without any rate',
    { quantity: 2, rate: null, rank: rank(null), account: { dailyLimit: null } },
    { rate: null, source: 'none' },
  ],
  [
    "prefers the key's own rate to the rank's",
    { quantity: 1, rate: 5, rank: rank(2.4), account: null },
    { rate: 5, source: 'key' },
  ],
  [
    "prefers the owner's daily limit to both, divided by the units",
    { quantity: 2, rate: 5, rank: rank(2.4), account: { dailyLimit: 86_400 } },
    { rate: 0.5, source: 'key' },
  ],
  [
    "limits a key without any rate by its owner's daily limit",
    { quantity: 1, rate: null, rank: rank(null), account: { dailyLimit: 8640 } },
    { rate: 0.1, source: 'key' },
  ],
  [
    'treats a daily limit of zero as a limit',
    { quantity: 1, rate: null, rank: rank(60), account: { dailyLimit: 0 } },
    { rate: 0, source: 'key' },
  ],
] as const)('%s', (_name, key, limit) => {
  expect(limitOf(key)).toEqual(limit);
});
