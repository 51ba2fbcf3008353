import type { Context } from '#lib/base/context.ts';
import { equalInConstantTime, randomToken, sha256 } from '#lib/base/crypto.ts';
import type { Prisma } from '#lib/base/db/db.ts';
import { paths } from '#lib/base/paths.ts';
import { promises } from '#lib/base/promises.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { chosenPlan } from '#lib/marketing/plans.ts';
import { queueMail } from '#lib/mail/service.ts';

/** A user's newest links: an older one is void. */
const LIVE_LINKS = 3;
const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] satisfies Prisma.SignUpOrderByWithRelationInput[];

/** What a mailed link activates: the password, the browser and the destination of one sign-up. */
export type TypedSignUp = {
  passwordHash: string | null;
  browserTokenHash: Uint8Array<ArrayBuffer> | null;
  returnUrl: string | null;
  /** of the terms that the sign-up accepted */
  termsVersion: string | null;
};

/** What a link activates, and when it was typed. */
export type SignUpLink = TypedSignUp & { createdAt: Date };

/** Columns of a pending sign-up, for `passwordBeforeVerification`. The newest comes first. */
export const pendingSignUps = (now: Date) =>
  ({
    where: { expiresAt: { gt: now }, passwordHash: { not: null } },
    orderBy: NEWEST_FIRST,
    select: { passwordHash: true, browserTokenHash: true },
  }) satisfies Prisma.UserSelect['signUps'];

/**
 * The hash that judges a login before the address is verified: of the sign-up in this browser, else of the newest
 * sign-up (S2). One hash, so that the answer takes as long as for a verified user (S1).
 */
export function passwordBeforeVerification(
  signUps: readonly Pick<TypedSignUp, 'passwordHash' | 'browserTokenHash'>[],
  browserToken: string | null,
): string | null {
  const own = signUps.find((signUp) => isBrowserOf(signUp, browserToken));
  return (own ?? signUps[0])?.passwordHash ?? null;
}

/** Whether the cookie's token belongs to the browser of the sign-up. */
export const isBrowserOf = ({ browserTokenHash: hash }: Pick<TypedSignUp, 'browserTokenHash'>, token: string | null) =>
  token !== null && hash !== null && equalInConstantTime(hash, sha256(token));

/**
 * Stores what a sign-up typed and mails the link that activates it. The link works once and for 24 hours. The caller
 * has locked the user's row.
 */
export async function mailSignUpLink(
  tx: Context,
  user: { id: string; email: string },
  typed: TypedSignUp,
): Promise<void> {
  const token = randomToken();
  await tx.db.signUp.create({
    data: {
      userId: user.id,
      linkTokenHash: sha256(token),
      linkExpiresAt: new Date(tx.now.getTime() + promises.mailedLink),
      ...typed,
      createdAt: tx.now,
      expiresAt: new Date(tx.now.getTime() + promises.unverifiedAccount),
    },
  });
  const tooOld = await tx.db.signUp.findMany({
    where: { userId: user.id },
    orderBy: NEWEST_FIRST,
    skip: LIVE_LINKS,
    select: { id: true },
  });
  await tx.db.signUp.deleteMany({ where: { id: { in: tooOld.map(({ id }) => id) } } });
  await queueMail(tx, user.email, 'verify_email', {
    url: absoluteUrl(paths.verifyEmail({ email: user.email, token })),
    plan: chosenPlan(typed.returnUrl ?? undefined)?.name ?? null,
  });
}

/** The newest sign-up of this browser that waits for its address to be verified. */
export async function findSignUpOfBrowser(
  { db, now }: Context,
  userId: string,
  token: string | null,
): Promise<TypedSignUp | null> {
  if (token === null) return null;
  return db.signUp.findFirst({
    where: { userId, browserTokenHash: sha256(token), expiresAt: { gt: now } },
    orderBy: NEWEST_FIRST,
    select: { passwordHash: true, browserTokenHash: true, returnUrl: true, termsVersion: true },
  });
}

/** What a mailed link would activate; null for a link that is void. Does not use the link up. */
export async function findSignUpLink({ db, now }: Context, email: string, token: string): Promise<SignUpLink | null> {
  const link = { email, tokenHash: sha256(token) };
  const signUp = await db.signUp.findFirst({
    where: { linkTokenHash: link.tokenHash, linkExpiresAt: { gt: now }, user: { email, emailVerifiedAt: null } },
    select: { passwordHash: true, browserTokenHash: true, returnUrl: true, termsVersion: true, createdAt: true },
  });
  if (signUp) return signUp;
  // A link that a release before sign_ups mailed less than 24 hours ago: its password is chosen when it is opened.
  const old = {
    ...link,
    purpose: 'verify_email',
    expiresAt: { gt: now },
    user: { email, emailVerifiedAt: null },
  } as const;
  return (await db.oneTimeToken.count({ where: old }))
    ? { passwordHash: null, browserTokenHash: null, returnUrl: null, termsVersion: null, createdAt: now }
    : null;
}

/**
 * Voids everything that was typed with an address before it was verified: sign-ups, their links, and the password of an
 * unverified user. Whatever verifies an address calls this first, so that only the password of that action becomes
 * effective (S86).
 */
export async function voidSignUps(tx: Context, userId: string): Promise<void> {
  await tx.db.signUp.deleteMany({ where: { userId } });
  await tx.db.oneTimeToken.deleteMany({ where: { userId, purpose: 'verify_email' } });
  await tx.db.user.updateMany({ where: { id: userId, emailVerifiedAt: null }, data: { passwordHash: null } });
}
