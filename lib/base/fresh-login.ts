import type { Context, Member } from './context.ts';
import { DomainError } from './errors.ts';
import { MINUTE } from './time.ts';

const FRESH_MS = 10 * MINUTE;

/** The times of a session that starts now but does not count as a fresh login. */
export const notFreshAt = (now: Date) => ({ authTime: new Date(now.getTime() - FRESH_MS - 1), createdAt: now });

/** Throws `reauthentication_required` if the session's login is older than ten minutes (docs/decisions/0009). */
export async function assertFreshLogin(ctx: Context<Member>): Promise<void> {
  const session = await ctx.db.signInSession.findFirst({
    where: { id: ctx.actor.sessionId, userId: ctx.actor.userId },
    select: { authTime: true },
  });
  if (!session || ctx.now.getTime() - session.authTime.getTime() > FRESH_MS)
    throw new DomainError('reauthentication_required', 'Please confirm your identity to continue.');
}

/**
 * Locks the caller's row in the action's transaction, so that the session can end before the action or after it, but
 * not during it. `others` are the users that the action changes: all rows are locked in the order of their ids, so that
 * admins who change each other wait instead of ending in a deadlock. Throws `forbidden` if the caller was demoted or
 * blocked while the request waited (S24).
 */
export async function lockCaller(tx: Context<Member>, ...others: string[]): Promise<void> {
  const { userId, role } = tx.actor;
  const rows = others.length
    ? await tx.db.$queryRaw<Standing[]>`SELECT id::text, is_admin, blocked_at IS NOT NULL AS is_blocked FROM users
        WHERE id = ANY(${[userId, ...others]}::uuid[]) ORDER BY id FOR UPDATE`
    : await tx.db.$queryRaw<Standing[]>`SELECT id::text, is_admin, blocked_at IS NOT NULL AS is_blocked FROM users
        WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  const caller = rows.find(({ id }) => id === userId);
  if (caller && (caller.is_blocked || (role === 'admin' && !caller.is_admin)))
    throw new DomainError('forbidden', 'Your account has changed in the meantime. Please log in again.');
}
type Standing = { id: string; is_admin: boolean; is_blocked: boolean };

/** Runs `lockCaller`, then `assertFreshLogin`. */
export async function holdFreshLogin(tx: Context<Member>, ...others: string[]): Promise<void> {
  await lockCaller(tx, ...others);
  await assertFreshLogin(tx);
}
