import { logIn, type LoginCookies } from '#lib/auth/service.ts';
import type { Context } from '#lib/context.ts';

/** What a browser that was never here brings. */
export const NO_COOKIES: LoginCookies = { session: null, device: null };

/** Logs somebody without two-factor in by password. Returns the tokens of their cookies. */
export async function logInByPassword(
  ctx: Context,
  credentials: { email: string; password: string },
  cookies: Partial<LoginCookies> = {},
): Promise<{ session: string; device: string }> {
  const outcome = await logIn(ctx, credentials, { ...NO_COOKIES, ...cookies });
  if (outcome.status !== 'ok') throw new Error(`the login waits: ${outcome.status}`);
  return outcome;
}
