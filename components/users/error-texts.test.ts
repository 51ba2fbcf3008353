import { describe, expect, test } from 'vitest';
import { loginErrorText, resetErrorText, signUpErrorText, textOfCode, texts } from './error-texts.ts';

const refused = (message: string) => ({ code: 'unknown', message }) as const;
const unanswered = { code: 'network', message: 'The server could not be reached.' } as const;

describe('spec §8', () => {
  test.each([
    ['The email or the password is not right.', 'The email or the password is not right.'],
    ['Please verify your email address before logging in.', texts.unverified],
    ['Verify first', texts.unverified],
    ['HTTP 451: Unavailable For Legal Reasons', texts.unverified],
    ['', 'Login failed. Please try again.'],
  ])('login: %j is shown as %j', (message, shown) => expect(loginErrorText(refused(message))).toBe(shown));

  test.each([
    ['The PASSWORD is too common.', texts.weakPassword],
    ['HTTP 403: Forbidden', texts.weakPassword],
    [
      'Too many attempts. Please wait a moment and try again.',
      'Too many attempts. Please wait a moment and try again.',
    ],
    ['', 'Signup failed. Please try again.'],
  ])('sign-up: %j is shown as %j', (message, shown) => expect(signUpErrorText(refused(message))).toBe(shown));

  test('reset: the server’s text, else the default', () => {
    expect(resetErrorText(refused('This reset link is invalid.'))).toBe('This reset link is invalid.');
    expect(resetErrorText(refused(''))).toBe('Failed to reset password');
  });

  test('without an answer each form says its default', () => {
    expect(loginErrorText(unanswered)).toBe('Login failed. Please try again.');
    expect(signUpErrorText(unanswered)).toBe('Signup failed. Please try again.');
    expect(resetErrorText(unanswered)).toBe('Failed to reset password');
  });
});

test.each(['__proto__', 'constructor', 'toString', 'nobody_knows', ''])(
  'S52 the code %j of an address has the usual text',
  (code) => expect(textOfCode(code, texts.loginFailed, { invalid: texts.codeWrong })).toBe(texts.loginFailed),
);
