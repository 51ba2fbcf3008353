import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context, type Member } from '#lib/context.ts';
import { DomainError } from '#lib/errors.ts';
import type { EmailAddressView } from './views.ts';

/** Narrows changes to those that the new address may still confirm. */
export const isWaiting = (now: Date) => ({ confirmedAt: null, expiresAt: { gt: now } });

/** Narrows changes to those that the old address may still undo. */
export const isUndoable = (now: Date) => ({ confirmedAt: { not: null }, undoneAt: null, expiresAt: { gt: now } });

/** The caller's address, and the change of it that is under way. */
export async function getEmailAddress(ctx: Context<Member>): Promise<EmailAddressView> {
  const user = await ctx.db.user.findUniqueOrThrow({
    where: { id: ctx.actor.userId },
    select: {
      email: true,
      emailChanges: {
        where: { OR: [isWaiting(ctx.now), isUndoable(ctx.now)] },
        orderBy: { requestedAt: 'desc' },
        select: { oldEmail: true, newEmail: true, confirmedAt: true, expiresAt: true },
      },
    },
  });
  const waiting = user.emailChanges.find(({ confirmedAt }) => confirmedAt === null);
  const undoable = user.emailChanges.find(({ confirmedAt }) => confirmedAt !== null);
  return {
    email: user.email,
    waiting: waiting ? { new_email: waiting.newEmail, expires_at: waiting.expiresAt.toISOString() } : null,
    undoable: undoable ? { old_email: undoable.oldEmail, expires_at: undoable.expiresAt.toISOString() } : null,
  };
}

/** Takes back the caller's change that waits; its link is void. Throws `not_found` when none does. */
export async function cancelEmailChange(ctx: Context<Member>): Promise<void> {
  const { userId } = ctx.actor;
  await transaction(ctx, async (tx) => {
    const { count } = await tx.db.emailChange.deleteMany({ where: { userId, ...isWaiting(ctx.now) } });
    if (!count) throw new DomainError('not_found', 'There is no change of address that waits.');
    await recordAudit(tx, 'user.email_change_cancelled', userId);
  });
}
