import type Stripe from 'stripe';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context } from '#lib/context.ts';
import { lockInTransaction } from '#lib/db.ts';
import { createFuzzyKey, setKeyState, updateFuzzyKeyPlan } from '#lib/fuzzy-keys/service.ts';
import { isLiveStatus, keyStateOf, LIVE_STATUSES, planOfLookupKey, type Plan } from './plan.ts';
import { idOf, isMissingAtStripe } from './stripe.ts';

/** What a sync found: our rows now say what Stripe says, or why there was nothing to say. */
export type SyncOutcome = 'synced' | 'unknown_customer' | 'unknown_subscription';

/**
 * Makes our rows and the key equal to what Stripe says of a subscription now. The one way in which billing changes
 * anything: webhook, return page and reconcile all call it (stripe.md). Stripe is read again inside the lock, so the
 * order and number of calls do not matter (R1, R2). `within` runs in the same transaction, after the rest.
 */
export async function syncSubscription(
  ctx: Context,
  stripeSubscriptionId: string,
  within: (tx: Context, outcome: SyncOutcome) => Promise<void> = async () => {},
): Promise<SyncOutcome> {
  return transaction(ctx, async (tx) => {
    await lockInTransaction(tx.db, `stripe-subscription:${stripeSubscriptionId}`);
    const remote = await retrieve(ctx, stripeSubscriptionId);
    const outcome = remote ? await applySubscription(tx, remote) : 'unknown_subscription';
    await within(tx, outcome);
    return outcome;
  });
}

async function applySubscription(tx: Context, remote: Stripe.Subscription): Promise<SyncOutcome> {
  const stripeCustomerId = idOf(remote.customer);
  const user = await tx.db.user.findUnique({ where: { stripeCustomerId }, select: { id: true, email: true } });
  if (!user) return 'unknown_customer';
  await lockInTransaction(tx.db, `billing-user:${user.id}`);

  const { item, plan, flags } = judgeItems(remote);
  if (isLiveStatus(remote.status) && (await hasEarlierLive(tx, user.id, remote))) flags.push('second_subscription');
  const columns = { ...columnsOf(remote, item, plan, tx.now), userId: user.id, stripeCustomerId, flags };
  const before = await tx.db.subscription.findUnique({ where: { stripeSubscriptionId: remote.id } });
  const row = await tx.db.subscription.upsert({
    where: { stripeSubscriptionId: remote.id },
    create: { stripeSubscriptionId: remote.id, ...columns },
    update: columns,
    include: { key: { select: { id: true } } },
  });
  if (before?.status !== row.status || before.plan !== row.plan || before.quantity !== row.quantity)
    await recordAudit(tx, 'subscription.synced', user.id, {
      subscription: remote.id,
      before: before && { status: before.status, plan: before.plan, quantity: before.quantity },
      after: { status: row.status, plan: row.plan, quantity: row.quantity, flags },
    });

  const state = keyStateOf(remote.status);
  if (row.key) {
    // A subscription that goes on keeps what an admin did to its key; one that is dead takes it off each time (decisions §8).
    const goesOn = state === 'on' && before !== null && keyStateOf(before.status) === 'on';
    if (!goesOn) await setKeyState(tx, row.key.id, state); // first: a deleted key takes no plan
    if (plan) await updateFuzzyKeyPlan(tx, row.key.id, keyPlan(plan, row.quantity));
  } else if (state === 'on' && plan && !flags.includes('second_subscription')) {
    await createFuzzyKey(tx, {
      description: `Stripe ${stripeCustomerId} ${remote.id}`,
      ...keyPlan(plan, row.quantity),
      email: user.email,
      userId: user.id,
      subscriptionId: row.id,
    });
  }
  return 'synced';
}

/** The first known recurring item decides; anything else is flagged for an admin, and invents no key. */
function judgeItems(remote: Stripe.Subscription): {
  item: Stripe.SubscriptionItem;
  plan: Plan | null;
  flags: string[];
} {
  const items = remote.items.data;
  const known = items.find(({ price }) => price.recurring && planOfLookupKey(price.lookup_key));
  const item = known ?? items[0];
  if (!item) throw new Error(`subscription ${remote.id} has no items`);
  const plan = known ? planOfLookupKey(known.price.lookup_key) : null;
  return { item, plan, flags: [...(plan ? [] : ['unknown_price']), ...(items.length > 1 ? ['several_items'] : [])] };
}

function columnsOf(remote: Stripe.Subscription, item: Stripe.SubscriptionItem, plan: Plan | null, now: Date) {
  const { price } = item;
  const product = price.product;
  return {
    status: remote.status,
    stripePriceId: price.id,
    stripeProductId: idOf(product),
    productName: typeof product === 'object' && !product.deleted ? product.name : (plan?.product ?? 'Unknown product'),
    plan: plan?.name ?? null,
    interval: price.recurring?.interval ?? 'month',
    quantity: Math.max(1, item.quantity ?? 1),
    currentPeriodEnd: fromSeconds(item.current_period_end),
    // A cancellation in the portal sets cancel_at and leaves cancel_at_period_end false: read both.
    cancelAt:
      fromSeconds(remote.cancel_at) ?? (remote.cancel_at_period_end ? fromSeconds(item.current_period_end) : null),
    endedAt: fromSeconds(remote.ended_at),
    startedAt: new Date(remote.created * 1000),
    syncedAt: now,
  };
}

const keyPlan = (plan: Plan, quantity: number) => ({
  rank: plan.rank,
  rate: plan.rate,
  quantity,
  forbiddenFlags: plan.forbiddenFlags,
});

/** Whether another subscription of the person was live before this one began: two completed checkouts make one key. */
async function hasEarlierLive(tx: Context, userId: string, remote: Stripe.Subscription): Promise<boolean> {
  const others = await tx.db.subscription.findMany({
    where: { userId, stripeSubscriptionId: { not: remote.id }, status: { in: [...LIVE_STATUSES] } },
    select: { startedAt: true, stripeSubscriptionId: true, key: { select: { id: true } } },
  });
  const startedAt = remote.created * 1000;
  return others.some(
    (other) =>
      other.key !== null ||
      other.startedAt.getTime() < startedAt ||
      (other.startedAt.getTime() === startedAt && other.stripeSubscriptionId < remote.id),
  );
}

async function retrieve(ctx: Context, id: string): Promise<Stripe.Subscription | null> {
  try {
    return await ctx.stripe().subscriptions.retrieve(id, { expand: ['items.data.price.product'] });
  } catch (error) {
    if (isMissingAtStripe(error)) return null;
    throw error;
  }
}

const fromSeconds = (value: number | null) => (value === null ? null : new Date(value * 1000));
