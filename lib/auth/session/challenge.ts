import type { ChallengePurpose } from '#generated/prisma/client.ts';
import type { Context } from '#lib/base/context.ts';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { MINUTE } from '#lib/base/time.ts';
import { httpOnlyCookie } from './cookies.ts';

/** How long a browser has to answer a challenge. */
export const CHALLENGE_MS = 5 * MINUTE;

/**
 * Set-Cookie for the challenge of an unfinished login or passkey ceremony, valid for five minutes. A null token deletes
 * the cookie.
 */
export const challengeCookie = (token: string | null) => httpOnlyCookie('login_challenge', token, CHALLENGE_MS / 1000);

/** Response that starts a WebAuthn ceremony: the options, and the cookie of their challenge. */
export const passkeyOptionsResponse = ({ options, challenge }: { options: object; challenge: string }): Response =>
  Response.json(options, { headers: { 'set-cookie': challengeCookie(challenge) } });

/** Stores a challenge for five minutes. Returns the token for its cookie; the row holds the token's hash. */
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

/** Consumes a challenge. Returns true for exactly one caller. */
export async function consumeChallenge(ctx: Context, id: string): Promise<boolean> {
  return (await ctx.db.challenge.deleteMany({ where: { id } })).count === 1;
}
