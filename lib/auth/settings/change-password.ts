import { recordAudit } from '#lib/audit/audit.ts';
import { countedTry } from '#lib/auth/login/attempt.ts';
import { queuePasswordNotice } from '#lib/auth/login/sign-in-notice.ts';
import { isSamePassword } from '#lib/auth/password.ts';
import { hashPassword, verifyPassword } from '#lib/auth/passwords/password-hash.ts';
import { assertAcceptablePassword } from '#lib/auth/passwords/password-strength.ts';
import type { ChangePasswordInput } from '#lib/auth/schema.ts';
import { recordRefusedLogin } from '#lib/auth/session/login-refusal.ts';
import { endSessions } from '#lib/auth/session/sessions.ts';
import { startSignInSession, type Amr } from '#lib/auth/session/sign-in-session.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { DomainError, invalidField } from '#lib/base/errors.ts';

/**
 * Changes the caller's password. The session gets a new id but keeps its login time; all other sessions, OAuth grants
 * and refresh tokens end, and the owner is mailed (S17, S22). Usage tokens stay. Returns the token of the new session.
 * Throws `invalid` for a wrong current password or a new password equal to it, `weak_password`, `rate_limited`,
 * `conflict` if the password has changed in the meantime, and `unauthenticated` if the session has ended.
 */
export async function changePassword(ctx: Context<Member>, input: ChangePasswordInput): Promise<string> {
  const { userId, sessionId } = ctx.actor;
  const user = await ctx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, passwordHash: true },
  });
  const matches = await countedTry(ctx, userId, [['login_again_account', userId]], () =>
    verifyPassword(user.passwordHash, input.current_password, ctx.ip),
  );
  if (!matches) {
    await recordRefusedLogin(ctx, userId, 'credentials', { again: true });
    throw invalidField('current_password', 'The current password is incorrect.');
  }
  if (isSamePassword(input.new_password, input.current_password))
    throw invalidField('new_password', 'New password must be different from current password');
  await assertAcceptablePassword(input.new_password, user.email, 'new_password', ctx.ip);
  const passwordHash = await hashPassword(input.new_password, ctx.ip);
  return transaction(ctx, async (tx) => {
    const { count } = await tx.db.user.updateMany({
      where: { id: userId, passwordHash: user.passwordHash },
      data: { passwordHash, version: { increment: 1 } },
    });
    if (!count) throw new DomainError('conflict', 'The password has changed in the meantime. Please try again.');
    const current = await tx.db.signInSession.findFirst({
      where: { id: sessionId, userId },
      select: { amr: true, authTime: true, createdAt: true },
    });
    if (!current) throw new DomainError('unauthenticated', 'Please log in.');
    await endSessions(tx, userId);
    const session = await startSignInSession(tx, userId, current.amr as Amr[], current);
    await queuePasswordNotice(tx, userId, 'changed');
    await recordAudit(tx, 'user.password_changed', userId, { session: session.id });
    return session.token;
  });
}
