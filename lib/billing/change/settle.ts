import { mailAccount } from '#lib/accounts/recipients.ts';
import { recordAudit, type AuditAction } from '#lib/audit/audit.ts';
import { limitText } from '#lib/base/daily-limit.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import type { Prisma } from '#lib/base/db/db.ts';
import { paths } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { boughtOf } from '#lib/billing/bought.ts';
import { requestsOfPlan } from '#lib/billing/limit.ts';
import { readForSync, untilInOrder } from '#lib/billing/sync/reads.ts';
import { syncSubscription } from '#lib/billing/sync/sync.ts';
import type { PlanView } from '#lib/billing/views.ts';
import type { Templates } from '#lib/mail/templates.ts';
import { getPlan } from './plan.ts';

/** What a change means: its row in the audit log and, unless the sync sends one, its email. */
export type Outcome = {
  action: AuditAction;
  data?: Prisma.InputJsonObject;
  mail:
    | (Pick<Templates['plan_changed'], 'what' | 'on' | 'charged'> & {
        to?: { plan: string; quantity: number };
        next?: string;
      })
    | null;
};

/**
 * Brings our rows in line with Stripe after a change, records it, and mails the owner, in one transaction. Returns what
 * holds now.
 */
export async function settle(
  ctx: Context<Member>,
  subscription: string,
  { action, data, mail }: Outcome,
): Promise<PlanView> {
  await untilInOrder(async () => {
    const read = await readForSync(ctx, subscription);
    await transaction(ctx, async (tx) => {
      await syncSubscription(tx, read, { isEndRecorded: true });
      const row = await tx.db.subscription.findUnique({ where: { stripeSubscriptionId: subscription } });
      const end = row?.cancelAt ? { cancel_at: row.cancelAt.toISOString() } : {};
      await recordAudit(tx, action, ctx.actor.accountId, { subscription, ...data, ...end });
      if (!mail || !row) return;
      const { to, next = null, ...what } = mail;
      const bought = { plan: to?.plan ?? row.plan, quantity: to?.quantity ?? row.quantity };
      const limit = requestsOfPlan(bought);
      await mailAccount(tx, { accountId: ctx.actor.accountId, permission: 'pay' }, 'plan_changed', {
        ...boughtOf({ plan: bought.plan, productName: row.productName }),
        quantity: bought.quantity,
        ...what,
        limit: limit === null ? null : limitText(limit),
        next,
        url: absoluteUrl(paths.plan()),
        supportMail: contacts().supportMail,
      });
    });
  });
  return getPlan(ctx);
}
