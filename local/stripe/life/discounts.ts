import type { Coupon } from '../model.ts';
import type { World } from '../world.ts';

/** What a promotion code gives; null for one that nobody made, or that is not active. */
export function discountOf({ state }: World, code: string | undefined): Coupon | null {
  if (code === undefined) return null;
  const promotion = Object.values(state.promotionCodes).find(
    (row) => row.active && row.code.toLowerCase() === code.toLowerCase(),
  );
  const coupon = promotion && state.coupons[promotion.promotion.coupon];
  return coupon?.valid ? coupon : null;
}

/** Percent that a discount takes off; 0 without one. */
export const percentOffBy = (coupon: Coupon | null): number => coupon?.percent_off ?? 0;
