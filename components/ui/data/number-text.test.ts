import { expect, test } from 'vitest';
import { compactNumber, exactNumber } from './number-text.ts';

test.each([
  [0, '0', '0'],
  [999, '999', '999'],
  [1000, '1K', '1,000'],
  [1250, '1.3K', '1,250'],
  [30_000, '30K', '30,000'],
  [999_950, '1M', '999,950'],
  [1_234_567, '1.2M', '1,234,567'],
  [7_200_000_000, '7.2B', '7,200,000,000'],
  [-1500, '-1.5K', '-1,500'],
  [0.7, '0.7', '0.7'],
])('formats %d as %s in short form and as %s in full', (value, short, whole) => {
  expect(compactNumber(value)).toBe(short);
  expect(exactNumber(value)).toBe(whole);
});
