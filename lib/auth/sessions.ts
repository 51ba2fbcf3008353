import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context, type Member } from '#lib/context.ts';
import type { Db } from '#lib/db.ts';
import { DomainError } from '#lib/errors.ts';
import { voidLogins } from './in-flight.ts';
import { sessionCookie } from './sign-in-session.ts';

/**
 * Ends one of the caller's sessions, the one that asks among them; connected applications keep their tokens. Throws
 * `not_found` for any other id (S47).
 */
export async function endSession(ctx: Context<Member>, id: string): Promise<{ isCurrent: boolean }> {
  const { userId, sessionId } = ctx.actor;
  await transaction(ctx, async (tx) => {
    const { count } = await tx.db.signInSession.deleteMany({ where: { id, userId } });
    if (!count) throw new DomainError('not_found', 'There is no such session.');
    await endProviderSessions(tx.db, [id]);
    await recordAudit(tx, 'session.ended', userId, { session: id });
  });
  return { isCurrent: id === sessionId };
}

/** Ends all sessions of the caller but the one that asks; `ended` says how many there were. */
export async function endOtherSessions(ctx: Context<Member>): Promise<{ ended: number }> {
  const { userId, sessionId } = ctx.actor;
  return transaction(ctx, async (tx) => {
    const where = { userId, id: { not: sessionId } };
    const others = await tx.db.signInSession.findMany({ where, select: { id: true } });
    const ids = others.map(({ id }) => id);
    const { count } = await tx.db.signInSession.deleteMany({ where: { id: { in: ids } } });
    await endProviderSessions(tx.db, ids);
    if (count) await recordAudit(tx, 'sessions.ended', userId, { ended: count });
    return { ended: count };
  });
}

/**
 * Ends what people and their applications are logged in with: logins that are under way, sessions, and the grants and
 * tokens of applications. Usage tokens stay.
 */
export async function endSessions(tx: Context, ...userIds: string[]): Promise<void> {
  const where = { userId: { in: userIds } };
  await voidLogins(tx, ...userIds);
  await tx.db.signInSession.deleteMany({ where });
  await tx.db.oidcArtifact.deleteMany({ where });
}

/** Ends whatever acts for these people: sessions as `endSessions` does, usage tokens, and a change of address that waits. */
export async function endEverySession(tx: Context, ...userIds: string[]): Promise<void> {
  await endSessions(tx, ...userIds);
  await tx.db.usageToken.deleteMany({ where: { userId: { in: userIds } } });
  await tx.db.emailChange.deleteMany({ where: { userId: { in: userIds }, confirmedAt: null } });
}

/** What an answer says to a browser whose session has just ended (S23). */
export const signedOutHeaders = () => ({
  'set-cookie': sessionCookie(null),
  'clear-site-data': '"cache", "storage"',
});

/** The provider's session is a view of the sign-in session, whose id is its uid (identity.md). */
export const endProviderSessions = (db: Db, ids: string[]) =>
  db.oidcArtifact.deleteMany({ where: { model: 'Session', uid: { in: ids } } });
