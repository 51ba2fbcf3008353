import type Stripe from 'stripe';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { planOfPrice, type BillingInterval, type PlanName } from '#lib/billing/plan.ts';
import { findCard } from '#lib/billing/stripe/card.ts';
import { fromSeconds, isMissingAtStripe, noteStripeDown } from '#lib/billing/stripe/client.ts';
import { isOpenInvoice, judgeItems, servedUntilPaid } from '#lib/billing/stripe/stripe-subscription.ts';
import { readForSync, untilInOrder } from '#lib/billing/sync/reads.ts';
import { syncSubscription } from '#lib/billing/sync/sync.ts';
import type { PlanView } from '#lib/billing/views.ts';
import { intervalOf } from './judge-change.ts';
import { findOwnSubscription } from './own-subscription.ts';
import { findScheduled } from './schedule.ts';
import { findLastDayToWithdraw } from './withdrawal-end.ts';

type AtStripe = Pick<PlanView, 'scheduled' | 'waiting' | 'card' | 'price'>;
const UNKNOWN: AtStripe = { scheduled: null, waiting: null, card: null, price: null };

/**
 * The caller's live subscription, what is about to happen to it, and the card that pays. Reads and syncs it first, so
 * that a person who comes back from Stripe sees what holds. Shows our row while Stripe is unavailable (R6).
 */
export async function getPlan(ctx: Context<Member>): Promise<PlanView> {
  const found = await findOwnSubscription(ctx);
  if (!found) return { stripe: 'ok', subscription: null, ...UNKNOWN };
  let atStripe: AtStripe | null = UNKNOWN;
  try {
    const remote = await syncNow(ctx, found.stripeSubscriptionId);
    if (remote) atStripe = await describe(ctx, remote);
  } catch (error) {
    if (!noteStripeDown(ctx, error) && !isMissingAtStripe(error)) throw error;
    atStripe = null;
  }
  return { ...(await getStoredPlan(ctx)), stripe: atStripe ? 'ok' : 'unavailable', ...(atStripe ?? UNKNOWN) };
}

/** The caller's live subscription as our database knows it, without what only Stripe knows. */
export async function getStoredPlan(ctx: Context<Member>): Promise<PlanView> {
  const row = await findOwnSubscription(ctx);
  const lastDay = row && (await findLastDayToWithdraw(ctx, row));
  return {
    stripe: 'unavailable',
    subscription: row && {
      status: row.status,
      product: row.productName,
      plan: row.plan as PlanName | null,
      interval: row.interval as BillingInterval,
      quantity: row.quantity,
      current_period_end: row.currentPeriodEnd?.toISOString() ?? null,
      cancel_at: row.cancelAt?.toISOString() ?? null,
      withdraw_until: lastDay,
    },
    ...UNKNOWN,
  };
}

/** Brings our row of a subscription in line with Stripe, and returns what Stripe said. */
const syncNow = (ctx: Context, id: string): Promise<Stripe.Subscription | null> =>
  untilInOrder(async () => {
    const read = await readForSync(ctx, id);
    await transaction(ctx, (tx) => syncSubscription(tx, read));
    return read.remote;
  });

async function describe(ctx: Context, remote: Stripe.Subscription): Promise<AtStripe> {
  const { unit_amount: amount, currency } = judgeItems(remote).item.price;
  const [scheduled, card] = await Promise.all([findScheduled(ctx, remote), findCard(ctx, remote)]);
  return {
    scheduled: scheduled && { ...scheduled, at: scheduled.at.toISOString() },
    waiting: waitingOf(remote),
    card: card && { brand: card.brand, last4: card.last4 },
    price: amount === null ? null : { amount, currency },
  };
}

/** The change that waits for its payment: a pending update, or one that a bank debit pays. */
function waitingOf(remote: Stripe.Subscription): PlanView['waiting'] {
  const { pending_update: pending, latest_invoice: invoice } = remote;
  if (
    !isOpenInvoice(invoice) ||
    invoice.billing_reason !== 'subscription_update' ||
    !(pending || servedUntilPaid(remote))
  )
    return null;
  const [item] = pending?.subscription_items ?? remote.items.data;
  const plan = item && planOfPrice(item.price);
  if (!plan) return null;
  return {
    plan: plan.name,
    interval: intervalOf(item.price),
    quantity: item.quantity ?? 1,
    amount: invoice.amount_remaining,
    currency: invoice.currency,
    until: fromSeconds(pending?.expires_at ?? null)?.toISOString() ?? null,
    page_url: invoice.hosted_invoice_url ?? null,
  };
}
