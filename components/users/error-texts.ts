import type { ApiError } from '#lib/http/api-client.ts';

/** The texts of the sign-in forms (spec §4, §5, §8). */
export const texts = {
  loginSuccess: 'Login successful! Redirecting...',
  loginFailed: 'Login failed. Please try again.',
  noPasskey: 'No passkey was used. Please try again, or log in with your password.',
  codeRequired: 'Please enter the code.',
  codeWrong: 'The code is not right. Please try the next one.',
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
    'Your other sessions end, and connected applications have to ask you again. This session and your usage tokens go on.',
  forgotNeedsEmail: 'Please enter your email address first.',
  resent: 'If the address waits for verification, a new email is on its way. Please check your inbox.',
  resendFailed: 'The email could not be sent. Please try again.',
} as const;

type Failure = Pick<ApiError, 'code' | 'message'>;

/** The server's own text; empty when no server answered. */
const serverTextOf = ({ code, message }: Failure): string => (code === 'network' ? '' : message);

/** What the login form shows for the server's text: the rule of spec §8. */
export function loginErrorText(failure: Failure): string {
  const text = serverTextOf(failure);
  return /451|verify/i.test(text) ? texts.unverified : text || texts.loginFailed;
}

/** What the sign-up form shows for the server's text: the rule of spec §8. */
export function signUpErrorText(failure: Failure): string {
  const text = serverTextOf(failure);
  return /403|password/i.test(text) ? texts.weakPassword : text || texts.signUpFailed;
}

/** What the reset form shows for the server's text (spec §8). */
export const resetErrorText = (failure: Failure): string => serverTextOf(failure) || texts.resetFailed;

/** What the change-password form shows for the server's text (spec §8). */
export const changeErrorText = (failure: Failure): string => serverTextOf(failure) || texts.changeFailed;

const BY_CODE: Readonly<Record<string, string>> = {
  email_not_verified: texts.unverified,
  unauthenticated: 'The email or the password is not right.',
  user_blocked: 'Your account is blocked. Please contact support.',
  weak_password: texts.weakPassword,
  passwords_differ: texts.passwordsDiffer,
  malformed: 'Please fill in all fields with a valid email address.',
  rate_limited: 'Too many attempts. Please wait a moment and try again.',
  forbidden: 'The form was sent from another site. Please try again from here.',
  unavailable: 'The service is not available right now. Please try again in a moment.',
};

/**
 * The text for `?error=<code>`, with which a plain form comes back (decisions §4); one of `own` before the general ones. A
 * code is what anybody writes into an address, `__proto__` too.
 */
export const textOfCode = (code: string, fallback: string, own: Readonly<Record<string, string>> = {}): string =>
  [own, BY_CODE].find((texts) => Object.hasOwn(texts, code))?.[code] ?? fallback;
