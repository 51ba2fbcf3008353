import pLimit from 'p-limit';
import type Stripe from 'stripe';
import type { Context } from '#lib/base/context.ts';
import {
  findFirstPaymentPending,
  isFirstPaymentPending,
  retrieveSubscription,
} from '#lib/billing/stripe/stripe-subscription.ts';

/** A subscription as Stripe described it between `from` and `to`, two numbers of the counter `stripe_reads`. */
export type SyncRead = {
  id: string;
  remote: Stripe.Subscription | null;
  /** whether its first payment is pending */
  awaitsPayment: boolean;
  from: bigint;
  to: bigint;
};

/** Reads a subscription from Stripe for `syncSubscription`. Call it outside of a transaction (docs/decisions/0031). */
export async function readForSync(ctx: Context, id: string): Promise<SyncRead> {
  const from = await count(ctx);
  const remote = await retrieveSubscription(ctx, id);
  const awaitsPayment = remote !== null && (await findAwaitsPayment(ctx, remote));
  return { id, remote, awaitsPayment, from, to: await count(ctx) };
}

/**
 * Whether the first payment of a subscription is pending. Asks Stripe for the first invoice only if a later one hides
 * it, and if it was not paid when our row was written.
 */
export async function findAwaitsPayment(ctx: Context, remote: Stripe.Subscription): Promise<boolean> {
  const isPending = isFirstPaymentPending(remote);
  if (isPending !== null) return isPending;
  const where = { stripeSubscriptionId: remote.id };
  const row = await ctx.db.subscription.findUnique({ where, select: { awaitsPayment: true } });
  return row?.awaitsPayment === false ? false : findFirstPaymentPending(ctx, remote);
}

async function count(ctx: Context): Promise<bigint> {
  const [row] = await ctx.db.$queryRaw<{ number: bigint }[]>`SELECT nextval('stripe_reads') AS number`;
  if (!row) throw new Error('nextval returned no row');
  return row.number;
}

/** Thrown if two reads overlapped in time, so that neither is known to be the newer one. */
class OverlappingRead extends Error {
  override name = 'OverlappingRead';
}

/**
 * Whether a read shows a later state than our row. If it began before the read that our row comes from, it shows the
 * same state or an older one. If it began during that read, throws OverlappingRead.
 */
export function isNewer(read: SyncRead, row: { readFrom: bigint; readTo: bigint }): boolean {
  if (read.from > row.readTo) return true;
  if (read.from < row.readFrom) return false;
  throw new OverlappingRead(`the read of ${read.id} overlapped with another`);
}

/**
 * Limits how many reads a process makes at a time, so that a burst of events neither floods Stripe nor takes every
 * connection (R6).
 */
const atOnce = pLimit(8);
const TRIES = 10;

/** Runs work that reads and syncs a subscription; runs it again, with a new read, if another read overlapped. */
export async function untilInOrder<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await atOnce(work);
    } catch (error) {
      if (!(error instanceof OverlappingRead) || tries === TRIES) throw error;
    }
  }
}
