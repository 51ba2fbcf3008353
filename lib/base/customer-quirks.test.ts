import { expect, test } from 'vitest';
import { isUnverified, isWeakPassword, leadsHome } from './customer-quirks.ts';

test.each([
  ['email_not_verified', 'Bitte zuerst bestätigen.', true],
  ['rate_limited', 'Too many attempts to verify the password.', false],
  ['unknown', 'HTTP 451: Unavailable For Legal Reasons', true],
  ['unknown', 'Verify first', true],
  ['unknown', 'HTTP 500: Internal Server Error', false],
  ['network', 'The server could not be reached to verify this.', false],
])('tells whether a login error with code %s and text “%s” means an unverified address: %s', (code, message, is) =>
  expect(isUnverified({ code, message })).toBe(is),
);

test.each([
  ['weak_password', 'It is among the most common ones.', true],
  ['rate_limited', 'Too many passwords.', false],
  ['unknown', 'HTTP 403: Forbidden', true],
  ['unknown', 'The PASSWORD is too common.', true],
  ['unknown', 'Too many attempts.', false],
  ['network', 'No password was sent.', false],
])('tells whether a sign-up error with code %s and text “%s” means a weak password: %s', (code, message, is) =>
  expect(isWeakPassword({ code, message })).toBe(is),
);

test('sends the browser to the home page only for an error whose text contains 302', () => {
  expect(leadsHome({ message: 'HTTP 302: Found' })).toBe(true);
  expect(leadsHome({ message: 'HTTP 500: Internal Server Error' })).toBe(false);
});
