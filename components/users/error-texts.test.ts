import { describe, expect, test } from 'vitest';
import { loginErrorText, resetErrorText, signUpErrorText, textOfCode, texts } from './error-texts.ts';

const refused = (message: string) => ({ code: 'unknown', message }) as const;
const unanswered = { code: 'network', message: 'The server could not be reached.' } as const;

describe('the texts for server errors', () => {
  test.each([
    ['The email or password is incorrect.', 'The email or password is incorrect.'],
    ['Please verify your email address before logging in.', texts.unverified],
    ['Verify first', texts.unverified],
    ['HTTP 451: Unavailable For Legal Reasons', texts.unverified],
    ['', 'Login failed. Please try again.'],
  ])('shows the login error %j as %j', (message, shown) => expect(loginErrorText(refused(message))).toBe(shown));

  test.each([
    ['The PASSWORD is too common.', texts.weakPassword],
    ['HTTP 403: Forbidden', texts.weakPassword],
    [
      'Too many attempts. Please wait a moment and try again.',
      'Too many attempts. Please wait a moment and try again.',
    ],
    ['', 'Signup failed. Please try again.'],
  ])('shows the sign-up error %j as %j', (message, shown) => expect(signUpErrorText(refused(message))).toBe(shown));

  test('shows the server’s text if a password reset fails, or the default if there is none', () => {
    expect(resetErrorText(refused('This reset link is invalid.'))).toBe('This reset link is invalid.');
    expect(resetErrorText(refused(''))).toBe('Failed to reset password');
  });

  test('shows the default of each form if there was no response', () => {
    expect(loginErrorText(unanswered)).toBe('Login failed. Please try again.');
    expect(signUpErrorText(unanswered)).toBe('Signup failed. Please try again.');
    expect(resetErrorText(unanswered)).toBe('Failed to reset password');
  });
});

test.each(['__proto__', 'constructor', 'toString', 'nobody_knows', ''])(
  'shows the default text for the code %j in a URL (S52)',
  (code) => expect(textOfCode(code, texts.loginFailed, { invalid: texts.codeWrong })).toBe(texts.loginFailed),
);
