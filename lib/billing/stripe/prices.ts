import type Stripe from 'stripe';
import type { Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { raiseAlert } from '#lib/billing/sync/alerts.ts';
import { SOON } from './client.ts';

/** The active price of a lookup key. Throws `unavailable`, and alerts the admins, if Stripe has no such price. */
export async function findPrice(ctx: Context, key: string): Promise<Stripe.Price> {
  const { data } = await ctx.stripe().prices.list({ lookup_keys: [key], active: true, limit: 1 }, SOON);
  const [price] = data;
  if (price) return price;
  await alertMissing(ctx, key);
  throw new DomainError('unavailable', 'This plan cannot be bought right now. Please contact support.', {
    retryAfterSeconds: 60,
  });
}

/** Raises an alert, again on a later day if the earlier one is resolved. */
async function alertMissing(ctx: Context, key: string): Promise<void> {
  const isOpen = { kind: 'price_missing', subject: { startsWith: `${key} ` }, resolvedAt: null };
  if (await ctx.db.billingAlert.count({ where: isOpen })) return;
  await raiseAlert(ctx, { kind: 'price_missing', subject: `${key} ${ctx.now.toISOString().slice(0, 10)}` });
}
