import type Stripe from 'stripe';
import { isLiveStatus, LIVE_STATUSES } from '#lib/billing/plan.ts';
import { retrieveSubscription } from '#lib/billing/stripe/stripe-subscription.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';
import { liveSubscription } from '#lib/billing/user-status.ts';
import type { Context, Member } from '#lib/context.ts';
import { DomainError } from '#lib/errors.ts';

type Row = Awaited<ReturnType<typeof listLive>>[number];

/** The subscription that a change by the caller is about, as we and as Stripe know it. */
export type Own = { row: Row; remote: Stripe.Subscription };

/** The caller's subscription that counts; null without a live one. */
export async function findOwnSubscription(ctx: Context<Member>): Promise<Row | null> {
  const rows = await listLive(ctx);
  return liveSubscription(rows.map((row) => ({ ...row, started_at: row.startedAt.toISOString() }))) ?? null;
}

const listLive = (ctx: Context<Member>) =>
  ctx.db.subscription.findMany({ where: { userId: ctx.actor.userId, status: { in: [...LIVE_STATUSES] } } });

/** Reads the caller's subscription from Stripe. Throws `conflict` without a live one. */
export async function readOwn(ctx: Context<Member>): Promise<Own> {
  const row = await findOwnSubscription(ctx);
  if (!row) throw new DomainError('conflict', 'You have no subscription to change.');
  const remote = await retrieveSubscription(ctx, row.stripeSubscriptionId);
  if (remote && isLiveStatus(remote.status)) return { row, remote };
  await readAndSync(ctx, row.stripeSubscriptionId); // no event has told us yet
  throw new DomainError('conflict', 'Your subscription has ended.');
}
