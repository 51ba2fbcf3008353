import { challengeCookie } from '#lib/auth/session/challenge.ts';
import { deviceCookie } from '#lib/auth/session/known-device.ts';
import { sessionCookie } from '#lib/auth/session/sign-in-session.ts';
import { signUpCookie } from '#lib/auth/sign-up/sign-up-browser.ts';
import type { LogInOutcome } from './service.ts';

/** Set-Cookie values for the outcome of a login. */
export const loginCookies = (outcome: LogInOutcome): string[] =>
  outcome.status === 'ok'
    ? [sessionCookie(outcome.session), deviceCookie(outcome.device), challengeCookie(null)]
    : [challengeCookie(outcome.challenge)];

/**
 * Set-Cookie values after an email address was verified: one that deletes the sign-up's cookie, because all sign-ups
 * with the address are void, and those of a login if a session began.
 */
export const verificationCookies = (login: (LogInOutcome & { status: 'ok' }) | null): string[] => [
  ...(login ? loginCookies(login) : []),
  signUpCookie(null),
];

/**
 * Response of the login endpoints: `{status: "ok"}` and the cookies of a session, or `{status: "totp_required"}` and
 * the challenge's cookie.
 */
export function loginResponse(outcome: LogInOutcome): Response {
  const response = Response.json({ status: outcome.status });
  for (const cookie of loginCookies(outcome)) response.headers.append('set-cookie', cookie);
  return response;
}
