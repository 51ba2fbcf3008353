import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context } from '#lib/context.ts';
import { DomainError } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import type { AlertKind } from './schema.ts';

type Alert = {
  kind: AlertKind;
  /** what it is about, in Stripe's ids; the same subject alerts once */
  subject: string;
  stripeSubscriptionId?: string | null;
  stripeCustomerId?: string | null;
  userId?: string | null;
};

/** Puts something that only a person can judge before the admins, once; in the log it stands as a warning. */
export async function raiseAlert(ctx: Context, alert: Alert): Promise<void> {
  const { kind, subject, stripeSubscriptionId = null, stripeCustomerId = null, userId = null } = alert;
  const { count } = await ctx.db.billingAlert.createMany({
    data: { kind, subject, stripeSubscriptionId, stripeCustomerId, userId, createdAt: ctx.now },
    skipDuplicates: true,
  });
  if (!count) return;
  log().warn({ alert: kind, subject, requestId: ctx.requestId }, 'billing needs a person');
  await recordAudit(ctx, 'billing_alert.raised', userId, { kind, subject });
}

/** Marks an alert as dealt with. Throws `not_found`, also for one that is. */
export async function resolveAlert(ctx: Context<Admin>, { id }: { id: string }): Promise<{ status: 'ok' }> {
  return transaction(ctx, async (tx) => {
    const [alert] = await tx.db.billingAlert.updateManyAndReturn({
      where: { id, resolvedAt: null },
      data: { resolvedAt: tx.now, resolvedBy: tx.actor.userId },
      select: { kind: true, subject: true, userId: true },
    });
    if (!alert) throw new DomainError('not_found', 'There is no such open alert.');
    await recordAudit(tx, 'billing_alert.resolved', alert.userId, { kind: alert.kind, subject: alert.subject });
    return { status: 'ok' };
  });
}
