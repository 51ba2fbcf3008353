import { hostCookieName, httpOnlyCookie } from '#lib/auth/session/cookies.ts';
import { promises } from '#lib/promises.ts';

/** Name of the cookie that recognises the browser of a sign-up. It logs no one in without the mailed link. */
export const signUpCookieName = () => hostCookieName('sign_up');
/** Set-Cookie for the browser of a sign-up, valid as long as the sign-up. A null token deletes it. */
export const signUpCookie = (token: string | null) =>
  httpOnlyCookie(signUpCookieName(), token, promises.unverifiedAccount / 1000);
