import type Stripe from 'stripe';
import type { Context } from '#lib/base/context.ts';
import { planOfPrice, type BillingInterval, type PlanName } from '#lib/billing/plan.ts';
import { fromSeconds, idOf, SOON } from '#lib/billing/stripe/client.ts';
import { intervalOf, type Change } from './judge-change.ts';

/** A change that holds later. */
export type Scheduled = { plan: PlanName; interval: BillingInterval; quantity: number; at: Date };

/** The change that waits for the end of the period; null if there is none. */
export async function findScheduled(ctx: Context, remote: Stripe.Subscription): Promise<Scheduled | null> {
  const id = idOf(remote.schedule);
  if (!id) return null;
  const expand = ['phases.items.price'];
  const { phases, current_phase: current } = await ctx.stripe().subscriptionSchedules.retrieve(id, { expand }, SOON);
  const next = phases.find(({ start_date: start }) => current !== null && start >= current.end_date);
  const [item] = next?.items ?? [];
  if (!next || !item) return null;
  const plan = isPrice(item.price) ? planOfPrice(item.price) : null;
  if (!plan || !isPrice(item.price)) return null;
  return {
    plan: plan.name,
    interval: intervalOf(item.price),
    quantity: item.quantity ?? 1,
    at: fromSeconds(next.start_date),
  };
}

const isPrice = (price: string | Stripe.Price | Stripe.DeletedPrice): price is Stripe.Price =>
  typeof price === 'object' && !('deleted' in price);

/**
 * Schedules a change for the end of the paid period. The new plan runs for one period under the schedule, which then
 * lets the subscription go (https://docs.stripe.com/billing/subscriptions/subscription-schedules).
 */
export async function scheduleChange(ctx: Context, remote: Stripe.Subscription, change: Change): Promise<void> {
  const { subscriptionSchedules: schedules } = ctx.stripe();
  const schedule = await schedules.create({ from_subscription: remote.id }, SOON);
  try {
    const [present] = schedule.phases;
    if (!present) throw new Error(`schedule ${schedule.id} has no phase`);
    const discounts = present.discounts.flatMap(({ discount }) => (discount ? [{ discount: idOf(discount) }] : []));
    const kept = discounts.length ? { discounts } : {};
    const phases: Stripe.SubscriptionScheduleUpdateParams.Phase[] = [
      {
        ...kept,
        items: present.items.map(({ price, quantity }) => ({ price: idOf(price), quantity: quantity ?? 1 })),
        start_date: present.start_date,
        end_date: present.end_date,
        ...(present.trial_end !== null && { trial_end: present.trial_end }),
      },
      {
        ...kept,
        items: [{ price: change.price.id, quantity: change.quantity }],
        duration: { interval: change.interval, interval_count: 1 },
        proration_behavior: 'none',
      },
    ];
    await schedules.update(schedule.id, { end_behavior: 'release', phases }, SOON);
  } catch (error) {
    await schedules.release(schedule.id, {}, SOON);
    throw error;
  }
}

/** Drops what is scheduled or waits for a payment, so that the subscription can be changed. It stays as it is. */
export async function dropPlanned(ctx: Context, remote: Stripe.Subscription): Promise<void> {
  const { subscriptionSchedules: schedules, invoices } = ctx.stripe();
  const schedule = idOf(remote.schedule);
  if (schedule) await schedules.release(schedule, {}, SOON);
  // Voiding its invoice cancels a pending update (https://docs.stripe.com/billing/subscriptions/pending-updates).
  const invoice = remote.pending_update && remote.latest_invoice ? idOf(remote.latest_invoice) : null;
  if (invoice) await invoices.voidInvoice(invoice, {}, SOON);
}
