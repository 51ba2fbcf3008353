import type { BillingInterval, PlanName } from '#lib/billing/plan.ts';
import { recordMovement } from '#lib/billing/revenue/revenue.ts';
import type { Db } from '#lib/db.ts';
import { TIERS } from '#lib/marketing/tiers.ts';
import { systemContext } from '#lib/testing/context.ts';
import { DAY } from '#lib/time.ts';
import { DEMO_PEOPLE, DEMO_STRIPE_PREFIXES, type DemoPerson } from './demo-people.ts';

const PRICES = { personal: TIERS.Personal, starter: TIERS.Starter, scale: TIERS.Scale };

type Terms = { plan: PlanName; interval: BillingInterval; quantity: number; status: string };
type Change = { at: Date; name: string; userId: string; before: Terms | null; after: Terms };
type Movement = Parameters<typeof recordMovement>[1];

/** Fills the ledger with the history of the demo subscriptions, oldest first. The amounts are the current prices. */
export async function makeMovements(tx: Db, now: Date): Promise<void> {
  const changes: Change[] = [];
  for (const { name, bought } of DEMO_PEOPLE) {
    if (!bought) continue;
    const where = { stripeSubscriptionId: DEMO_STRIPE_PREFIXES.subscription + name };
    const { userId, startedAt } = await tx.subscription.findUniqueOrThrow({ where });
    let before: Terms | null = null;
    for (const { daysAgo, ...after } of historyOf(bought)) {
      const at = daysAgo === null ? startedAt : new Date(now.getTime() - daysAgo * DAY);
      changes.push({ at, name, userId, before, after });
      before = after;
    }
  }
  for (const change of changes.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await recordMovement(systemContext(tx, { now: change.at }), movementOf(change));
}

type Bought = NonNullable<DemoPerson['bought']>;

/** The terms of a subscription, oldest first, each with its start; null is the start of the subscription. */
function historyOf({ plan, interval, quantity = 1, status = 'active', endedDaysAgo, before, paused }: Bought) {
  const last: Terms = { plan, interval, quantity, status: 'active' };
  const history: (Terms & { daysAgo: number | null })[] = [{ ...last, ...before, daysAgo: null }];
  if (before) history.push({ ...last, daysAgo: before.untilDaysAgo });
  if (paused)
    history.push({ ...last, status: 'paused', daysAgo: paused.fromDaysAgo }, { ...last, daysAgo: paused.untilDaysAgo });
  if (endedDaysAgo !== undefined) history.push({ ...last, status, daysAgo: endedDaysAgo });
  return history;
}

function movementOf({ name, userId, before, after }: Change): Movement {
  const pounds = PRICES[after.plan][after.interval === 'year' ? 'yearly' : 'monthly'];
  const price = { unit_amount: pounds * 100, recurring: { interval: after.interval, interval_count: 1 } };
  const remote = {
    id: DEMO_STRIPE_PREFIXES.subscription + name,
    status: after.status,
    currency: 'gbp',
    pause_collection: null,
    cancellation_details: { reason: 'cancellation_requested' },
    items: { data: [{ price, quantity: after.quantity }] },
  } as unknown as Movement['remote'];
  return { remote, before: before && factsOf(before), after: factsOf(after), userId };
}

const factsOf = ({ plan, interval, quantity, status }: Terms): Movement['after'] => ({
  status,
  plan,
  interval,
  quantity,
  stripePriceId: `price_demo_${plan}_${interval}`,
  awaitsPayment: false,
  flags: [],
});
