import { findRow, invalid } from '../api/api-error.ts';
import { change, type Context } from '../context.ts';
import type { Subscription } from '../model.ts';
import type { Phase, Schedule } from '../model-schedule.ts';
import { planOf } from './subscription-facts.ts';
import { copyOf } from '../store.ts';

/** The schedule that manages a subscription. */
const scheduleOf = ({ state }: Context, { schedule: id }: Subscription): Schedule | null =>
  id === null ? null : (state.schedules[id] ?? null);

/** The end of the running phase; null without a schedule. */
export const phaseEnd = (ctx: Context, subscription: Subscription): number | null =>
  scheduleOf(ctx, subscription)?.current_phase?.end_date ?? null;

/**
 * Enters the next phase: its items hold from the next period, so that the renewal at the same time charges them. After
 * the last phase the schedule lets the subscription go (https://docs.stripe.com/billing/subscriptions/subscription-schedules).
 */
export function enterNextPhase(ctx: Context, subscription: Subscription) {
  const schedule = scheduleOf(ctx, subscription);
  const next = schedule?.phases.find(({ start_date: start }) => start === schedule.current_phase?.end_date);
  if (!schedule || !next) return endSchedule(ctx, subscription, 'released');
  schedule.current_phase = { start_date: next.start_date, end_date: next.end_date };
  change(ctx, 'customer.subscription.updated', subscription, (row) => applyPhase(ctx, row, next));
}

function applyPhase(ctx: Context, row: Subscription, { items, start_date: start }: Phase) {
  items.forEach(({ price: id, quantity }, index) => {
    const item = row.items.data[index];
    const price = findRow(ctx.state.prices, id, 'price', 'price');
    if (!item) throw invalid('The emulator changes only items that exist.', 'phases');
    if (item.price.recurring?.interval !== price.recurring?.interval) row.billing_cycle_anchor = start;
    Object.assign(item, { price: copyOf(price), plan: planOf(ctx, price), quantity });
  });
}

/** Ends the schedule of a subscription, if it has one. The subscription itself does not change. */
export function endSchedule(ctx: Context, subscription: Subscription, status: 'released' | 'canceled') {
  const schedule = scheduleOf(ctx, subscription);
  if (!schedule) return;
  Object.assign(schedule, {
    status,
    current_phase: null,
    subscription: null,
    ...(status === 'released'
      ? { released_at: ctx.now(), released_subscription: subscription.id }
      : { canceled_at: ctx.now() }),
  });
  if (status === 'canceled') subscription.schedule = null;
  else change(ctx, 'customer.subscription.updated', subscription, (row) => void (row.schedule = null));
}
