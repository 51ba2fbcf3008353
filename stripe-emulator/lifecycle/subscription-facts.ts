import type { Context } from '../context.ts';
import type { Price, Subscription } from '../model.ts';

/** Whether a subscription renews and can be changed by the customer. */
export const isLive = ({ status }: Subscription) =>
  status === 'trialing' || status === 'active' || status === 'past_due';

/** Whether the status is final. */
export const isEnded = ({ status }: Subscription) => status === 'canceled' || status === 'incomplete_expired';

/** The end of the current period: the earliest of its items. */
export const periodEnd = (subscription: Subscription) =>
  Math.min(...subscription.items.data.map((item) => item.current_period_end));

/** The legacy form of a price, which every item still contains. */
export function planOf(ctx: Context, price: Price): object {
  return ctx.build('Plan', {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval,
    interval_count: price.recurring?.interval_count,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
  });
}
