import type Stripe from 'stripe';
import { change, type Context } from '../context.ts';
import { nextPeriodEnd } from '../lifecycle/period.ts';
import { usablePrice } from '../lifecycle/plan-change.ts';
import { endSchedule } from '../lifecycle/schedules.ts';
import { isLive, periodEnd } from '../lifecycle/subscription-facts.ts';
import { cancelNow } from '../lifecycle/subscriptions.ts';
import type { Subscription } from '../model.ts';
import type { Phase, PhaseItem, Schedule } from '../model-schedule.ts';
import { findRow, invalid, missing, refuseOthers, unsupported } from './api-error.ts';

type PhaseParams = Stripe.SubscriptionScheduleUpdateParams.Phase;

/** Supports only a schedule of a subscription that exists: one phase, which is its current period. */
export function createSchedule(ctx: Context, params: Stripe.SubscriptionScheduleCreateParams): Schedule {
  refuseOthers(params, ['from_subscription']);
  if (params.from_subscription === undefined) throw unsupported('a schedule without from_subscription');
  const subscription = findRow(ctx.state.subscriptions, params.from_subscription, 'subscription', 'from_subscription');
  if (!isLive(subscription))
    throw invalid(`You cannot migrate a subscription that is ${subscription.status}.`, 'from_subscription');
  if (subscription.schedule !== null)
    throw invalid(
      `You cannot migrate a subscription that is already attached to a schedule: ${subscription.schedule}.`,
      'from_subscription',
    );
  const [item] = subscription.items.data;
  const period = { start_date: item?.current_period_start ?? ctx.now(), end_date: periodEnd(subscription) };
  const schedule = ctx.build<Schedule>('SubscriptionSchedule', {
    ...({ billing_mode: subscription.billing_mode, default_settings: settingsOf(ctx, subscription) } as object),
    id: ctx.newId('sub_sched_1'),
    object: 'subscription_schedule',
    canceled_at: null,
    created: ctx.now(),
    current_phase: period,
    customer: subscription.customer,
    end_behavior: 'release',
    metadata: {},
    phases: [buildPhase(ctx, subscription, period, subscription.items.data.map(phaseItem), 'create_prorations')],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
  });
  ctx.state.schedules[schedule.id] = schedule;
  change(ctx, 'customer.subscription.updated', subscription, (row) => void (row.schedule = schedule.id));
  return schedule;
}

const settingsOf = (ctx: Context, { automatic_tax: tax, default_payment_method: card }: Subscription) => ({
  ...ctx.build('SubscriptionSchedule.DefaultSettings', {}),
  automatic_tax: tax,
  billing_cycle_anchor: 'automatic',
  default_payment_method: card,
});

const phaseItem = ({ price, quantity }: { price: { id: string }; quantity: number }) => ({ price: price.id, quantity });

function buildPhase(
  ctx: Context,
  { currency }: Subscription,
  period: { start_date: number; end_date: number },
  items: { price: string; quantity: number }[],
  proration: string,
): Phase {
  return ctx.build<Phase>('SubscriptionSchedule.Phase', {
    ...({ currency, metadata: {} } as object),
    ...period,
    items: items.map(({ price, quantity }) =>
      ctx.build<PhaseItem>('SubscriptionSchedule.Phase.Item', { price, plan: price, quantity, metadata: {} }),
    ),
    proration_behavior: proration,
  });
}

export const retrieveSchedule = (ctx: Context, _: unknown, id: string): Schedule =>
  findRow(ctx.state.schedules, id, 'subscription schedule');

/** Replaces the phases. The first is the running one and must stay as it is. */
export function updateSchedule(ctx: Context, params: Stripe.SubscriptionScheduleUpdateParams, id: string): Schedule {
  refuseOthers(params, ['phases', 'end_behavior', 'proration_behavior']);
  const { schedule, subscription } = running(ctx, id);
  if (params.end_behavior !== undefined && params.end_behavior !== 'release')
    throw unsupported(`end_behavior=${params.end_behavior}`);
  if (params.phases) schedule.phases = readPhases(ctx, subscription, schedule, params.phases);
  return schedule;
}

function readPhases(ctx: Context, subscription: Subscription, { current_phase: now }: Schedule, given: PhaseParams[]) {
  const phases: Phase[] = [];
  for (const [index, each] of given.entries()) {
    const path = `phases[${index}]`;
    refuseOthers(
      each,
      ['items', 'start_date', 'end_date', 'duration', 'proration_behavior', 'discounts', 'trial_end'],
      path,
    );
    const previous = phases.at(-1);
    const start = previous?.end_date ?? each.start_date;
    if (typeof start !== 'number') throw missing(`${path}[start_date]`);
    if (!previous && start !== now?.start_date)
      throw invalid('You can not modify the start date of the current phase.', `${path}[start_date]`);
    if (each.start_date !== undefined && each.start_date !== start)
      throw invalid('The start date of a phase must be the end date of the one before.', `${path}[start_date]`);
    const items = each.items.map(({ price = '', quantity = 1 }) => {
      usablePrice(ctx, price, subscription.currency, `${path}[items][0][price]`);
      return { price, quantity };
    });
    const current = JSON.stringify(subscription.items.data.map(phaseItem));
    if (!previous && JSON.stringify(items) !== current) throw unsupported(`${path}[items] other than the current ones`);
    const period = { start_date: start, end_date: endOf(each, start, path) };
    phases.push(buildPhase(ctx, subscription, period, items, each.proration_behavior ?? 'create_prorations'));
  }
  return phases;
}

function endOf({ end_date: end, duration }: PhaseParams, start: number, path: string): number {
  if (typeof end === 'number') return end;
  if (!duration) throw missing(`${path}[end_date]`);
  return nextPeriodEnd(start, start, duration.interval as 'month' | 'year', duration.interval_count ?? 1);
}

/** Leaves the subscription as it is (https://docs.stripe.com/api/subscription_schedules/release). */
export function releaseSchedule(ctx: Context, params: Stripe.SubscriptionScheduleReleaseParams, id: string): Schedule {
  refuseOthers(params, []);
  const { schedule, subscription } = running(ctx, id);
  endSchedule(ctx, subscription, 'released');
  return schedule;
}

/** Ends the subscription, too (https://docs.stripe.com/api/subscription_schedules/cancel). */
export function cancelSchedule(ctx: Context, params: Stripe.SubscriptionScheduleCancelParams, id: string): Schedule {
  refuseOthers(params, []);
  const { schedule, subscription } = running(ctx, id);
  cancelNow(ctx, subscription, 'cancellation_requested');
  return schedule;
}

function running(ctx: Context, id: string) {
  const schedule = retrieveSchedule(ctx, null, id);
  if (schedule.status !== 'active' || schedule.subscription === null)
    throw invalid(
      `This subscription schedule is in the \`${schedule.status}\` status. Only schedules in the \`not_started\` or \`active\` status can be changed.`,
    );
  return { schedule, subscription: findRow(ctx.state.subscriptions, schedule.subscription, 'subscription') };
}
