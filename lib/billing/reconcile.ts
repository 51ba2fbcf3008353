import type Stripe from 'stripe';
import { recordAudit } from '#lib/audit/audit.ts';
import type { Context } from '#lib/context.ts';
import { log } from '#lib/log.ts';
import { raiseAlert } from './alerts.ts';
import { keyStateOf } from './plan.ts';
import { factsOf, judgeItems } from './remote.ts';
import { idOf, isMissingAtStripe } from './stripe.ts';
import { readAndSync } from './sync.ts';
import { handleStripeEvent } from './webhook.ts';

/** What a reconcile found. Lists hold Stripe ids of subscriptions, `failed` also of events. */
export type ReconcileReport = {
  /** subscriptions at Stripe */
  checked: number;
  /** differed from Stripe and are equal now */
  mended: string[];
  /** at Stripe, without a user here */
  unknown: string[];
  /** here, but unknown to Stripe; raises an alert */
  missing: string[];
  /** demo subscriptions, which Stripe never knew */
  demo: number;
  /** events that were handled only now */
  events: number;
  /** failed; the next run tries again */
  failed: string[];
};

/** Demo subscriptions do not exist at Stripe (lib/testing/demo.ts). */
const DEMO_PREFIX = 'sub_demo_';
/** Events are handled within seconds: one that is still unprocessed after this time was left undone. */
const UNDELIVERED_AFTER_MS = 10 * 60_000;
const EVENTS_KEPT_MS = 90 * 86_400_000;

/**
 * Makes our rows equal to Stripe's, handles events that never arrived or were left undone, and reports what it found
 * (R5). Safe to run at any time, and twice at once, because each subscription is synced under its lock.
 */
export async function reconcile(ctx: Context): Promise<ReconcileReport> {
  const report: ReconcileReport = { checked: 0, mended: [], unknown: [], missing: [], demo: 0, events: 0, failed: [] };
  const seen = await walkSubscriptions(ctx, report);
  await findMissing(ctx, seen, report);
  await catchUpEvents(ctx, report);
  const old = { processedAt: { lt: new Date(ctx.now.getTime() - EVENTS_KEPT_MS) } };
  await ctx.db.stripeEvent.deleteMany({ where: old });
  await recordAudit(ctx, 'billing.reconciled', null, { ...report, mended: report.mended.slice(0, 100) });
  log().info(report, 'billing reconciled');
  return report;
}

async function walkSubscriptions(ctx: Context, report: ReconcileReport): Promise<Set<string>> {
  const seen = new Set<string>();
  const all = ctx.stripe().subscriptions.list({ status: 'all', limit: 100, expand: ['data.latest_invoice'] });
  for await (const remote of all) {
    seen.add(remote.id);
    report.checked += 1;
    if (await isEqual(ctx, remote)) continue;
    await attempt(report, remote.id, async () => {
      const outcome = await readAndSync(ctx, remote.id);
      (outcome === 'synced' ? report.mended : report.unknown).push(remote.id);
    });
  }
  return seen;
}

/** Whether our row equals Stripe's, and a key exists exactly when one is owed. */
async function isEqual(ctx: Context, remote: Stripe.Subscription): Promise<boolean> {
  const row = await ctx.db.subscription.findUnique({
    where: { stripeSubscriptionId: remote.id },
    include: { key: { select: { deletedAt: true, suspendedAt: true } } },
  });
  if (row?.stripeCustomerId !== idOf(remote.customer)) return false;
  const differs = Object.entries(factsOf(remote)).some(
    ([name, value]) => JSON.stringify(row[name as keyof typeof row]) !== JSON.stringify(value),
  );
  const { plan, flags } = judgeItems(remote);
  if (differs || flags.some((flag) => !row.flags.includes(flag))) return false;
  const state = keyStateOf(remote.status);
  if (!row.key) return state !== 'on' || !plan || row.awaitsPayment || row.flags.includes('second_subscription');
  // An admin may have deleted the key of a live subscription.
  return state === 'on' || row.key.deletedAt !== null || (state === 'suspended' && row.key.suspendedAt !== null);
}

async function findMissing(ctx: Context, seen: Set<string>, report: ReconcileReport): Promise<void> {
  const rows = await ctx.db.subscription.findMany({
    select: { stripeSubscriptionId: true, stripeCustomerId: true, userId: true },
  });
  for (const { stripeSubscriptionId: id, ...about } of rows) {
    if (seen.has(id)) continue;
    if (id.startsWith(DEMO_PREFIX)) {
      report.demo += 1;
      continue;
    }
    await attempt(report, id, async () => {
      if ((await readAndSync(ctx, id)) !== 'unknown_subscription') return; // created during the walk
      report.missing.push(id);
      await raiseAlert(ctx, { kind: 'missing_at_stripe', subject: id, stripeSubscriptionId: id, ...about });
    });
  }
}

/** Handles events that Stripe could not deliver, and those that arrived and were left undone. */
async function catchUpEvents(ctx: Context, report: ReconcileReport): Promise<void> {
  const before = new Date(ctx.now.getTime() - UNDELIVERED_AFTER_MS);
  const undone = await ctx.db.stripeEvent.findMany({
    where: { processedAt: null, receivedAt: { lt: before } },
    select: { id: true },
  });
  for (const { id } of undone) {
    await attempt(report, id, async () => {
      const event = await retrieveEvent(ctx, id);
      if (event && (await handleStripeEvent(ctx, event))) report.events += 1;
    });
  }
  for await (const event of ctx.stripe().events.list({ delivery_success: false, limit: 100 })) {
    await attempt(report, event.id, async () => {
      if (await handleStripeEvent(ctx, event)) report.events += 1;
    });
  }
}

/** Null if Stripe no longer has the event: it keeps events for 30 days. */
async function retrieveEvent(ctx: Context, id: string): Promise<Stripe.Event | null> {
  try {
    return await ctx.stripe().events.retrieve(id);
  } catch (error) {
    if (isMissingAtStripe(error)) return null;
    throw error;
  }
}

/** Logs and reports a failure, so that the others still get their turn. */
async function attempt(report: ReconcileReport, id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log().error({ err: error, id }, 'reconcile step failed');
    report.failed.push(id);
  }
}
