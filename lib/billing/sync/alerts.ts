import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { log } from '#lib/base/log.ts';
import type { AlertKind } from '#lib/billing/schema.ts';

type Alert = {
  kind: AlertKind;
  /** Stripe's id of the object concerned; each kind of alert is raised once for it */
  subject: string;
  stripeSubscriptionId?: string | null;
  stripeCustomerId?: string | null;
  accountId?: string | null;
};

/** Raises an alert for the admins, once per kind and subject, and logs a warning. Returns whether it is new. */
export async function raiseAlert(ctx: Context, alert: Alert): Promise<boolean> {
  const { kind, subject, stripeSubscriptionId = null, stripeCustomerId = null, accountId = null } = alert;
  const { count } = await ctx.db.billingAlert.createMany({
    data: { kind, subject, stripeSubscriptionId, stripeCustomerId, accountId, createdAt: ctx.now },
    skipDuplicates: true,
  });
  if (!count) return false;
  log().warn({ alert: kind, subject, requestId: ctx.requestId }, 'billing alert raised');
  await recordAudit(ctx, 'billing_alert.raised', accountId, { kind, subject });
  return true;
}

/** Marks an alert as resolved. Throws `not_found` for an unknown or already resolved alert. */
export async function resolveAlert(ctx: Context<Admin>, { id }: { id: string }): Promise<{ status: 'ok' }> {
  return transaction(ctx, async (tx) => {
    const [alert] = await tx.db.billingAlert.updateManyAndReturn({
      where: { id, resolvedAt: null },
      data: { resolvedAt: tx.now, resolvedBy: tx.actor.userId },
      select: { kind: true, subject: true, accountId: true },
    });
    if (!alert) throw new DomainError('not_found', 'This alert does not exist or is already resolved.');
    await recordAudit(tx, 'billing_alert.resolved', alert.accountId, { kind: alert.kind, subject: alert.subject });
    return { status: 'ok' };
  });
}
