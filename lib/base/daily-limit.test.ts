import { expect, test } from 'vitest';
import { limitText } from './daily-limit.ts';

test('names a limit in emails first, with the requests in brackets', () => {
  expect(limitText(60_000)).toBe('30,000 emails a day (60,000 requests)');
  expect(limitText(2)).toBe('1 email a day (2 requests)');
});
