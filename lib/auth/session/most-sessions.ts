import { recordAudit } from '#lib/audit/audit.ts';
import type { Context } from '#lib/base/context.ts';
import { AT_ONCE } from '#lib/http/limits.ts';
import { endAppSessions } from './end-app-sessions.ts';
import { endProviderSessions } from './sessions.ts';

/** Ends a user's oldest sessions beyond the limit. Call it in the transaction that creates a session. */
export async function endOldestSessions(tx: Context, userId: string): Promise<void> {
  const tooMany = await tx.db.signInSession.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: AT_ONCE.sessions.most,
    select: { id: true },
  });
  if (!tooMany.length) return;
  const ids = tooMany.map(({ id }) => id);
  await tx.db.signInSession.deleteMany({ where: { id: { in: ids } } });
  await endAppSessions(tx, ids);
  await endProviderSessions(tx.db, ids);
  await recordAudit(tx, 'sessions.ended', userId, { ended: ids.length, reason: 'too_many' });
}
