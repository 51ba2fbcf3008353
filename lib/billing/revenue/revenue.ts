import type Stripe from 'stripe';
import type { Context } from '#lib/base/context.ts';
import type { MovementKind } from '#lib/billing/schema.ts';
import { COLLECTION_PAUSED } from '#lib/billing/stripe/stripe-subscription.ts';

const TIMES_A_YEAR: Readonly<Record<string, number>> = { day: 365, week: 52, month: 12, year: 1 };
/** Statuses in which Stripe charges. `past_due` counts until Stripe gives up; a trial does not count yet. */
const CHARGED_STATUSES: readonly string[] = ['active', 'past_due'];

/**
 * The yearly price of a subscription, in the currency's smallest unit, before VAT, discounts and credit: 0 unless it is
 * charged, its first payment has arrived and its collection is not paused. Monthly figures are sums of yearly prices,
 * divided by 12 and rounded once.
 */
export function yearlyPenceOf(remote: Stripe.Subscription, awaitsPayment: boolean): number {
  if (awaitsPayment || remote.pause_collection || !CHARGED_STATUSES.includes(remote.status)) return 0;
  return remote.items.data.reduce((total, { price, quantity }) => {
    if (!price.recurring) return total;
    const { interval, interval_count: every } = price.recurring;
    const timesAYear = (TIMES_A_YEAR[interval] ?? 0) / every;
    return total + Math.round((price.unit_amount ?? 0) * (quantity ?? 1) * timesAYear);
  }, 0);
}

type Terms = {
  status: string;
  plan: string | null;
  interval: string;
  quantity: number;
  stripePriceId: string;
  awaitsPayment: boolean;
  flags: readonly string[];
};
type Change = { remote: Stripe.Subscription; before: Terms | null; after: Terms; userId: string };

/**
 * Appends a movement if the subscription's yearly price differs from the sum of its movements, in the transaction that
 * changes the subscription. The caller holds the locks of the subscription and of its user.
 */
export async function recordMovement(tx: Context, { remote, before, after, userId: owner }: Change): Promise<void> {
  const { currency } = remote;
  const userId = await customerOf(tx, remote.id, owner);
  const known = await sumsOf(tx, { subscription: remote.id, userId, currency });
  const yearlyPence = yearlyPenceOf(remote, after.awaitsPayment) - known.ofSubscription;
  if (yearlyPence === 0) return;
  await tx.db.revenueMovement.create({
    data: {
      at: tx.now,
      kind: kindOf(known.ofCustomer, known.ofCustomer + yearlyPence, known.rows === 0),
      cause: causeOf({ remote, before, after, wasCharged: known.ofSubscription > 0 }),
      yearlyPence,
      currency,
      stripeSubscriptionId: remote.id,
      userId,
    },
  });
}

/**
 * The user named in earlier movements of the subscription, so that each user's sums stay right; the owner if there are
 * no earlier movements.
 */
async function customerOf(tx: Context, stripeSubscriptionId: string, owner: string): Promise<string> {
  const first = await tx.db.revenueMovement.findFirst({ where: { stripeSubscriptionId }, select: { userId: true } });
  return first?.userId ?? owner;
}

type Sums = { ofSubscription: number; ofCustomer: number; rows: number };

async function sumsOf(
  tx: Context,
  { subscription, userId, currency }: { subscription: string; userId: string; currency: string },
): Promise<Sums> {
  const [sums] = await tx.db.$queryRaw<Sums[]>`
    SELECT coalesce(sum(yearly_pence) FILTER (WHERE stripe_subscription_id = ${subscription}), 0)::float8 AS "ofSubscription",
      coalesce(sum(yearly_pence), 0)::float8 AS "ofCustomer", count(*)::int AS rows
    FROM revenue_movements WHERE user_id = ${userId}::uuid AND currency = ${currency}`;
  return sums ?? { ofSubscription: 0, ofCustomer: 0, rows: 0 };
}

/** The kind of a change in the yearly sum that a customer pays for all subscriptions together. */
export function kindOf(before: number, after: number, isFirst: boolean): MovementKind {
  if (isFirst) return 'new';
  if (before === 0) return 'reactivation';
  if (after === 0) return 'churn';
  return after > before ? 'expansion' : 'contraction';
}

type Cause = Pick<Change, 'remote' | 'before' | 'after'> & { wasCharged: boolean };

function causeOf({ remote, before, after, wasCharged }: Cause): string {
  if (wasCharged && !isCharged(after)) return endOf(remote);
  if (!wasCharged && isCharged(after)) return startOf(before);
  return changedTerms(before, after) || 'correction';
}

const isCharged = ({ status, awaitsPayment, flags }: Terms): boolean =>
  CHARGED_STATUSES.includes(status) && !awaitsPayment && !flags.includes(COLLECTION_PAUSED);

function endOf({ status, cancellation_details: details }: Stripe.Subscription): string {
  if (status === 'canceled') return details?.reason ?? 'canceled';
  return CHARGED_STATUSES.includes(status) ? COLLECTION_PAUSED : status;
}

/** `opening`: the subscription was already charged before the ledger existed. */
function startOf(before: Terms | null): string {
  if (before?.status === 'paused' || before?.status === 'unpaid') return 'resumed';
  if (before?.flags.includes(COLLECTION_PAUSED)) return 'resumed';
  return before && isCharged(before) ? 'opening' : 'purchase';
}

/** The names of the terms that changed, such as `plan and quantity`. */
function changedTerms(before: Terms | null, after: Terms): string {
  const terms = ['plan', 'interval', 'quantity'] as const;
  const changed: string[] = terms.filter((term) => before && before[term] !== after[term]);
  if (!changed.length && before && before.stripePriceId !== after.stripePriceId) changed.push('price');
  return changed.join(' and ');
}
