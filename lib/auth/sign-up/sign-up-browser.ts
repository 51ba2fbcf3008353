import { httpOnlyCookie } from '#lib/auth/session/cookies.ts';
import { randomToken, sha256 } from '#lib/crypto.ts';
import { promises } from '#lib/promises.ts';

/**
 * Set-Cookie for the browser of a sign-up, valid as long as the mailed link. It logs no one in without that link. A null
 * token deletes it.
 */
export const signUpCookie = (token: string | null) => httpOnlyCookie('sign_up', token, promises.mailedLink / 1000);

/** The columns of the mailed link's row that identify the browser of the sign-up. */
export type SignUpBrowser = { browserTokenHash: Uint8Array<ArrayBuffer>; browserExpiresAt: Date };

/** A new token for the cookie, 256 bits, and the columns by which its browser is recognised. */
export function newSignUpBrowser(now: Date): { token: string; row: SignUpBrowser } {
  const token = randomToken();
  return {
    token,
    row: { browserTokenHash: sha256(token), browserExpiresAt: new Date(now.getTime() + promises.mailedLink) },
  };
}
