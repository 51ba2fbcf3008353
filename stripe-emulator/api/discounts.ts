import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import type { Coupon, PromotionCode } from '../model.ts';
import { findRow, invalid, missing, refuseOthers, unsupported } from './api-error.ts';
import { isCreatedWithin, paginate } from './list.ts';
import { mergeMetadata } from './metadata.ts';

export function createCoupon(ctx: Context, params: Stripe.CouponCreateParams): Coupon {
  refuseOthers(params, ['duration', 'id', 'metadata', 'name', 'percent_off']);
  const { duration = 'once', percent_off: percentOff } = params;
  if (percentOff === undefined) throw missing('percent_off');
  if (!(percentOff > 0 && percentOff <= 100)) throw invalid('Invalid percent_off', 'percent_off');
  if (duration !== 'once' && duration !== 'forever') throw unsupported(`duration=${duration}`);
  const id = params.id ?? ctx.newId('', 8);
  if (ctx.state.coupons[id]) throw invalid('Coupon already exists.', 'id', 'resource_already_exists');
  return (ctx.state.coupons[id] = ctx.build<Coupon>('Coupon', {
    id,
    object: 'coupon',
    created: ctx.now(),
    duration: duration === 'forever' ? 'forever' : 'once',
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    percent_off: percentOff,
    times_redeemed: 0,
    valid: true,
  }));
}

export const retrieveCoupon = (ctx: Context, _: unknown, id: string): Coupon =>
  findRow(ctx.state.coupons, id, 'coupon');

export const listCoupons = (ctx: Context, params: Stripe.CouponListParams) =>
  paginate(
    Object.values(ctx.state.coupons).filter((row) => isCreatedWithin(row, params.created)),
    params,
    '/v1/coupons',
    'coupon',
  );

export function createPromotionCode(ctx: Context, params: Stripe.PromotionCodeCreateParams): PromotionCode {
  refuseOthers(params, ['active', 'code', 'metadata', 'promotion']);
  const coupon = findRow(ctx.state.coupons, params.promotion.coupon ?? '', 'coupon', 'promotion[coupon]');
  const code = params.code ?? ctx.newId('', 8).toUpperCase();
  const isTaken = Object.values(ctx.state.promotionCodes).some((row) => row.active && row.code === code);
  if (isTaken) throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, 'code');
  const promotion = ctx.build<PromotionCode>('PromotionCode', {
    id: ctx.newId('promo_1'),
    object: 'promotion_code',
    active: params.active ?? true,
    code,
    created: ctx.now(),
    customer: null,
    expires_at: null,
    max_redemptions: null,
    metadata: mergeMetadata({}, params.metadata),
    promotion: { coupon: coupon.id, type: 'coupon' },
    times_redeemed: 0,
  });
  return (ctx.state.promotionCodes[promotion.id] = promotion);
}

export const retrievePromotionCode = (ctx: Context, _: unknown, id: string): PromotionCode =>
  findRow(ctx.state.promotionCodes, id, 'promotion code');

export function listPromotionCodes(ctx: Context, params: Stripe.PromotionCodeListParams) {
  refuseOthers(params, ['active', 'code', 'coupon', 'limit', 'starting_after', 'ending_before']);
  const rows = Object.values(ctx.state.promotionCodes).filter(
    (row) =>
      (params.active === undefined || row.active === params.active) &&
      (params.code === undefined || row.code.toLowerCase() === params.code.toLowerCase()) &&
      (params.coupon === undefined || row.promotion.coupon === params.coupon),
  );
  return paginate(rows, params, '/v1/promotion_codes', 'promotion_code');
}
