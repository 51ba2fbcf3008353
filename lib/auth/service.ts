import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context } from '#lib/context.ts';
import { DomainError } from '#lib/errors.ts';
import { assertWithin, countAgainst } from '#lib/http/rate-limit.ts';
import { hashPassword, needsRehash, verifyPassword } from '#lib/users/password-hash.ts';
import type { LogInInput } from './schema.ts';
import { endSignInSession, startSignInSession } from './sign-in-session.ts';

/**
 * Checks a password and starts a session; `previousToken`'s session ends (S22). Returns the new cookie's token.
 * Throws `unauthenticated` alike for an unknown address and a wrong password (S1), and, only after the right one (S2),
 * `email_not_verified` or `user_blocked`. Too many failures of an account or an address: `rate_limited`.
 */
export async function logIn(ctx: Context, input: LogInInput, previousToken: string | null): Promise<string> {
  await assertWithin('login_failure_account', input.email);
  await assertWithin('login_failure_address', ctx.ip ?? '');
  const user = await ctx.db.user.findUnique({
    where: { email: input.email },
    select: { id: true, passwordHash: true, emailVerifiedAt: true, blockedAt: true },
  });
  const matches = await verifyPassword(user?.passwordHash ?? null, input.password);
  if (!user || !matches) {
    await countAgainst('login_failure_account', input.email);
    await countAgainst('login_failure_address', ctx.ip ?? '');
    await recordAudit(ctx, 'session.refused', user?.id ?? null, { reason: 'credentials' });
    throw new DomainError('unauthenticated', 'The email or the password is not right.');
  }
  if (user.blockedAt) return refuse(ctx, user.id, 'user_blocked', 'Your account is blocked. Please contact support.');
  if (!user.emailVerifiedAt)
    return refuse(ctx, user.id, 'email_not_verified', 'Please verify your email address before logging in.');

  const rehashed = user.passwordHash && needsRehash(user.passwordHash) ? await hashPassword(input.password) : null;
  return transaction(ctx, async (tx) => {
    if (previousToken) await endSignInSession(tx.db, previousToken);
    if (rehashed) await tx.db.user.update({ where: { id: user.id }, data: { passwordHash: rehashed } });
    const session = await startSignInSession(tx, user.id);
    await recordAudit(tx, 'session.started', user.id, { session: session.id });
    return session.token;
  });
}

/** Ends the session behind the cookie's token; without one there is nothing to do. */
export async function logOut(ctx: Context, token: string | null): Promise<void> {
  if (!token) return;
  await transaction(ctx, async (tx) => {
    const ended = await endSignInSession(tx.db, token);
    if (ended) await recordAudit(tx, 'session.ended', ended.userId, { session: ended.id });
  });
}

async function refuse(
  ctx: Context,
  userId: string,
  code: 'user_blocked' | 'email_not_verified',
  text: string,
): Promise<never> {
  await recordAudit(ctx, 'session.refused', userId, { reason: code });
  throw new DomainError(code, text);
}
