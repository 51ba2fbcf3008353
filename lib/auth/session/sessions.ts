import { ofOwned } from '#lib/accounts/acting-for.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { randomToken } from '#lib/base/crypto.ts';
import type { Db, Prisma } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { endAppSessions, endAppSessionsOf } from './end-app-sessions.ts';
import { voidLogins } from './in-flight.ts';
import { sessionCookie } from './sign-in-session.ts';

/**
 * Ends one of the caller's sessions, the current one included. Connected apps with a logout URL are notified, and keep
 * their tokens. Throws `not_found` for any other id (S47).
 */
export async function endSession(ctx: Context<Member>, id: string): Promise<{ isCurrent: boolean }> {
  const { userId, sessionId } = ctx.actor;
  await transaction(ctx, async (tx) => {
    const { count } = await tx.db.signInSession.deleteMany({ where: { id, userId } });
    if (!count) throw new DomainError('not_found', 'This session does not exist.');
    await endAppSessions(tx, [id]);
    await endProviderSessions(tx.db, [id]);
    await recordAudit(tx, 'session.ended', userId, { session: id });
  });
  return { isCurrent: id === sessionId };
}

/** Ends the caller's sessions except the current one, and returns how many it ended. */
export async function endOtherSessions(ctx: Context<Member>): Promise<{ ended: number }> {
  const { userId, sessionId } = ctx.actor;
  return transaction(ctx, async (tx) => {
    const where = { userId, id: { not: sessionId } };
    const others = await tx.db.signInSession.findMany({ where, select: { id: true } });
    const ids = others.map(({ id }) => id);
    const { count } = await tx.db.signInSession.deleteMany({ where: { id: { in: ids } } });
    await endAppSessions(tx, ids);
    await endProviderSessions(tx.db, ids);
    if (count) await recordAudit(tx, 'sessions.ended', userId, { ended: count });
    return { ended: count };
  });
}

/**
 * Logs out these users and their connected apps: ends logins in flight, sessions, and OAuth grants and tokens. Usage
 * tokens stay.
 */
export async function endSessions(tx: Context, ...userIds: string[]): Promise<void> {
  const where = { userId: { in: userIds } };
  await voidLogins(tx, ...userIds);
  await tx.db.signInSession.deleteMany({ where });
  await endAppSessionsOf(tx, userIds);
  await tx.db.oidcArtifact.deleteMany({ where });
}

/**
 * The usage tokens that these users made. Those from before members have no maker: each belongs to the account with the
 * id of its first owner, while that person owns it.
 */
export const whereMadeBy = (...userIds: string[]) =>
  ({
    OR: [
      { createdBy: { in: userIds } },
      ...userIds.map((userId) => ({ createdBy: null, accountId: userId, ...ofOwned(userId) })),
    ],
  }) satisfies Prisma.UsageTokenWhereInput;

/**
 * Logs out these users as `endSessions` does, and also deletes the usage tokens that they made and their pending changes
 * of address.
 */
export async function endEverySession(tx: Context, ...userIds: string[]): Promise<void> {
  await endSessions(tx, ...userIds);
  await tx.db.usageToken.deleteMany({ where: whereMadeBy(...userIds) });
  await tx.db.emailChange.deleteMany({ where: { userId: { in: userIds }, confirmedAt: null } });
}

/** Response headers for a browser whose session has just ended (S23). */
export const signedOutHeaders = () => ({
  'set-cookie': sessionCookie(null),
  'clear-site-data': '"cache", "storage"',
});

/**
 * Moves the OIDC provider's session from our session `from` to our session `to`, which replaces `from` when the same
 * user logs in again. When `to` ends, the clients of both sessions are notified. The browser's old cookie for the
 * provider's session no longer works.
 */
export const moveProviderSession = ({ db }: Context, from: string, to: string): Promise<number> =>
  db.$executeRaw`
    UPDATE oidc_artifacts SET id = ${randomToken()}, uid = ${to}, payload = jsonb_set(payload, '{uid}', to_jsonb(${to}::text))
    WHERE model = 'Session' AND uid = ${from}`;

/**
 * Ends the OIDC provider's sessions that belong to our sessions with these ids: their `uid` is the id of our session.
 */
export const endProviderSessions = (db: Db, ids: string[]) =>
  db.oidcArtifact.deleteMany({ where: { model: 'Session', uid: { in: ids } } });
