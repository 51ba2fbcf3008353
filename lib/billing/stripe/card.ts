import type Stripe from 'stripe';
import type { Context } from '#lib/base/context.ts';
import { idOf, SOON } from './client.ts';

/** The details of a card that Stripe discloses. */
export type Card = { id: string; brand: string; last4: string; expMonth: number; expYear: number };

/** The card that pays for a subscription; null if it is paid in another way. */
export async function findCard(ctx: Context, remote: Stripe.Subscription): Promise<Card | null> {
  const { customers } = ctx.stripe();
  const customerId = idOf(remote.customer);
  const id = idOf(remote.default_payment_method) ?? (await defaultOf(ctx, customerId));
  if (!id) return null;
  const { data } = await customers.listPaymentMethods(customerId, { type: 'card', limit: 100 }, SOON);
  const card = data.find((method) => method.id === id)?.card;
  return card ? { id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year } : null;
}

async function defaultOf(ctx: Context, customerId: string): Promise<string | null> {
  const customer = await ctx.stripe().customers.retrieve(customerId, {}, SOON);
  return 'deleted' in customer ? null : idOf(customer.invoice_settings.default_payment_method);
}

/** The moment the card stops working: cards are valid to the end of their month. */
export const expiresAt = ({ expMonth, expYear }: Card): Date => new Date(Date.UTC(expYear, expMonth, 1));

/** The expiry date as month and year: `04/2027`. */
export const expiryText = ({ expMonth, expYear }: Card): string => `${String(expMonth).padStart(2, '0')}/${expYear}`;
