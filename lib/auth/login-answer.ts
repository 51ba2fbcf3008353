import { challengeCookie } from './challenge.ts';
import { deviceCookie } from './known-device.ts';
import type { LogInOutcome } from './service.ts';
import { sessionCookie } from './sign-in-session.ts';

/** The Set-Cookie lines of a login's outcome. */
export const loginCookies = (outcome: LogInOutcome): string[] =>
  outcome.status === 'ok'
    ? [sessionCookie(outcome.session), deviceCookie(outcome.device), challengeCookie(null)]
    : [challengeCookie(outcome.challenge)];

/** The answer of the login calls: `{status: "ok"}` with a session, or `{status: "totp_required"}` without (decisions §4). */
export function loginResponse(outcome: LogInOutcome): Response {
  const response = Response.json({ status: outcome.status });
  for (const cookie of loginCookies(outcome)) response.headers.append('set-cookie', cookie);
  return response;
}
