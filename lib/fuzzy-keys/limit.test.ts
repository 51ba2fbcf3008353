import { expect, test } from 'vitest';
import { limitOf } from './limit.ts';

const rank = (rate: number | null) => ({ rate });

test.each([
  ['the rank decides', { quantity: 1, rate: null, rank: rank(2.4), user: null }, { rate: 2.4, source: 'rank' }],
  ['the rank is per unit', { quantity: 3, rate: null, rank: rank(2.4), user: null }, { rate: 2.4, source: 'rank' }],
  [
    'no limits',
    { quantity: 2, rate: null, rank: rank(null), user: { dailyLimit: null } },
    { rate: null, source: 'none' },
  ],
  [
    "the key's own goes before the rank's",
    { quantity: 1, rate: 5, rank: rank(2.4), user: null },
    { rate: 5, source: 'key' },
  ],
  [
    "the owner's goes before both, divided by units",
    { quantity: 2, rate: 5, rank: rank(2.4), user: { dailyLimit: 86_400 } },
    { rate: 0.5, source: 'key' },
  ],
  [
    "the owner's also limits a key without limits",
    { quantity: 1, rate: null, rank: rank(null), user: { dailyLimit: 8640 } },
    { rate: 0.1, source: 'key' },
  ],
  [
    'none a day is a limit, too',
    { quantity: 1, rate: null, rank: rank(60), user: { dailyLimit: 0 } },
    { rate: 0, source: 'key' },
  ],
] as const)('%s', (_name, key, limit) => {
  expect(limitOf(key)).toEqual(limit);
});
