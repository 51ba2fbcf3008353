import { expect, test } from 'vitest';
import { limitText } from './limit-text.ts';

test('formats a limit in requests and emails, the chosen unit first', () => {
  const limit = { daily: 60_000, emails: 30_000 };
  expect(limitText(limit, 'requests')).toBe('60,000 requests a day, about 30,000 emails');
  expect(limitText(limit, 'emails')).toBe('About 30,000 emails a day, 60,000 requests');
  expect(limitText({ daily: null, emails: null }, 'requests')).toBeNull();
});
