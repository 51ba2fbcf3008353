import { expect, test } from 'vitest';
import { whenHolds } from './judge-change.ts';

const bought = (pence: number, interval: 'month' | 'year', quantity = 1) => ({ pence, interval, quantity });

test.each([
  ['a larger plan', bought(2500, 'month'), bought(5000, 'month'), 'now'],
  ['a larger quantity', bought(2500, 'year'), bought(2500, 'year', 2), 'now'],
  ['a longer interval at a lower price', bought(5000, 'month'), bought(55_000, 'year'), 'now'],
  ['a shorter interval at a higher price', bought(28_500, 'year'), bought(5000, 'month'), 'now'],
  ['a smaller plan', bought(5000, 'month'), bought(2500, 'month'), 'period_end'],
  ['a smaller quantity', bought(2500, 'month', 3), bought(2500, 'month', 2), 'period_end'],
  ['a shorter interval at the same price', bought(8400, 'year'), bought(700, 'month'), 'period_end'],
  ['another plan at the same price', bought(2500, 'month', 2), bought(5000, 'month'), 'period_end'],
] as const)('%s holds at the right time', (_, from, to, holds) => {
  expect(whenHolds(from, to)).toBe(holds);
});
