import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import type { SyncInput } from '#lib/billing/schema.ts';
import { askStripe } from '#lib/billing/stripe/client.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';
import { enqueue } from '#lib/jobs/queue.ts';

/** Syncs one subscription now. Throws `not_found` if Stripe does not know it or it belongs to no user. */
export async function syncNow(ctx: Context<Admin>, { subscription }: SyncInput): Promise<{ status: 'ok' }> {
  const outcome = await askStripe(ctx, () => readAndSync(ctx, subscription));
  if (outcome !== 'synced')
    throw new DomainError('not_found', 'Stripe does not know this subscription, or it has no user here. Check the id.');
  return { status: 'ok' };
}

/** Queues a reconcile with Stripe (lib/billing/reconcile/reconcile.ts), unless one is waiting. */
export async function requestReconcile(ctx: Context<Admin>): Promise<{ status: 'ok' }> {
  await transaction(ctx, async (tx) => {
    await enqueue(tx.db, 'billing.reconcile', {});
    await recordAudit(tx, 'billing.reconcile_requested', null);
  });
  return { status: 'ok' };
}
