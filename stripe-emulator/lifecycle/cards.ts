import { findRow } from '../api/api-error.ts';
import type { Context } from '../context.ts';
import type { PaymentMethod } from '../model.ts';

const VALID_YEARS = 4;

/** The customer's card, created on first use. */
export function keepCard(ctx: Context, customer: string): PaymentMethod {
  return (ctx.state.cards[customer] ??= newCard(ctx, customer));
}

function newCard(ctx: Context, customer: string): PaymentMethod {
  const today = new Date(ctx.now() * 1000);
  return ctx.build<PaymentMethod>('PaymentMethod', {
    ...({ allow_redisplay: 'always', metadata: {} } as object),
    id: ctx.newId('pm_1'),
    object: 'payment_method',
    created: ctx.now(),
    customer,
    type: 'card',
    card: ctx.build('PaymentMethod.Card', {
      brand: 'visa',
      exp_month: today.getUTCMonth() + 1,
      exp_year: today.getUTCFullYear() + VALID_YEARS,
      last4: '4242',
    }),
  });
}

/** Sets whether the next payments of a customer succeed. */
export function setCard({ state }: Context, customer: string, isGood: boolean) {
  findRow(state.customers, customer, 'customer');
  state.badCards = state.badCards.filter((each) => each !== customer);
  state.askingCards = state.askingCards.filter((each) => each !== customer);
  if (!isGood) state.badCards.push(customer);
}

/** Sets the expiry month of the card, which is valid until the last day of that month. */
export function setExpiry(ctx: Context, customer: string, month: number, year: number) {
  const card = keepCard(ctx, customer);
  card.card.exp_month = month;
  card.card.exp_year = year;
}
