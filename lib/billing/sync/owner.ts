import type Stripe from 'stripe';
import { isEndedStatus } from '#lib/billing/plan.ts';
import { idOf } from '#lib/billing/stripe/client.ts';
import type { Context } from '#lib/context.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { raiseAlert } from './alerts.ts';

export type Owner = { id: string; email: string | null };

const fields = { id: true, email: true } as const;

/**
 * Finds the user of a subscription by its customer; else by our own row, because a customer deleted at Stripe no longer
 * has a user; else by the user id in its metadata, because a database restored from a backup may lack the customer.
 */
export async function findOwner(tx: Context, remote: Stripe.Subscription): Promise<Owner | null> {
  const stripeCustomerId = idOf(remote.customer);
  const byCustomer = await tx.db.user.findUnique({ where: { stripeCustomerId }, select: fields });
  if (byCustomer) return byCustomer;
  const where = { stripeSubscriptionId: remote.id };
  const row = await tx.db.subscription.findUnique({
    where,
    select: { stripeCustomerId: true, user: { select: fields } },
  });
  if (row?.stripeCustomerId === stripeCustomerId) return row.user;
  const id = buyerOf(remote);
  if (!id || isEndedStatus(remote.status)) return null;
  const { count } = await tx.db.user.updateMany({ where: { id, stripeCustomerId: null }, data: { stripeCustomerId } });
  return count ? tx.db.user.findUnique({ where: { id }, select: fields }) : null;
}

/** The user id that openCheckout stored in the metadata; null for subscriptions from outside our shop. */
function buyerOf(remote: Stripe.Subscription): string | null {
  const id = remote.metadata['user_id'];
  return id && UUID.test(id) ? id : null;
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Alerts the admins to a purchase in our shop that belongs to no user. If the audit log shows that the account was
 * deleted, its open checkout was paid after the deletion: the subscription is cancelled at Stripe, and an admin must
 * refund it.
 */
export async function reportOrphan(tx: Context, remote: Stripe.Subscription): Promise<void> {
  const buyer = buyerOf(remote);
  if (!buyer || isEndedStatus(remote.status)) return;
  const where = { action: 'user.deleted', targetId: buyer } as const;
  const isDeleted = (await tx.db.auditEvent.count({ where })) > 0;
  const about = { subject: remote.id, stripeSubscriptionId: remote.id, stripeCustomerId: idOf(remote.customer) };
  await raiseAlert(tx, { kind: isDeleted ? 'paid_after_deletion' : 'unknown_buyer', ...about });
  if (isDeleted) await enqueue(tx.db, 'billing.cancel', { subscription: remote.id });
}
