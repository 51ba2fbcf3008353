import type Stripe from 'stripe';
import type { Context, Member } from '#lib/base/context.ts';
import { customerDay, formatMoney } from '#lib/base/text/format.ts';
import { planOfPrice } from '#lib/billing/plan.ts';
import type { PlanChangeInput } from '#lib/billing/schema.ts';
import { findCard } from '#lib/billing/stripe/card.ts';
import { isOpenInvoice, SERVED_UNTIL_PAID } from '#lib/billing/stripe/stripe-subscription.ts';
import type { PlanChangePreview, PlanChangeResult, PlanView } from '#lib/billing/views.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';
import { askForChange } from './ask-for-change.ts';
import { judgeChange, type Change } from './judge-change.ts';
import { readOwn } from './own-subscription.ts';
import { getPlan } from './plan.ts';
import { previewOf, prorationDate } from './preview.ts';
import { dropPlanned, scheduleChange } from './schedule.ts';
import { settle, type Outcome } from './settle.ts';

/** A charge takes longer than a question. */
const CHARGING = { timeout: 20_000, maxNetworkRetries: 1 };

/**
 * Changes the caller's plan for the amounts that were shown, or changes nothing and returns the present ones. A change
 * that costs more is invoiced now and holds once that is paid; any other holds at the end of the period. Throws
 * `conflict`, `unavailable` and `rate_limited`.
 */
export async function changePlan(ctx: Context<Member>, input: PlanChangeInput): Promise<PlanChangeResult> {
  await consumeLimit('plan_change_account', ctx.actor.accountId);
  return askForChange(ctx, async () => {
    const { remote } = await readOwn(ctx);
    const change = await judgeChange(ctx, remote, input);
    const at = prorationDate(ctx, change.item, input.proration_date);
    const preview = await previewOf(ctx, remote, change, at);
    if (preview.today.amount !== input.today || preview.then.amount !== input.then)
      return { outcome: 'differs', preview, plan: await getPlan(ctx) };
    await dropPlanned(ctx, remote);
    if (change.holds === 'period_end') {
      await scheduleChange(ctx, remote, change);
      return {
        outcome: 'scheduled',
        preview: null,
        plan: await settle(ctx, remote.id, outcomeOf(input, 'scheduled', preview)),
      };
    }
    const isPaid = await payFor(ctx, remote, change, at);
    const plan = await settle(ctx, remote.id, outcomeOf(input, isPaid ? 'changed' : 'waiting', preview));
    return { outcome: isPaid ? 'changed' : 'unpaid', preview: null, plan };
  });
}

/** Invoices a change now. Returns whether it is paid; if not, the customer keeps what they have until it is. */
async function payFor(ctx: Context, remote: Stripe.Subscription, change: Change, at: number): Promise<boolean> {
  const { subscriptions } = ctx.stripe();
  const card = await findCard(ctx, remote);
  const metadata = { [SERVED_UNTIL_PAID]: servedBy(ctx, change.item) };
  const updated = await subscriptions.update(
    remote.id,
    {
      items: [{ id: change.item.id, price: change.price.id, quantity: change.quantity }],
      proration_behavior: 'always_invoice',
      proration_date: at,
      expand: ['latest_invoice'],
      ...(card ? { payment_behavior: 'pending_if_incomplete' } : { payment_behavior: 'allow_incomplete', metadata }),
    },
    CHARGING,
  );
  if (updated.pending_update) return false;
  const isOpen = isOpenInvoice(updated.latest_invoice);
  // Banks may take a day for a card, too (https://docs.stripe.com/india-recurring-payments). Stripe refuses metadata
  // beside a pending update, so the note follows.
  if (isOpen && card) await subscriptions.update(remote.id, { metadata }, CHARGING);
  return !isOpen;
}

const servedBy = ({ now }: Context, { price, quantity }: Stripe.SubscriptionItem) =>
  `${planOfPrice(price)?.name} ${quantity ?? 1} ${Math.floor(now.getTime() / 1000)}`;

const ACTIONS = {
  changed: 'subscription.changed',
  scheduled: 'subscription.change_scheduled',
  waiting: 'subscription.change_waiting',
} as const;

function outcomeOf(input: PlanChangeInput, what: keyof typeof ACTIONS, preview: PlanChangePreview): Outcome {
  const { plan, interval, quantity } = input;
  const { today, next, currency, holds_from: from } = preview;
  return {
    action: ACTIONS[what],
    data: { plan, interval, quantity },
    mail: {
      what,
      on: what === 'scheduled' ? customerDay(new Date(from)) : null,
      charged: today.amount > 0 ? formatMoney({ amount: today.amount, currency }) : null,
      to: { plan, quantity },
      next: `${formatMoney({ amount: next.amount, currency })} on ${customerDay(new Date(next.at))}`,
    },
  };
}

/** Drops a change that is scheduled or waits for its payment: the present plan stays. Throws like `changePlan`. */
export async function dropPlannedChange(ctx: Context<Member>): Promise<PlanView> {
  await consumeLimit('plan_change_account', ctx.actor.accountId);
  return askForChange(ctx, async () => {
    const { remote } = await readOwn(ctx);
    if (!remote.schedule && !remote.pending_update) return getPlan(ctx);
    await dropPlanned(ctx, remote);
    const mail = { what: 'kept', on: null, charged: null } as const;
    return settle(ctx, remote.id, { action: 'subscription.change_dropped', mail });
  });
}
