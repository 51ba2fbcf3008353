import { invalid } from '../api/api-error.ts';
import { type Context } from '../context.ts';
import type { LineItem, Session } from '../model.ts';
import { discountOf, percentOffBy } from './discounts.ts';
import { vatOn } from './tax.ts';
import { extrasOf } from './checkout.ts';

/** Sets the quantity of an adjustable line, within its bounds, and recalculates the amounts. */
export function setQuantity(ctx: Context, session: Session, lineItem: string, quantity: number) {
  const line = ctx.state.sessionExtras[session.id]?.lineItems.find((each) => each.id === lineItem);
  if (!line?.adjustable_quantity?.enabled) return;
  const { minimum, maximum } = line.adjustable_quantity;
  line.quantity = Math.min(Math.max(quantity, minimum ?? 1), maximum ?? 99);
  countAmounts(ctx, session);
}

/** Applies a promotion code, or removes it if `code` is empty. Throws StripeApiError for an invalid code. */
export function setPromotionCode(ctx: Context, session: Session, code: string) {
  const extras = extrasOf(ctx, session.id);
  if (code && !discountOf(ctx, code)) throw invalid('This promotion code is not valid.', 'promotion_code');
  if (code) extras.promotionCode = code;
  else delete extras.promotionCode;
  countAmounts(ctx, session);
}

/** Calculates the amounts of the lines and of the session. */
export function countAmounts(ctx: Context, session: Session) {
  const { lineItems: lines, promotionCode } = extrasOf(ctx, session.id);
  const percentOff = percentOffBy(discountOf(ctx, promotionCode));
  const sum = (part: (line: LineItem) => number) => lines.reduce((total, line) => total + part(line), 0);
  let discount = 0;
  for (const line of lines) {
    line.amount_subtotal = line.price.unit_amount * line.quantity;
    const off = Math.round((line.amount_subtotal * percentOff) / 100);
    discount += off;
    line.amount_tax = session.automatic_tax.enabled ? vatOn(line.amount_subtotal - off) : 0;
    line.amount_total = line.amount_subtotal - off + line.amount_tax;
  }
  session.amount_subtotal = sum((line) => line.amount_subtotal);
  session.amount_total = sum((line) => line.amount_total);
  session.total_details.amount_tax = sum((line) => line.amount_tax);
  session.total_details.amount_discount = discount;
}
