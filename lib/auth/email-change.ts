import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import type { EmailAddressView } from './views.ts';

/** Matches changes that the new address can still confirm. */
export const isWaiting = (now: Date) => ({ confirmedAt: null, expiresAt: { gt: now } });

/** Matches changes that the old address can still undo. */
export const isUndoable = (now: Date) => ({ confirmedAt: { not: null }, undoneAt: null, expiresAt: { gt: now } });

/** The caller's address, with the pending change and the change that can be undone, if any. */
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

/** Cancels the caller's pending change and voids its link. Throws `not_found` if none is pending. */
export async function cancelEmailChange(ctx: Context<Member>): Promise<void> {
  const { userId } = ctx.actor;
  await transaction(ctx, async (tx) => {
    const { count } = await tx.db.emailChange.deleteMany({ where: { userId, ...isWaiting(ctx.now) } });
    if (!count) throw new DomainError('not_found', 'No change of address is pending.');
    await recordAudit(tx, 'user.email_change_cancelled', userId);
  });
}
