import type Stripe from 'stripe';
import type { Context, Member } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { holdingsOf } from '#lib/billing/holdings.ts';
import { isLiveStatus } from '#lib/billing/plan.ts';
import { retrieveSubscription } from '#lib/billing/stripe/stripe-subscription.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';

type Row = NonNullable<Awaited<ReturnType<typeof findOwnSubscription>>>;

/** The subscription that a change by the caller is about, as we and as Stripe know it. */
export type Own = { row: Row; remote: Stripe.Subscription };

/** The caller's subscription that counts; null without a live one. */
export async function findOwnSubscription(ctx: Context<Member>) {
  const { isLive, subscription } = await holdingsOf(ctx);
  return isLive && subscription ? ctx.db.subscription.findUnique({ where: { id: subscription.id } }) : null;
}

/** Reads the caller's subscription from Stripe. Throws `conflict` without a live one. */
export async function readOwn(ctx: Context<Member>): Promise<Own> {
  const row = await findOwnSubscription(ctx);
  if (!row) throw new DomainError('conflict', 'You have no subscription to change.');
  const remote = await retrieveSubscription(ctx, row.stripeSubscriptionId);
  if (remote && isLiveStatus(remote.status)) return { row, remote };
  await readAndSync(ctx, row.stripeSubscriptionId); // no event has told us yet
  throw new DomainError('conflict', 'Your subscription has ended.');
}
