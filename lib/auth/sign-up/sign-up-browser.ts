import { hostCookieName, httpOnlyCookie } from '#lib/auth/session/cookies.ts';
import { randomToken, sha256 } from '#lib/crypto.ts';
import { promises } from '#lib/promises.ts';

/** Name of the cookie that recognises the browser of a sign-up. Without the mailed link it opens nothing. */
export const signUpCookieName = () => hostCookieName('sign_up');
/** Set-Cookie for the browser of a sign-up: as long as the link. A null token deletes it. */
export const signUpCookie = (token: string | null) =>
  httpOnlyCookie(signUpCookieName(), token, promises.mailedLink / 1000);

/** What the row of the mailed link holds about the browser of the sign-up. */
export type SignUpBrowser = { browserTokenHash: Uint8Array<ArrayBuffer>; browserExpiresAt: Date };

/** A new token for the cookie, 256 bits, and the columns that recognise it. */
export function newSignUpBrowser(now: Date): { token: string; row: SignUpBrowser } {
  const token = randomToken();
  return {
    token,
    row: { browserTokenHash: sha256(token), browserExpiresAt: new Date(now.getTime() + promises.mailedLink) },
  };
}
