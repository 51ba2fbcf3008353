import { recordAudit } from '#lib/audit/audit.ts';
import type { Context } from '#lib/base/context.ts';
import { log } from '#lib/base/log.ts';
import { DAY } from '#lib/base/time.ts';
import { noteRun } from '#lib/billing/revenue/runs.ts';
import { raiseAlert } from '#lib/billing/sync/alerts.ts';
import { followEmail, forgetCustomer } from '#lib/billing/sync/customer.ts';
import { endUnpaid, settleDebts } from '#lib/billing/sync/settle-debts.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';
import { lineOf, type Difference, type Repair } from './differences.ts';
import { mendKey } from './mend-key.ts';
import { attempt, catchUpEvents, findSweepStart } from './missed-events.ts';
import { verify, type Verification } from './verify.ts';

/** What a reconcile found. The lists contain Stripe ids, except `left`: one line for each difference that remains. */
export type ReconcileReport = {
  /** subscriptions at Stripe */
  checked: number;
  /** objects that differed from Stripe and were repaired */
  mended: string[];
  /** subscriptions at Stripe that have no user here */
  unknown: string[];
  /** subscriptions here that Stripe does not know; each raises an alert */
  missing: string[];
  /** demo subscriptions, which Stripe never knew */
  demo: number;
  /** missed events that this run handled */
  events: number;
  /** objects and events that failed; the next run tries again */
  failed: string[];
  left: string[];
};

const EVENTS_KEPT_MS = 90 * DAY;

/**
 * Repairs what is safe to repair, handles events that never arrived or were not processed, and ends with a verify (R5).
 * Safe to run at any time, even twice at once, because reads from Stripe are ordered (lib/billing/sync/reads.ts).
 */
export async function reconcile(ctx: Context, settleMs?: number): Promise<ReconcileReport> {
  const { checked, demo, differences } = await verify(ctx, settleMs);
  const mended = new Set<string>();
  const unknown = new Set<string>();
  const failed: string[] = [];
  for (const difference of repairsOf(differences))
    await attempt(failed, difference.subject, async () => {
      const isKnown = await repair(ctx, difference);
      (isKnown ? mended : unknown).add(difference.subject);
    });
  const missing = differences.filter(({ kind }) => kind === 'missing_at_stripe');
  for (const difference of missing) await alertMissing(ctx, difference);
  const caughtUp = await catchUpEvents(ctx, await findSweepStart(ctx));
  await forgetOldEvents(ctx);
  const report = {
    checked,
    mended: [...mended],
    unknown: [...unknown],
    missing: missing.map(({ subject }) => subject),
    demo,
    events: caughtUp.events,
    failed: [...failed, ...caughtUp.failed],
    left: (await verifyAndNote(ctx, settleMs)).differences.map(lineOf),
  };
  await noteRun(ctx, 'reconcile', report);
  await recordAudit(ctx, 'billing.reconciled', null, {
    ...report,
    mended: report.mended.slice(0, 100),
    left: report.left.slice(0, 100),
  });
  log().info(report, 'billing reconciled');
  return report;
}

/** Runs a verify, and stores its findings for the console. */
export async function verifyAndNote(ctx: Context, settleMs?: number): Promise<Verification> {
  const verification = await verify(ctx, settleMs);
  const { checked, demo, differences } = verification;
  await noteRun(ctx, 'verify', { checked, demo, differences: differences.map(lineOf) });
  return verification;
}

/**
 * The differences to repair, without duplicates: one for each object and kind of repair. Leaves out missed events,
 * which are handled together.
 */
function repairsOf(differences: readonly Difference[]): Difference[] {
  const repairable = differences.filter(({ repair: how }) => how !== 'none' && how !== 'events');
  return [...new Map(repairable.map((each) => [`${each.repair} ${each.subject}`, each])).values()];
}

/** Repairs one difference. Returns false if the subscription has no user here. */
async function repair(ctx: Context, { repair: how, subject, userId }: Difference): Promise<boolean> {
  if (how === 'end_unpaid') await endUnpaid(ctx, { subscription: subject });
  if (how === 'end_unpaid' || how === 'void_invoices') await settleDebts(ctx, { subscription: subject });
  if (how === 'mend_key') await mendKey(ctx, subject);
  if (SYNCED.includes(how)) return (await readAndSync(ctx, subject)) === 'synced';
  if (how === 'forget_customer') await forgetCustomer(ctx, subject);
  if (how === 'follow_email' && userId) await followEmail(ctx, { userId });
  return true;
}

const SYNCED: readonly Repair[] = ['sync', 'mend_key', 'end_unpaid', 'void_invoices'];

async function alertMissing(ctx: Context, { subject, userId }: Difference): Promise<void> {
  const row = await ctx.db.subscription.findUnique({ where: { stripeSubscriptionId: subject } });
  const about = { stripeSubscriptionId: subject, stripeCustomerId: row?.stripeCustomerId ?? null, accountId: userId };
  await raiseAlert(ctx, { kind: 'missing_at_stripe', subject, ...about });
}

async function forgetOldEvents(ctx: Context): Promise<void> {
  const old = { processedAt: { lt: new Date(ctx.now.getTime() - EVENTS_KEPT_MS) } };
  await ctx.db.stripeEvent.deleteMany({ where: old });
}
