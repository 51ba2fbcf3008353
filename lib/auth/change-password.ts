import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context, type Member } from '#lib/context.ts';
import { DomainError, invalidField } from '#lib/errors.ts';
import { hashPassword, verifyPassword } from '#lib/users/password-hash.ts';
import { assertAcceptablePassword } from '#lib/users/password-strength.ts';
import { countedTry } from './attempt.ts';
import { auditedBrowser } from './device-name.ts';
import type { ChangePasswordInput } from './schema.ts';
import { endSessions } from './sessions.ts';
import { queuePasswordNotice } from './sign-in-notice.ts';
import { startSignInSession, type Amr } from './sign-in-session.ts';

/**
 * Changes the person's password: this session gets a new id and stays as old as its login, everything else that is logged
 * in ends, applications too, and a notice is mailed (S17, S22). Usage tokens stay. Returns the new cookie's token. Throws
 * `invalid` for a wrong current password or the same one, `weak_password`, `rate_limited`, `conflict` when the password
 * was changed meanwhile, and `unauthenticated` when the session has ended.
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
    await recordAudit(ctx, 'session.refused', userId, { reason: 'credentials', again: true, ...auditedBrowser(ctx) });
    throw invalidField('current_password', 'The current password is not right.');
  }
  if (input.new_password === input.current_password)
    throw invalidField('new_password', 'New password must be different from current password');
  await assertAcceptablePassword(input.new_password, user.email, 'new_password', ctx.ip);
  const passwordHash = await hashPassword(input.new_password, ctx.ip);
  return transaction(ctx, async (tx) => {
    const { count } = await tx.db.user.updateMany({
      where: { id: userId, passwordHash: user.passwordHash },
      data: { passwordHash, version: { increment: 1 } },
    });
    if (!count) throw new DomainError('conflict', 'The password was changed meanwhile.');
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
