import { expect, test } from 'vitest';
import { limitText, usagePercent } from './daily-limit.ts';

test('names a limit in emails first, with the requests in brackets', () => {
  expect(limitText(60_000)).toBe('30,000 emails a day (60,000 requests)');
  expect(limitText(2)).toBe('1 email a day (2 requests)');
});

test.each([
  [0, 60_000, 0],
  [41_999, 60_000, 69],
  [53_999, 60_000, 89],
  [54_000, 60_000, 90],
  [59_999, 60_000, 99],
  [90_000, 60_000, 150],
  [0, 0, 0],
  [1, 0, 100],
])('computes %i of %i as %i %%, never rounded up', (value, limit, percent) =>
  expect(usagePercent(value, limit)).toBe(percent),
);
