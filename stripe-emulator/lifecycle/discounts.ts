import type { Context } from '../context.ts';
import type { Coupon } from '../model.ts';

/** The coupon of a promotion code. Null without a code, or if the code or its coupon is not valid. */
export function discountOf({ state }: Context, code: string | undefined): Coupon | null {
  if (code === undefined) return null;
  const promotion = Object.values(state.promotionCodes).find(
    (row) => row.active && row.code.toLowerCase() === code.toLowerCase(),
  );
  const coupon = promotion && state.coupons[promotion.promotion.coupon];
  return coupon?.valid ? coupon : null;
}

/** The percentage that a coupon takes off; 0 without a coupon. */
export const percentOffBy = (coupon: Coupon | null): number => coupon?.percent_off ?? 0;
