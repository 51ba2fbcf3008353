import { logIn, type LoginCookies } from '#lib/auth/login/service.ts';
import type { Context } from '#lib/context.ts';

/** The cookies of a browser that has never visited the site. */
export const NO_COOKIES: LoginCookies = { session: null, device: null, signUp: null };

/** Logs in a user without two-factor by password. Returns the tokens that the cookies hold. */
export async function logInByPassword(
  ctx: Context,
  credentials: { email: string; password: string },
  cookies: Partial<LoginCookies> = {},
): Promise<{ session: string; device: string }> {
  const outcome = await logIn(ctx, credentials, { ...NO_COOKIES, ...cookies });
  if (outcome.status !== 'ok') throw new Error(`login not complete: ${outcome.status}`);
  return outcome;
}
