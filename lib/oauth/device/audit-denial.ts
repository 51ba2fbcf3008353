import type { KoaContextWithOIDC } from 'oidc-provider';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction } from '#lib/context.ts';
import { contextOf } from '#lib/oauth/provider/provider-context.ts';

/** Records that the user refused a device. */
export async function auditDenial(ctx: KoaContextWithOIDC): Promise<void> {
  const { session, entities } = ctx.oidc;
  if (!session?.accountId) return;
  const userId = session.accountId;
  const actor = { kind: 'user', userId, role: 'subscriber', sessionId: session.uid } as const;
  await transaction(contextOf(ctx, actor), (tx) =>
    recordAudit(tx, 'consent.denied', userId, { client: entities.DeviceCode?.clientId ?? null, device: true }),
  );
}
