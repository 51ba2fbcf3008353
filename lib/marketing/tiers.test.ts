import { expect, test } from 'vitest';
import { TIERS, withVat } from './tiers.ts';

test('adds the VAT of the setting to each price, to the penny', () => {
  const prices = Object.values(TIERS).flatMap(({ monthly, yearly }) => [withVat(monthly, 20), withVat(yearly, 20)]);
  expect(prices).toEqual(['£8.40', '£100.80', '£30', '£342', '£60', '£660']);
  expect(withVat(7, 19.5)).toBe('£8.37'); // 8.365
  expect(withVat(550, 0)).toBe('£550');
});
