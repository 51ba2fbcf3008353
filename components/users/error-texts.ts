import type { ApiError } from '#lib/api-client/api-client.ts';
import { isUnverified, isWeakPassword } from '#lib/base/customer-quirks.ts';

/** The texts of the login, sign-up and password forms. Many are the customer's (docs/product.md, "Fixed texts"). */
export const texts = {
  loginSuccess: 'Login successful! Redirecting...',
  loginFailed: 'Login failed. Please try again.',
  noPasskey: 'No passkey was used. Please try again, or log in with your password.',
  codeRequired: 'Please enter the code.',
  codeWrong: 'The code is incorrect. Please try the next one.',
  codeTooLate: 'The login took longer than five minutes. Please start again.',
  unverified: 'Please verify your email address before logging in.',
  signUpSuccess: 'Account created successfully! Please check your email for verification instructions.',
  signUpFailed: 'Signup failed. Please try again.',
  weakPassword: 'Password does not meet security requirements. Please use a stronger password.',
  passwordsDiffer: 'Passwords do not match.',
  forgotSuccess: 'Password reset email sent! Please check your inbox.',
  forgotFailed: 'Failed to send reset email.',
  newPasswordRequired: 'Please enter a new password',
  resetTooShort: 'Password must be at least 12 characters long',
  resetPasswordsDiffer: 'Passwords do not match',
  resetFailed: 'Failed to reset password',
  resetSuccess: 'Your password has been reset.',
  currentRequired: 'Please enter your current password',
  newTooShort: 'New password must be at least 12 characters long',
  newPasswordsDiffer: 'New passwords do not match',
  newIsCurrent: 'New password must be different from current password',
  changeFailed: 'Failed to change password',
  changeSuccess: 'Your password has been changed.',
  changeEnds:
    'Your other sessions end, and connected applications have to ask you again. This session and your usage tokens stay valid.',
  forgotNeedsEmail: 'Please enter your email address first.',
  resent: 'If the address waits for verification, a new email is on its way. Please check your inbox.',
  resendFailed: 'The email could not be sent. Please try again.',
} as const;

type Failure = Pick<ApiError, 'code' | 'message'>;

/** The server's own text, or empty if there was no response. */
const serverTextOf = ({ code, message }: Failure): string => (code === 'network' ? '' : message);

export const loginErrorText = (failure: Failure): string =>
  isUnverified(failure) ? texts.unverified : serverTextOf(failure) || texts.loginFailed;

export const signUpErrorText = (failure: Failure): string =>
  isWeakPassword(failure) ? texts.weakPassword : serverTextOf(failure) || texts.signUpFailed;

export const resetErrorText = (failure: Failure): string => serverTextOf(failure) || texts.resetFailed;

export const changeErrorText = (failure: Failure): string => serverTextOf(failure) || texts.changeFailed;

const BY_CODE: Readonly<Record<string, string>> = {
  email_not_verified: texts.unverified,
  unauthenticated: 'The email or password is incorrect.',
  user_blocked: 'Your account is blocked. Please contact support.',
  weak_password: texts.weakPassword,
  passwords_differ: texts.passwordsDiffer,
  malformed: 'Please fill in all fields with a valid email address.',
  rate_limited: 'Too many attempts. Please wait a moment and try again.',
  forbidden: 'The form was sent from another site. Please try again from here.',
  unavailable: 'The service is not available right now. Please try again in a moment.',
};

/**
 * The text for `?error=<code>`, to which the server redirects a form posted without JavaScript. Texts in `own` come
 * first. The code is untrusted input, for example `__proto__`.
 */
export const textOfCode = (code: string, fallback: string, own: Readonly<Record<string, string>> = {}): string =>
  [own, BY_CODE].find((texts) => Object.hasOwn(texts, code))?.[code] ?? fallback;
