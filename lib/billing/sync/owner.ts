import { findOwnedAccount } from '#lib/accounts/acting-for.ts';
import type Stripe from 'stripe';
import { changeAccounts } from '#lib/accounts/change-accounts.ts';
import { firstOwner } from '#lib/accounts/recipients.ts';
import type { Context } from '#lib/base/context.ts';
import type { Prisma } from '#lib/base/db/db.ts';
import { isEndedStatus } from '#lib/billing/plan.ts';
import { idOf } from '#lib/billing/stripe/client.ts';
import { isOfCatalogue } from '#lib/billing/stripe/stripe-subscription.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { raiseAlert } from './alerts.ts';
import { findPaidAfterEnd } from './debts.ts';
import { reportLatePayment } from './late-payment.ts';

/** The account that a subscription belongs to, and the address that its key shows: that of the first owner. */
export type Owner = { id: string; email: string | null };

export const ownerFields = { id: true, memberships: firstOwner } as const;
type Found = Prisma.AccountGetPayload<{ select: typeof ownerFields }>;
export const toOwner = ({ id, memberships }: Found): Owner => ({ id, email: memberships[0]?.user.email ?? null });

/**
 * Finds the account of a subscription by its customer; else by our own row, because a customer deleted at Stripe no longer
 * has an account; else by the id in its metadata, because a database restored from a backup may lack the customer.
 */
export async function findOwner(tx: Context, remote: Stripe.Subscription): Promise<Owner | null> {
  const stripeCustomerId = idOf(remote.customer);
  const byCustomer = await tx.db.account.findUnique({ where: { stripeCustomerId }, select: ownerFields });
  if (byCustomer) return toOwner(byCustomer);
  const where = { stripeSubscriptionId: remote.id };
  const row = await tx.db.subscription.findUnique({
    where,
    select: { stripeCustomerId: true, account: { select: ownerFields } },
  });
  if (row?.stripeCustomerId === stripeCustomerId) return toOwner(row.account);
  const id = buyerOf(remote);
  if (!id || isEndedStatus(remote.status)) return null;
  if (!(await changeAccounts(tx, { id, stripeCustomerId: null }, { stripeCustomerId }))) return null;
  return toOwner(await tx.db.account.findUniqueOrThrow({ where: { id }, select: ownerFields }));
}

/** The account id that openCheckout stored in the metadata; null for subscriptions from outside our shop. */
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
    accountId: candidate,
  });
  if (isDeleted) await enqueue(tx.db, 'billing.cancel', { subscription: remote.id });
}

/**
 * Whether the account that bought a subscription without an owner ended with a person. Older events name the person
 * alone, whose only account had the same id.
 */
async function belongsToDeleted(tx: Context, remote: Stripe.Subscription): Promise<boolean> {
  const buyer = buyerOf(remote);
  if (!buyer || (await tx.db.account.count({ where: { id: buyer } }))) return false;
  const deletions = {
    action: 'user.deleted',
    OR: [{ targetId: buyer }, { data: { path: ['accounts'], array_contains: buyer } }],
  };
  return (await tx.db.auditEvent.count({ where: deletions })) > 0;
}

/** The account of the user who has the address of a subscription's customer, which must be read together with the subscription. */
async function findByAddress(tx: Context, { customer }: Stripe.Subscription): Promise<string | null> {
  if (typeof customer !== 'object' || customer.deleted) return null;
  if (!customer.email) return null;
  const where = { email: customer.email.toLowerCase(), emailVerifiedAt: { not: null } };
  const user = await tx.db.user.findFirst({ where, select: { id: true } });
  return user && findOwnedAccount(tx.db, user.id);
}
