import type Stripe from 'stripe';
import type { PlanChangeQuery } from '#lib/billing/schema.ts';
import { fromSeconds, isNothingUpcoming, SOON } from '#lib/billing/stripe/client.ts';
import type { PlanChangePreview } from '#lib/billing/views.ts';
import type { Context, Member } from '#lib/context.ts';
import { DomainError } from '#lib/errors.ts';
import { askForChange, managedByUs } from './ask-for-change.ts';
import { intervalOf, judgeChange, type Change } from './judge-change.ts';
import { readOwn } from './own-subscription.ts';
import { balanceAfter, lastPeriodEnd, lessCredit, regularOf, statementOf } from './statement.ts';

/**
 * What a change of plan costs today, with the next invoice and from then on, as Stripe computes it. Changes nothing.
 * Throws `conflict` if the subscription cannot be changed, and `unavailable` while Stripe is down.
 */
export const previewPlanChange = (ctx: Context<Member>, wanted: PlanChangeQuery): Promise<PlanChangePreview> =>
  askForChange(ctx, async () => {
    const { remote } = await readOwn(ctx);
    const change = await judgeChange(ctx, remote, wanted);
    return previewOf(ctx, remote, change, prorationDate(ctx, change.item, null));
  });

/** For how long a preview may be confirmed. */
const VALID_SECONDS = 3600;

/**
 * The time from which the unused and the remaining part of the period count: that of the preview that was shown, while
 * it is recent, so that the same amounts are charged.
 */
export function prorationDate({ now }: Context, item: Stripe.SubscriptionItem, shown: number | null): number {
  const present = Math.floor(now.getTime() / 1000);
  const isRecent = shown !== null && shown <= present + 60 && shown > present - VALID_SECONDS;
  const date = isRecent ? shown : present;
  return Math.min(Math.max(date, item.current_period_start), item.current_period_end);
}

/** The preview of a judged change. `at` is its proration date. */
export async function previewOf(
  ctx: Context,
  remote: Stripe.Subscription,
  change: Change,
  at: number,
): Promise<PlanChangePreview> {
  const { item, price, quantity, interval, holds } = change;
  const ask = (how: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails) => {
    const details = { items: [{ id: item.id, price: price.id, quantity }], ...how };
    return previewInvoice(ctx, { subscription: remote.id, subscription_details: details });
  };
  const [regular, dueNow] = await Promise.all([
    ask({ proration_behavior: 'none' }),
    holds === 'now' ? ask({ proration_behavior: 'always_invoice', proration_date: at }) : null,
  ]);
  const then = regularOf(regular, price.id);
  if (!then) throw managedByUs();
  const isNewPeriod = holds === 'now' && intervalOf(item.price) !== interval;
  const nextAt = isNewPeriod && dueNow ? lastPeriodEnd(dueNow) : item.current_period_end;
  const next = dueNow ? lessCredit(then, balanceAfter(dueNow)) : statementOf(regular);
  return {
    currency: regular.currency,
    holds,
    holds_from: holds === 'now' ? ctx.now.toISOString() : isoOf(item.current_period_end),
    proration_date: at,
    today: dueNow ? statementOf(dueNow) : { amount: 0, lines: [] },
    next: { ...next, at: isoOf(nextAt) },
    then: { amount: then.amount, interval },
  };
}

async function previewInvoice(ctx: Context, params: Stripe.InvoiceCreatePreviewParams): Promise<Stripe.Invoice> {
  try {
    return await ctx.stripe().invoices.createPreview(params, SOON);
  } catch (error) {
    if (!isNothingUpcoming(error)) throw error;
    throw new DomainError('conflict', 'Your plan is about to end. Resume it first.');
  }
}

const isoOf = (seconds: number) => fromSeconds(seconds).toISOString();
