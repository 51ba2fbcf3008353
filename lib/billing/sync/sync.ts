import type Stripe from 'stripe';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context } from '#lib/base/context.ts';
import { lockInTransaction } from '#lib/base/db/db.ts';
import { isLiveStatus, keyStateOf, LIVE_STATUSES, type Plan } from '#lib/billing/plan.ts';
import { recordMovement } from '#lib/billing/revenue/revenue.ts';
import { idOf } from '#lib/billing/stripe/client.ts';
import { factsOf, flagsOf, judgeItems, productNameOf } from '#lib/billing/stripe/stripe-subscription.ts';
import { createFuzzyKey, setKeyState, updateFuzzyKeyPlan } from '#lib/fuzzy-keys/service.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { tellOwner } from './billing-emails.ts';
import { findOwed, findPaidAfterEnd, isCancelledUnpaid } from './debts.ts';
import { keyPlanOf } from './key-plan.ts';
import { reportLatePayment } from './late-payment.ts';
import { findOwner, isForeign, reportOrphan, type Owner } from './owner.ts';
import { isNewer, readForSync, untilInOrder, type SyncRead } from './reads.ts';

/** The result of a sync: our rows equal Stripe's, or why nothing was stored. */
export type SyncOutcome = 'synced' | 'unknown_customer' | 'unknown_subscription' | 'not_ours';

/** Reads a subscription from Stripe and syncs it in a transaction. */
export function readAndSync(ctx: Context, stripeSubscriptionId: string): Promise<SyncOutcome> {
  return untilInOrder(async () => {
    const read = await readForSync(ctx, stripeSubscriptionId);
    return transaction(ctx, (tx) => syncSubscription(tx, read));
  });
}

/**
 * Makes our row and the key equal to what was read from Stripe, in the caller's transaction. Webhook, return page and
 * reconcile change billing only through this function. It ignores a read that is older than the one that the row comes
 * from, so order and number of calls do not matter (R1, R2). Throws OverlappingRead, for `untilInOrder`.
 * `isEndRecorded`: the caller records that a cancellation was made or taken back.
 */
export async function syncSubscription(
  tx: Context,
  read: SyncRead,
  { isEndRecorded = false } = {},
): Promise<SyncOutcome> {
  const { remote } = read;
  if (!remote) return 'unknown_subscription';
  await lockInTransaction(tx.db, `stripe-subscription:${remote.id}`);
  const before = await tx.db.subscription.findUnique({ where: { stripeSubscriptionId: remote.id } });
  if (before && !isNewer(read, before)) return 'synced';
  const owner = await findOwner(tx, remote);
  if (!owner) {
    await reportOrphan(tx, remote);
    return isForeign(remote) ? 'not_ours' : 'unknown_customer';
  }
  await lockInTransaction(tx.db, `billing-user:${owner.id}`);
  const isNewStatus = before?.status !== remote.status;
  const { row, plan } = await saveSubscription(tx, { ...read, remote, isNewStatus }, owner);
  const [was, is] = [before && auditable(before), auditable(row)];
  const isSame = (name: keyof typeof is) => was?.[name] === is[name];
  if (!isSame('status') || !isSame('plan') || !isSame('quantity') || !(isEndRecorded || isSame('cancel_at')))
    await recordAudit(tx, 'subscription.synced', owner.id, {
      subscription: remote.id,
      before: was,
      after: { ...is, flags: row.flags },
    });
  await recordMovement(tx, { remote, before, after: row, userId: owner.id });
  const newKey = await applyToKey(tx, { row, before, owner, plan });
  const isWithdrawn = row.withdrawal !== null;
  await tellOwner(tx, { owner, before, after: row, hadKey: row.key !== null, newKey, remote, isWithdrawn });
  await settle(tx, remote, owner);
  if (before && isLiveStatus(before.status) && !isLiveStatus(row.status)) await syncOthers(tx, owner.id);
  return 'synced';
}

type Facts = { status: string; plan: string | null; quantity: number; cancelAt: Date | null };
const auditable = ({ status, plan, quantity, cancelAt }: Facts) => ({
  status,
  plan,
  quantity,
  cancel_at: cancelAt?.toISOString() ?? null,
});

type Found = SyncRead & { remote: Stripe.Subscription; isNewStatus: boolean };

async function saveSubscription(tx: Context, { remote, awaitsPayment, isNewStatus, from, to }: Found, owner: Owner) {
  const { item, plan } = judgeItems(remote);
  const flags = flagsOf(remote);
  if (isLiveStatus(remote.status) && (await hasEarlierLive(tx, owner.id, remote, awaitsPayment)))
    flags.push('second_subscription');
  const columns = {
    ...factsOf(remote, awaitsPayment),
    productName: productNameOf(item, plan),
    accountId: owner.id,
    stripeCustomerId: idOf(remote.customer),
    flags,
    ...(isNewStatus && { statusSince: tx.now }),
    syncedAt: tx.now,
    readFrom: from,
    readTo: to,
  };
  const row = await tx.db.subscription.upsert({
    where: { stripeSubscriptionId: remote.id },
    create: { stripeSubscriptionId: remote.id, ...columns },
    update: columns,
    include: { key: { select: { id: true } }, withdrawal: { select: { askedAt: true } } },
  });
  return { row, plan };
}

/** Starts what follows from a debt at the end: the end itself, the voiding of an unused invoice, a late payment's report. */
async function settle(tx: Context, remote: Stripe.Subscription, owner: Owner): Promise<void> {
  if (isCancelledUnpaid(remote)) await enqueue(tx.db, 'billing.end_unpaid', { subscription: remote.id });
  if (findOwed(remote)) await enqueue(tx.db, 'billing.void_invoices', { subscription: remote.id });
  const late = findPaidAfterEnd(remote);
  if (late) await reportLatePayment(tx, remote, late, owner);
}

type Saved = Awaited<ReturnType<typeof saveSubscription>>['row'];
type Bought = { status: string; plan: string | null; quantity: number; stripePriceId: string };
type Change = { row: Saved; before: Bought | null; owner: Owner; plan: Plan | null };

/** Brings the key in line with the subscription. Returns the public half of a key that it created. */
async function applyToKey(tx: Context, { row, before, owner, plan }: Change): Promise<string | null> {
  const state = keyStateOf(row.status);
  if (row.key) {
    // While a subscription stays live, its key keeps the state that an admin gave it. Any other change sets the state.
    const goesOn = state === 'on' && before !== null && keyStateOf(before.status) === 'on';
    if (!goesOn) await setKeyState(tx, row.key.id, state);
    if (isOtherPlan(before, row)) await updateFuzzyKeyPlan(tx, row.key.id, keyPlanOf(plan, row.quantity));
    return null;
  }
  const isOwed = state === 'on' && !row.awaitsPayment && !row.flags.includes('second_subscription');
  if (!isOwed || !plan) return null;
  const key = await createFuzzyKey(tx, {
    description: `Stripe ${row.stripeCustomerId} ${row.stripeSubscriptionId}`,
    ...keyPlanOf(plan, row.quantity),
    email: owner.email,
    accountId: owner.id,
    subscriptionId: row.id,
  });
  return key.publicKey;
}

/** Whether what was bought has changed. Until then, what an admin changed about the key stays (docs/product.md). */
const isOtherPlan = (before: Bought | null, after: Bought): boolean =>
  before?.plan !== after.plan || before.quantity !== after.quantity || before.stripePriceId !== after.stripePriceId;

/**
 * Whether another live subscription of the user takes precedence: one with a key over one without, then one that is paid
 * for over one that waits for its first payment, then the older. So two completed checkouts make one key, and the
 * subscription without a key is flagged.
 */
async function hasEarlierLive(
  tx: Context,
  accountId: string,
  remote: Stripe.Subscription,
  awaitsPayment: boolean,
): Promise<boolean> {
  const rows = await tx.db.subscription.findMany({
    where: { accountId, OR: [{ stripeSubscriptionId: remote.id }, { status: { in: [...LIVE_STATUSES] } }] },
    select: { startedAt: true, stripeSubscriptionId: true, awaitsPayment: true, key: { select: { id: true } } },
  });
  const own = rows.find(({ stripeSubscriptionId }) => stripeSubscriptionId === remote.id);
  const hasKey = Boolean(own?.key);
  const startedAt = remote.created * 1000;
  return rows.some((other) => {
    if (other === own) return false;
    if (Boolean(other.key) !== hasKey) return !hasKey;
    if (other.awaitsPayment !== awaitsPayment) return awaitsPayment;
    const older = startedAt - other.startedAt.getTime();
    return older > 0 || (older === 0 && other.stripeSubscriptionId < remote.id);
  });
}

/** Queues syncs of the user's live subscriptions that have no key: now that another has ended, they may get a key. */
async function syncOthers(tx: Context, accountId: string): Promise<void> {
  const others = await tx.db.subscription.findMany({
    where: { accountId, status: { in: [...LIVE_STATUSES] }, key: null },
    select: { stripeSubscriptionId: true },
  });
  for (const { stripeSubscriptionId: subscription } of others) await enqueue(tx.db, 'billing.sync', { subscription });
}
