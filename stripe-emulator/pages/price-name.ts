import type { Context } from '../context.ts';
import type { Price } from '../model.ts';
import { money } from './html.ts';

/** For example "Premium access · £50.00 per month". */
export function priceName({ state }: Context, price: Price): string {
  const name = state.products[price.product]?.name ?? price.product;
  return `${name} · ${money(price.unit_amount, price.currency)} per ${price.recurring?.interval ?? ''}`;
}
