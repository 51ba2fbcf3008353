import { expect, test } from 'vitest';
import { Email } from '#lib/email-address/schema.ts';
import { addressOf, readQuery, singleValues, word } from './search-params.ts';

test('reads the parameters that fit their schemas, and takes any other as absent (S87)', () => {
  const given = { email: 'You@Example.com', error: 'a'.repeat(61), done: '1', other: 'x', sent: '<b>' };
  expect(readQuery({ email: Email, error: word, done: word, sent: word }, given)).toEqual({
    email: 'you@example.com',
    done: '1',
  });
});

test('keeps the first value of a repeated parameter, and takes an empty one as absent', () => {
  expect(readQuery({ done: word, sent: word }, { done: ['1', '2'], sent: '' })).toEqual({ done: '1' });
  expect(singleValues({ done: ['1', '2'], sent: undefined })).toEqual({ done: '1' });
  expect(addressOf('/login', { tab: ['signup', 'login'] })).toBe('/login?tab=signup');
});
