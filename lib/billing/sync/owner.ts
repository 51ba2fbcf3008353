import type Stripe from 'stripe';
import type { Context } from '#lib/base/context.ts';
import { isEndedStatus } from '#lib/billing/plan.ts';
import { idOf } from '#lib/billing/stripe/client.ts';
import { isOfCatalogue } from '#lib/billing/stripe/stripe-subscription.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { raiseAlert } from './alerts.ts';
import { findPaidAfterEnd } from './debts.ts';
import { reportLatePayment } from './late-payment.ts';

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

/** Whether our shop did not sell a subscription without an owner: the Stripe account may sell other things, too. */
export const isForeign = (remote: Stripe.Subscription): boolean => buyerOf(remote) === null && !isOfCatalogue(remote);

/**
 * Alerts the admins to a purchase that belongs to no user, in our shop or in Stripe's dashboard. The alert names the user
 * who has the address of the customer, who is not made its owner, because Stripe does not verify addresses. If the audit
 * log shows that the account was deleted, its open checkout was paid after the deletion: the subscription is cancelled
 * at Stripe, and an admin must refund it.
 */
export async function reportOrphan(tx: Context, remote: Stripe.Subscription): Promise<void> {
  const isDeleted = await belongsToDeleted(tx, remote);
  if (isEndedStatus(remote.status)) {
    const late = findPaidAfterEnd(remote);
    if (late && !isForeign(remote)) await reportLatePayment(tx, remote, late, null);
    return;
  }
  const candidate = isDeleted ? null : await findByAddress(tx, remote);
  if (isForeign(remote) && !candidate) return;
  await raiseAlert(tx, {
    kind: isDeleted ? 'paid_after_deletion' : 'unknown_buyer',
    subject: remote.id,
    stripeSubscriptionId: remote.id,
    stripeCustomerId: idOf(remote.customer),
    userId: candidate,
  });
  if (isDeleted) await enqueue(tx.db, 'billing.cancel', { subscription: remote.id });
}

/** Whether the account that bought a subscription without an owner was deleted. */
async function belongsToDeleted(tx: Context, remote: Stripe.Subscription): Promise<boolean> {
  const buyer = buyerOf(remote);
  if (!buyer) return false;
  return (await tx.db.auditEvent.count({ where: { action: 'user.deleted', targetId: buyer } })) > 0;
}

/** The user who has the address of a subscription's customer, which must be read together with the subscription. */
async function findByAddress(tx: Context, { customer }: Stripe.Subscription): Promise<string | null> {
  if (typeof customer !== 'object' || customer.deleted) return null;
  if (!customer.email) return null;
  const where = { email: customer.email.toLowerCase(), emailVerifiedAt: { not: null } };
  return (await tx.db.user.findFirst({ where, select: { id: true } }))?.id ?? null;
}
