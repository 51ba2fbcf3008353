import Stripe from 'stripe';
import type { Context, Member } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { askStripe, noteRefusal } from '#lib/billing/stripe/client.ts';
import { ofKnownCustomer } from '#lib/billing/sync/customer.ts';

/** The refusal of a change that only the seller can make. */
export const managedByUs = () =>
  new DomainError('conflict', 'This subscription is managed by us. Please contact support.');

/**
 * Runs requests that change the caller's subscription. Throws `unavailable` while Stripe is down, and `conflict` if
 * Stripe refuses the change, the card is declined, or Stripe does not know the customer.
 */
export const askForChange = <T>(ctx: Context<Member>, work: () => Promise<T>): Promise<T> =>
  askStripe(ctx, () => ofKnownCustomer(ctx, () => nameRefusals(ctx, work)));

async function nameRefusals<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      throw new DomainError(
        'conflict',
        'Your card was declined, and nothing was changed. Use another card, or ask your bank.',
      );
    if (!noteRefusal(ctx, error)) throw error;
    throw managedByUs();
  }
}
