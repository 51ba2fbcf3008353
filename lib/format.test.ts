import { expect, test } from 'vitest';
import { countOf } from './format.ts';

test.each([
  [0, '0 keys'],
  [1, '1 key'],
  [2, '2 keys'],
  [1200, '1,200 keys'],
])('formats a count of %i as %j', (count, text) => expect(countOf(count, 'key')).toBe(text));
