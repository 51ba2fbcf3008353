import { recordAudit } from '#lib/audit/audit.ts';
import { endAppSessionsOf } from '#lib/auth/session/end-app-sessions.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { redirectHost } from '#lib/oauth/redirect-uri.ts';
import type { ConnectedAppView } from '#lib/oauth/views.ts';

/** The clients that the caller has consented to, most recently used first. */
export async function listConnectedApps(ctx: Context<Member>): Promise<{ apps: ConnectedAppView[] }> {
  const rows = await ctx.db.consent.findMany({
    where: { userId: ctx.actor.userId },
    orderBy: [{ lastUsedAt: { sort: 'desc', nulls: 'last' } }, { clientId: 'asc' }],
    select: {
      clientId: true,
      scopes: true,
      createdAt: true,
      lastUsedAt: true,
      client: { select: { name: true, redirectUris: true } },
    },
  });
  const apps = rows.map((row) => ({
    client_id: row.clientId,
    name: row.client.name,
    hosts: [...new Set(row.client.redirectUris.map(redirectHost))],
    scopes: row.scopes,
    first_used_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }));
  return { apps };
}

/** Revokes a client's access to the caller's account: consent, codes and tokens end (S78). Throws `not_found`. */
export async function revokeConnectedApp(ctx: Context<Member>, clientId: string): Promise<void> {
  const { userId } = ctx.actor;
  await transaction(ctx, async (tx) => {
    const { count } = await tx.db.consent.deleteMany({ where: { userId, clientId } });
    if (!count) throw new DomainError('not_found', 'This application is not connected.');
    await endAppSessionsOf(tx, [userId], clientId);
    await tx.db.oidcArtifact.deleteMany({ where: { userId, clientId } });
    await recordAudit(tx, 'consent.revoked', userId, { client: clientId });
  });
}
