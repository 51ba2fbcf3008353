import { randomToken, sha256 } from '#lib/crypto.ts';
import type { Context } from '#lib/context.ts';
import type { ChallengePurpose } from '#generated/prisma/client.ts';
import { hostCookieName, httpOnlyCookie } from './cookies.ts';

/** How long a browser has to answer (decisions §4). */
export const CHALLENGE_MS = 5 * 60 * 1000;

/** Name of the cookie of a login, or a passkey ceremony, that is half done. */
export const challengeCookieName = () => hostCookieName('login_challenge');
/** Set-Cookie for it: five minutes (decisions §4). */
export const challengeCookie = (token: string | null) =>
  httpOnlyCookie(challengeCookieName(), token, CHALLENGE_MS / 1000);

/** Remembers what a browser has to answer within five minutes. Returns the token for its cookie; the row holds the hash. */
export async function createChallenge(
  ctx: Context,
  purpose: ChallengePurpose,
  data: { userId?: string; value?: string },
): Promise<string> {
  const token = randomToken();
  const expiresAt = new Date(ctx.now.getTime() + CHALLENGE_MS);
  await ctx.db.challenge.create({ data: { purpose, tokenHash: sha256(token), expiresAt, ...data } });
  return token;
}

/** The open challenge behind a cookie's token, or null. */
export const findChallenge = (ctx: Context, purpose: ChallengePurpose, token: string | null) =>
  ctx.db.challenge.findFirst({
    where: { purpose, tokenHash: sha256(token ?? ''), expiresAt: { gt: ctx.now } },
    select: { id: true, userId: true, value: true },
  });

/** Uses a challenge up: true for exactly one caller. */
export async function consumeChallenge(ctx: Context, id: string): Promise<boolean> {
  return (await ctx.db.challenge.deleteMany({ where: { id } })).count === 1;
}
