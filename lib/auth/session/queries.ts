import { z } from 'zod';
import { LOGIN_REFUSALS, type LoginView, type SessionView } from '#lib/auth/views.ts';
import type { Context, Member } from '#lib/base/context.ts';
import { deviceName } from './device-name.ts';
import { ABSOLUTE_MS } from './sign-in-session.ts';

const LISTED_LOGINS = 50;

/** The caller's live sessions, most recently used first. */
export async function listSessions(ctx: Context<Member>): Promise<{ sessions: SessionView[] }> {
  const rows = await ctx.db.signInSession.findMany({
    where: {
      userId: ctx.actor.userId,
      expiresAt: { gt: ctx.now },
      createdAt: { gt: new Date(ctx.now.getTime() - ABSOLUTE_MS) },
    },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
    select: { id: true, userAgent: true, ip: true, createdAt: true, lastSeenAt: true, amr: true },
  });
  const sessions = rows.map((row) => ({
    id: row.id,
    device: deviceName(row.userAgent),
    ip: row.ip,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    is_current: row.id === ctx.actor.sessionId,
    amr: row.amr,
  }));
  return { sessions };
}

/** The last 50 attempts to log in as the caller or to confirm a login, successful or refused, newest first. */
export async function listLogins(ctx: Context<Member>): Promise<{ logins: LoginView[] }> {
  const rows = await ctx.db.auditEvent.findMany({
    where: { targetId: ctx.actor.userId, action: { in: ['session.started', 'session.refused', 'session.confirmed'] } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: LISTED_LOGINS,
    select: { at: true, action: true, data: true, ip: true },
  });
  return { logins: rows.map(toLoginView) };
}

/** Audit data of a login. Rows of older versions lack some fields. */
const LoginData = z.object({
  reason: z.enum(LOGIN_REFUSALS).nullable().catch(null),
  again: z.boolean().catch(false),
  user_agent: z.string().nullable().catch(null),
});

function toLoginView(row: { at: Date; action: string; data: unknown; ip: string | null }): LoginView {
  const { reason, again, user_agent } = LoginData.parse(row.data);
  return {
    at: row.at.toISOString(),
    outcome: row.action === 'session.refused' ? 'refused' : 'ok',
    reason,
    is_confirmation: again || row.action === 'session.confirmed',
    device: deviceName(user_agent),
    ip: row.ip,
  };
}
