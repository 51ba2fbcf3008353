import type Stripe from 'stripe';
import type { Context } from '#lib/context.ts';
import { DomainError } from '#lib/errors.ts';
import { SOON } from './client.ts';

/** The active price of a lookup key. Throws `unavailable` if Stripe has no such price. */
export async function findPrice(ctx: Context, key: string): Promise<Stripe.Price> {
  const { data } = await ctx.stripe().prices.list({ lookup_keys: [key], active: true, limit: 1 }, SOON);
  const [price] = data;
  if (!price)
    throw new DomainError('unavailable', 'This plan cannot be bought right now. Please contact support.', {
      retryAfterSeconds: 60,
    });
  return price;
}
