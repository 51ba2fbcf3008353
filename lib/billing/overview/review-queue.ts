import { ofOwned } from '#lib/accounts/acting-for.ts';
import { firstOwner } from '#lib/accounts/recipients.ts';
import type { Admin, Context, System } from '#lib/base/context.ts';
import { ENDED_STATUSES } from '#lib/billing/plan.ts';
import { stripeUrl } from '#lib/billing/stripe/stripe-url.ts';
import type { AdminSubscriptionRow, FlaggedRow } from '#lib/billing/views.ts';

/** What each flag or alert means, and what an admin should do about it. */
const ADVICE: Readonly<Record<string, { what: string; todo: string }>> = {
  unknown_price: {
    what: 'The subscription has a price that is not in the plan catalogue. No key was made; an existing one stays as it was.',
    todo: 'Change the item to a price of the catalogue in Stripe, or make a key by hand.',
  },
  second_subscription: {
    what: 'The person already has a live subscription with a key. This one is charged and has no key.',
    todo: 'Cancel one of the two in Stripe and refund it. When the other one ends, this one gets a key by itself.',
  },
  several_items: {
    what: 'The subscription has more than one item. Only the first known one counts.',
    todo: 'Remove the other items in Stripe, and raise the quantity instead.',
  },
  collection_paused: {
    what: 'Stripe does not collect the invoices of this subscription. The key still works, and no revenue is counted.',
    todo: 'Resume collection in Stripe when the agreed time is over, or cancel the subscription.',
  },
  dispute: {
    what: 'The cardholder disputes a payment. The key still works.',
    todo: 'Answer the dispute in Stripe in time. Block the user if it is fraud.',
  },
  dispute_closed: {
    what: 'A dispute is over. The key still works.',
    todo: 'See in Stripe who won. If the dispute was lost, cancel the subscription, or block the user if it was fraud.',
  },
  refund: {
    what: 'A payment was refunded. The subscription and its key go on.',
    todo: 'Cancel the subscription in Stripe if the refund was meant to end it.',
  },
  livemode: {
    what: 'An event of the other mode (live or test) arrived and was ignored.',
    todo: 'Remove this webhook endpoint from the other mode in Stripe.',
  },
  paid_after_deletion: {
    what: 'A checkout was paid after its account had been deleted. The subscription is cancelled automatically.',
    todo: 'Refund the payment in Stripe.',
  },
  unknown_buyer: {
    what: 'A subscription of our shop, or of a customer with the address of the user named here, belongs to no user. It is charged and has no key.',
    todo: 'Find the customer in Stripe. If the sale is meant for the user named here, sell it to the customer of that user instead, then cancel and refund this one. If the database was restored from a backup, ask the person to sign up again.',
  },
  finalization_failed: {
    what: 'Stripe could not finalise an invoice, so it is not charged.',
    todo: 'Open the invoice in Stripe, mend what it names (mostly the tax location), and finalise it.',
  },
  missing_at_stripe: {
    what: 'Our database has a subscription that Stripe does not know.',
    todo: 'Check that the Stripe key is the one of the right account. If it is, delete the key of the person.',
  },
  owed_after_end: {
    what: 'A subscription was cancelled and has ended, and its open invoice may be owed: for time that was used, by an invoice that the customer pays, or with a bank debit under way.',
    todo: 'Decide in Stripe: collect the invoice, issue a credit note for the time after the end, or void it. If a debit is under way, wait for it first.',
  },
  paid_after_end: {
    what: 'An invoice was paid after its subscription had ended. The payment gives the customer nothing; they were told that we refund it or write.',
    todo: 'Refund the payment in Stripe, or agree on a new subscription with the customer.',
  },
  price_missing: {
    what: 'A customer wanted to buy a plan, but Stripe has no active price with its lookup key.',
    todo: 'Run npm run stripe:setup, or give the lookup key to an active price in Stripe.',
  },
};
const UNNAMED = { what: 'Something unexpected happened.', todo: 'Look at it in Stripe.' };

/** Open alerts and flagged subscriptions, newest first. At most `MOST` of each are read; `total` counts all. */
export async function listFlagged(ctx: Context<Admin | System>): Promise<{ flagged: FlaggedRow[]; total: number }> {
  const account = { select: { memberships: firstOwner } };
  const [subscriptions, alerts, total] = await Promise.all([
    ctx.db.subscription.findMany({
      where: { flags: { isEmpty: false }, status: { notIn: [...ENDED_STATUSES] } },
      select: { flags: true, stripeSubscriptionId: true, startedAt: true, account },
      orderBy: { startedAt: 'desc' },
      take: MOST,
    }),
    ctx.db.billingAlert.findMany({
      where: { resolvedAt: null },
      select: { id: true, kind: true, subject: true, createdAt: true, account },
      orderBy: { createdAt: 'desc' },
      take: MOST,
    }),
    countFlagged(ctx),
  ]);
  const ofSubscriptions = subscriptions.flatMap(({ flags, stripeSubscriptionId, startedAt, account: owner }) =>
    flags.map((kind) =>
      toRow({ id: null, kind, subject: stripeSubscriptionId, since: startedAt, user: ownerOf(owner) }),
    ),
  );
  const ofAlerts = alerts.map(({ createdAt, account: owner, ...alert }) =>
    toRow({ ...alert, since: createdAt, user: ownerOf(owner) }),
  );
  const flagged = [...ofAlerts, ...ofSubscriptions].toSorted((a, b) => b.since.localeCompare(a.since));
  return { flagged, total };
}

/** The number of open alerts and of flags. */
export async function countFlagged(ctx: Context<Admin | System>): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ n: number }[]>`
    SELECT (SELECT count(*) FROM billing_alerts WHERE resolved_at IS NULL)::int
      + (SELECT coalesce(sum(cardinality(flags)), 0) FROM subscriptions
         WHERE flags <> '{}' AND NOT status = ANY(${ENDED_STATUSES}))::int AS n`;
  return row?.n ?? 0;
}

/** The most rows of each kind that are read: more than an admin can work through in a day. */
const MOST = 500;

type Source = { id: string | null; kind: string; subject: string; since: Date; user: FlaggedRow['user'] };

const ownerOf = (account: { memberships: { user: NonNullable<FlaggedRow['user']> }[] } | null) =>
  account?.memberships[0]?.user ?? null;

const toRow = ({ id, kind, subject, since, user }: Source): FlaggedRow => ({
  alert_id: id,
  kind,
  ...(ADVICE[kind] ?? UNNAMED),
  subject,
  stripe_url: stripeUrl(subject),
  user,
  since: since.toISOString(),
});

/** A user's subscriptions, newest first. */
export async function listUserSubscriptions(
  ctx: Context<Admin>,
  { id }: { id: string },
): Promise<{ subscriptions: AdminSubscriptionRow[] }> {
  const rows = await ctx.db.subscription.findMany({
    where: ofOwned(id),
    include: { key: { select: { publicKey: true } } },
    orderBy: { startedAt: 'desc' },
  });
  return {
    subscriptions: rows.map((row) => ({
      stripe_subscription_id: row.stripeSubscriptionId,
      stripe_customer_id: row.stripeCustomerId,
      stripe_url: stripeUrl(row.stripeSubscriptionId),
      status: row.status,
      product: row.productName,
      interval: row.interval,
      quantity: row.quantity,
      flags: row.flags,
      public_key: row.key?.publicKey ?? null,
      current_period_end: row.currentPeriodEnd?.toISOString() ?? null,
      cancel_at: row.cancelAt?.toISOString() ?? null,
      ended_at: row.endedAt?.toISOString() ?? null,
      started_at: row.startedAt.toISOString(),
      synced_at: row.syncedAt.toISOString(),
    })),
  };
}
