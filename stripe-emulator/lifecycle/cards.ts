import type { World } from '../context.ts';
import type { PaymentMethod } from '../model.ts';

const VALID_YEARS = 4;

/** The customer's card; creates one if there is none. */
export function keepCard(world: World, customer: string): PaymentMethod {
  return (world.state.cards[customer] ??= newCard(world, customer));
}

function newCard(world: World, customer: string): PaymentMethod {
  const today = new Date(world.now() * 1000);
  return world.build<PaymentMethod>('PaymentMethod', {
    ...({ allow_redisplay: 'always', metadata: {} } as object),
    id: world.newId('pm_1'),
    object: 'payment_method',
    created: world.now(),
    customer,
    type: 'card',
    card: world.build('PaymentMethod.Card', {
      brand: 'visa',
      exp_month: today.getUTCMonth() + 1,
      exp_year: today.getUTCFullYear() + VALID_YEARS,
      last4: '4242',
    }),
  });
}

/** Sets the month after whose last day the card is expired. */
export function setExpiry(world: World, customer: string, month: number, year: number) {
  const card = keepCard(world, customer);
  card.card.exp_month = month;
  card.card.exp_year = year;
}
