import type Stripe from 'stripe';
import type { Prisma } from '#lib/base/db/db.ts';
import { isEndedStatus, keyStateOf } from '#lib/billing/plan.ts';
import { yearlyPenceOf } from '#lib/billing/revenue/revenue.ts';
import { idOf } from '#lib/billing/stripe/client.ts';
import { factsOf, flagsOf, judgeItems } from '#lib/billing/stripe/stripe-subscription.ts';
import { findOwed, findPaidAfterEnd, isCancelledUnpaid } from '#lib/billing/sync/debts.ts';
import { keyPlanOf } from '#lib/billing/sync/key-plan.ts';
import { isForeign } from '#lib/billing/sync/owner.ts';

/** How reconcile repairs a difference. With `none`, a person must repair it. */
export type Repair =
  | 'sync'
  | 'mend_key'
  | 'end_unpaid'
  | 'void_invoices'
  | 'follow_email'
  | 'forget_customer'
  | 'events'
  | 'none';

/** A fact on which Stripe and our database disagree. No text contains an email address, because reports are stored. */
export type Difference = {
  kind: string;
  /** Stripe's id of the object that differs */
  subject: string;
  /** the user to whom the object belongs */
  userId: string | null;
  stripe: string;
  here: string;
  repair: Repair;
};

export const comparedFields = { include: { key: true } } satisfies Prisma.SubscriptionDefaultArgs;
type ComparedRow = Prisma.SubscriptionGetPayload<typeof comparedFields>;

/** What our database knows about a subscription. */
export type Here = {
  row: ComparedRow | null;
  /** the user who has the subscription's Stripe customer */
  owner: string | null;
  /** whether the user has another live subscription */
  hasOtherLive: boolean;
  /** sum of the subscription's movements */
  yearlyPence: number;
  /** whether the first payment is pending; if only Stripe's invoices can tell, what our row says */
  awaitsPayment: boolean;
  /** the invoices that an alert was raised for */
  alerted: ReadonlySet<string>;
};

/** All differences between our row, key and ledger and Stripe's subscription, which must include `latest_invoice`. */
export function compareSubscription(remote: Stripe.Subscription, here: Here): Difference[] {
  const { row, owner, awaitsPayment } = here;
  if (!row) return compareAbsent(remote, owner);
  const facts = { ...factsOf(remote, awaitsPayment), stripeCustomerId: idOf(remote.customer) };
  const found = Object.entries(facts).map(([name, value]) =>
    differ(name, textOf(value), textOf(row[name as keyof typeof facts])),
  );
  const flags = row.flags.filter((flag) => flag !== 'second_subscription');
  found.push(differ('flags', textOf(flagsOf(remote)), textOf(flags)));
  found.push(...compareKey(remote, here, row));
  found.push(differ('revenue', `${yearlyPenceOf(remote, awaitsPayment)}`, `${here.yearlyPence}`));
  found.push(...compareDebts(remote, here));
  return found.flatMap((each) => (each ? [{ ...each, subject: remote.id, userId: row.accountId }] : []));
}

type Found = Pick<Difference, 'kind' | 'stripe' | 'here' | 'repair'>;

const differ = (kind: string, stripe: string, here: string, repair: Repair = 'sync'): Found | null =>
  stripe === here ? null : { kind, stripe, here, repair };

function textOf(value: string | number | boolean | Date | readonly (string | number)[] | null): string {
  if (value === null) return 'none';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? value.toSorted().join(', ') || 'none' : String(value);
}

/** Debts that were not settled. An invoice with an alert is left to the admins. */
function compareDebts(remote: Stripe.Subscription, { alerted }: Here): (Found | null)[] {
  const owed = findOwed(remote);
  const late = findPaidAfterEnd(remote);
  const isNew = (invoice: Stripe.Invoice | null) => invoice !== null && !alerted.has(invoice.id ?? '');
  return [
    isCancelledUnpaid(remote) ? differ('unpaid_end', 'past due and cancelled', 'has ended', 'end_unpaid') : null,
    isNew(owed) ? differ('invoice', 'is open', 'is void', 'void_invoices') : null,
    isNew(late) ? differ('paid_after_end', 'is paid', 'has ended', 'sync') : null,
  ];
}

/**
 * The differences of a subscription that has no row. An ended subscription without a user is no difference: it belonged
 * to a deleted account. Neither is one that our shop did not sell.
 */
function compareAbsent(remote: Stripe.Subscription, owner: string | null): Difference[] {
  const { id, status } = remote;
  if (owner)
    return [{ kind: 'subscription', subject: id, userId: owner, stripe: status, here: 'none', repair: 'sync' }];
  if (isEndedStatus(status) || isForeign(remote)) return [];
  return [{ kind: 'user', subject: id, userId: null, stripe: status, here: 'no user', repair: 'sync' }];
}

function compareKey(remote: Stripe.Subscription, { hasOtherLive }: Here, row: ComparedRow): (Found | null)[] {
  const { plan } = judgeItems(remote);
  const { key } = row;
  const wanted = keyStateOf(remote.status);
  if (!key) {
    const isHeldBack = row.flags.includes('second_subscription') && hasOtherLive;
    const isOwed = wanted === 'on' && plan !== null && !row.awaitsPayment && !isHeldBack;
    return [isOwed ? differ('key', 'on', 'none') : null];
  }
  const state = key.deletedAt ? 'deleted' : key.suspendedAt ? 'suspended' : 'on';
  const found = [differ('key_owner', row.accountId, textOf(key.accountId), 'mend_key')];
  if (wanted === 'on') found.push(differ('key_off', 'on', state, 'mend_key'));
  else if (state !== 'deleted') found.push(differ('key_state', wanted, state));
  if (state === 'deleted') return found;
  const is = { rank: key.rankId, rate: key.rate, quantity: key.quantity, forbiddenFlags: key.forbiddenFlags };
  for (const [name, value] of Object.entries(keyPlanOf(plan, factsOf(remote).quantity)))
    found.push(
      differ(KEY_KINDS[name as keyof typeof is], textOf(value), textOf(is[name as keyof typeof is]), 'mend_key'),
    );
  return found;
}
const KEY_KINDS = { rank: 'key_rank', rate: 'key_rate', quantity: 'key_quantity', forbiddenFlags: 'key_flags' };

/** What a person must do about differences that reconcile cannot repair, or not completely. */
const ADVICE: Readonly<Record<string, string>> = {
  user: 'find the customer in Stripe; cancel and refund, or ask the person to sign up again',
  missing_at_stripe: 'check that STRIPE_SECRET_KEY is of the right account',
  customer_unknown: 'check that STRIPE_SECRET_KEY is of the right account',
};

/** A difference as one line: what differs, whose it is, what Stripe says, what we say, and how to repair it. */
export const lineOf = ({ kind, subject, userId, stripe, here, repair }: Difference): string =>
  `${kind} of ${subject} (user ${userId ?? 'unknown'}): Stripe says ${stripe}, we say ${here}; mend: ${adviceOf(kind, repair)}`;

const adviceOf = (kind: string, repair: Repair): string =>
  ADVICE[kind] ?? (repair === 'none' ? 'look at it in Stripe' : 'npm run billing:reconcile');
