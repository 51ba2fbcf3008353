import type Stripe from 'stripe';
import type { World } from '../context.ts';
import type { Coupon, PromotionCode } from '../model.ts';
import { findRow, invalid, missing, refuseOthers, unsupported } from './api-error.ts';
import { isCreatedWithin, paginate } from './list.ts';
import { mergeMetadata } from './metadata.ts';

export function createCoupon(world: World, params: Stripe.CouponCreateParams): Coupon {
  refuseOthers(params, ['duration', 'id', 'metadata', 'name', 'percent_off']);
  const { duration = 'once', percent_off: percentOff } = params;
  if (percentOff === undefined) throw missing('percent_off');
  if (!(percentOff > 0 && percentOff <= 100)) throw invalid('Invalid percent_off', 'percent_off');
  if (duration !== 'once' && duration !== 'forever') throw unsupported(`duration=${duration}`);
  const id = params.id ?? world.newId('', 8);
  if (world.state.coupons[id]) throw invalid('Coupon already exists.', 'id', 'resource_already_exists');
  return (world.state.coupons[id] = world.build<Coupon>('Coupon', {
    id,
    object: 'coupon',
    created: world.now(),
    duration: duration === 'forever' ? 'forever' : 'once',
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    percent_off: percentOff,
    times_redeemed: 0,
    valid: true,
  }));
}

export const retrieveCoupon = (world: World, _: unknown, id: string): Coupon =>
  findRow(world.state.coupons, id, 'coupon');

export const listCoupons = (world: World, params: Stripe.CouponListParams) =>
  paginate(
    Object.values(world.state.coupons).filter((row) => isCreatedWithin(row, params.created)),
    params,
    '/v1/coupons',
    'coupon',
  );

export function createPromotionCode(world: World, params: Stripe.PromotionCodeCreateParams): PromotionCode {
  refuseOthers(params, ['active', 'code', 'metadata', 'promotion']);
  const coupon = findRow(world.state.coupons, params.promotion.coupon ?? '', 'coupon', 'promotion[coupon]');
  const code = params.code ?? world.newId('', 8).toUpperCase();
  const isTaken = Object.values(world.state.promotionCodes).some((row) => row.active && row.code === code);
  if (isTaken) throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, 'code');
  const promotion = world.build<PromotionCode>('PromotionCode', {
    id: world.newId('promo_1'),
    object: 'promotion_code',
    active: params.active ?? true,
    code,
    created: world.now(),
    customer: null,
    expires_at: null,
    max_redemptions: null,
    metadata: mergeMetadata({}, params.metadata),
    promotion: { coupon: coupon.id, type: 'coupon' },
    times_redeemed: 0,
  });
  return (world.state.promotionCodes[promotion.id] = promotion);
}

export const retrievePromotionCode = (world: World, _: unknown, id: string): PromotionCode =>
  findRow(world.state.promotionCodes, id, 'promotion code');

export function listPromotionCodes(world: World, params: Stripe.PromotionCodeListParams) {
  refuseOthers(params, ['active', 'code', 'coupon', 'limit', 'starting_after', 'ending_before']);
  const rows = Object.values(world.state.promotionCodes).filter(
    (row) =>
      (params.active === undefined || row.active === params.active) &&
      (params.code === undefined || row.code.toLowerCase() === params.code.toLowerCase()) &&
      (params.coupon === undefined || row.promotion.coupon === params.coupon),
  );
  return paginate(rows, params, '/v1/promotion_codes', 'promotion_code');
}
