import { recordAudit } from '#lib/audit/audit.ts';
import { endSessions } from '#lib/auth/session/sessions.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { noSuchUser } from '#lib/users/admin-user.ts';

/**
 * Logs a user out everywhere: sessions, logins in flight, connected apps and their tokens end (S24). Usage tokens stay.
 * Throws `not_found`, and `conflict` for the caller's own account.
 */
export async function logOutUser(ctx: Context<Admin>, id: string): Promise<{ ended: number }> {
  if (id === ctx.actor.userId) throw new DomainError('conflict', 'Please end your own sessions on your account page.');
  return transaction(ctx, async (tx) => {
    if (!(await tx.db.user.count({ where: { id } }))) throw noSuchUser();
    const ended = await tx.db.signInSession.count({ where: { userId: id, expiresAt: { gt: tx.now } } });
    await endSessions(tx, id);
    await recordAudit(tx, 'sessions.ended', id, { ended, reason: 'admin' });
    return { ended };
  });
}
