import type Stripe from 'stripe';
import type { Context, Member } from '#lib/base/context.ts';
import { log } from '#lib/base/log.ts';
import { isLockTimeout } from '#lib/base/db/db.ts';
import { isMissingAtStripe, idOf, noteStripeDown, SOON } from '#lib/billing/stripe/client.ts';
import { findCustomer } from '#lib/billing/sync/customer.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';

/** What has become of a Checkout Session, for the page to which Stripe returns the user. */
export type CheckoutOutcome = {
  state:
    | 'active' // the key works
    | 'processing' // the key is being created
    | 'awaiting_payment' // the bank payment is pending
    | 'unpaid'
    | 'unknown' // no such session, or not the caller's (S60)
    | 'unavailable'; // Stripe does not answer
};

/** Reads a Checkout Session from Stripe and syncs its subscription, so that the page works before the webhook arrives. */
export async function getCheckoutOutcome(ctx: Context<Member>, sessionId: string): Promise<CheckoutOutcome> {
  try {
    return { state: await judge(ctx, sessionId) };
  } catch (error) {
    if (!noteStripeDown(ctx, error)) throw error;
    return { state: 'unavailable' };
  }
}

async function judge(ctx: Context<Member>, sessionId: string): Promise<CheckoutOutcome['state']> {
  const session = await retrieveSession(ctx, sessionId);
  const customer = session && idOf(session.customer);
  if (!session || !customer || customer !== (await findCustomer(ctx))) return 'unknown';
  const subscription = idOf(session.subscription);
  if (session.status !== 'complete' || !subscription) return 'unpaid';
  try {
    await readAndSync(ctx, subscription);
  } catch (error) {
    // The webhook's sync holds the subscription, so our row is read as it is.
    if (!isLockTimeout(error)) throw error;
    log().warn({ err: error, subscription }, 'a checkout could not be synced for its page');
  }
  const row = await ctx.db.subscription.findFirst({
    where: { accountId: ctx.actor.accountId, stripeSubscriptionId: subscription },
    select: { awaitsPayment: true, key: { select: { deletedAt: true, suspendedAt: true } } },
  });
  if (row?.awaitsPayment) return 'awaiting_payment';
  return row?.key && !row.key.deletedAt && !row.key.suspendedAt ? 'active' : 'processing';
}

async function retrieveSession(ctx: Context, id: string): Promise<Stripe.Checkout.Session | null> {
  if (!/^cs_[A-Za-z0-9_]{5,250}$/.test(id)) return null;
  try {
    return await ctx.stripe().checkout.sessions.retrieve(id, {}, SOON);
  } catch (error) {
    if (isMissingAtStripe(error)) return null;
    throw error;
  }
}
