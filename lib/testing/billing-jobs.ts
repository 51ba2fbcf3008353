import type { Context } from '#lib/base/context.ts';
import { settleWithdrawal } from '#lib/billing/change/withdraw.ts';
import { cancelOrphan, closeCheckouts, followEmail } from '#lib/billing/sync/customer.ts';
import { endUnpaid, settleDebts } from '#lib/billing/sync/settle-debts.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';

/** Runs a job of billing, as the worker does. */
export async function runBillingJob(
  ctx: Context,
  name: string,
  { subscription = '', customer = '', userId = '' }: Record<string, string>,
): Promise<void> {
  if (name === 'billing.sync') await readAndSync(ctx, subscription);
  if (name === 'billing.end_unpaid') await endUnpaid(ctx, { subscription });
  if (name === 'billing.void_invoices') await settleDebts(ctx, { subscription });
  if (name === 'billing.cancel') await cancelOrphan(ctx, { subscription });
  if (name === 'billing.close_checkouts') await closeCheckouts(ctx, { customer });
  if (name === 'billing.withdraw') await settleWithdrawal(ctx, { subscription });
  if (name === 'billing.follow_email') await followEmail(ctx, { userId });
}
