import { expect, test } from 'vitest';
import { countOf, formatDay, utcTime } from './format.ts';

test.each([
  [0, '0 keys'],
  [1, '1 key'],
  [2, '2 keys'],
  [1200, '1,200 keys'],
])('formats a count of %i as %j', (count, text) => expect(countOf(count, 'key')).toBe(text));

test('formats days and times in UTC', () => {
  const at = new Date('2026-11-22T01:05:59+02:00');
  expect([formatDay(at), utcTime(at)]).toEqual(['2026-11-21', '2026-11-21 23:05 UTC']);
});
