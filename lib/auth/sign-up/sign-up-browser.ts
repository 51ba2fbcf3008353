import { httpOnlyCookie } from '#lib/auth/session/cookies.ts';
import { promises } from '#lib/base/promises.ts';

/**
 * Set-Cookie for the browser of a sign-up, valid as long as the sign-up. It logs no one in without the mailed link. A
 * null token deletes it.
 */
export const signUpCookie = (token: string | null) =>
  httpOnlyCookie('sign_up', token, promises.unverifiedAccount / 1000);
