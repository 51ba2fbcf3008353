import type Stripe from 'stripe';
import { mailAccount } from '#lib/accounts/recipients.ts';
import { CURRENT_VERSION } from '#lib/acceptances/acceptances.ts';
import type { Context } from '#lib/base/context.ts';
import { paths, withQuery } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { customerDay, formatMoney } from '#lib/base/text/format.ts';
import { boughtOf } from '#lib/billing/bought.ts';
import { findLastDayToWithdraw } from '#lib/billing/change/withdrawal-end.ts';
import { isLiveStatus } from '#lib/billing/plan.ts';
import { fromSeconds } from '#lib/billing/stripe/client.ts';
import type { Owner } from './owner.ts';

type Facts = {
  status: string;
  awaitsPayment: boolean;
  productName: string;
  plan: string | null;
  quantity: number;
};
type Saved = Facts & { startedAt: Date; buyerKind: string | null };
type Change = {
  owner: Owner;
  before: Facts | null;
  after: Saved;
  hadKey: boolean;
  /** the public half of a key that was just created */
  newKey: string | null;
  remote: Pick<Stripe.Subscription, 'collection_method' | 'cancellation_details' | 'latest_invoice'>;
  isWithdrawn: boolean;
};

/**
 * Mails those who may pay for the account what a change means for it. The email is sent once, because the change itself is written once (R3).
 */
export async function tellOwner(
  tx: Context,
  { owner, before, after, hadKey, newKey, remote, isWithdrawn }: Change,
): Promise<void> {
  if (isWithdrawn) return; // a withdrawal has its own email
  const to = { accountId: owner.id, permission: 'pay' } as const;
  const wasLive = before !== null && isLiveStatus(before.status);
  const isLive = isLiveStatus(after.status);
  const bought = boughtOf(after);
  const isInvoiced = remote.collection_method === 'send_invoice';
  if (newKey)
    await mailAccount(tx, to, 'welcome', {
      ...bought,
      quantity: after.quantity,
      keyStart: newKey.slice(0, KEY_SHOWN),
      amount: paidText(remote),
      termsVersion: CURRENT_VERSION,
      termsUrl: absoluteUrl('/terms'),
      withdrawal: await withdrawalOf(tx, after),
      startUrl: absoluteUrl(paths.start()),
      supportMail: contacts().supportMail,
    });
  else if (wasLive && before.awaitsPayment && !isLive)
    await mailAccount(tx, to, 'first_payment_failed', {
      ...bought,
      url: absoluteUrl(paths.pricing),
      supportMail: contacts().supportMail,
    });
  else if (after.status === 'past_due' && before?.status !== 'past_due')
    await mailAccount(tx, to, isInvoiced ? 'invoice_overdue' : 'payment_failed', {
      ...bought,
      ...dueOf(remote),
      url: absoluteUrl(withQuery(paths.billing, { flow: 'pay' })),
      supportMail: contacts().supportMail,
    });
  else if (wasLive && !isLive)
    await mailAccount(tx, to, 'subscription_ended', {
      ...bought,
      hadKey,
      // unpaid and paused subscriptions can resume
      isOver: after.status === 'canceled',
      isUnpaid: before.status === 'past_due' && remote.cancellation_details?.reason !== 'payment_failed',
      isInvoiced,
      url: absoluteUrl(after.status === 'canceled' ? paths.pricing : paths.billing),
      supportMail: contacts().supportMail,
    });
}

/** What the invoice whose payment failed still takes, and when Stripe tries again. */
function dueOf({ latest_invoice: invoice }: Change['remote']): { due: string | null; nextAttempt: string | null } {
  if (!invoice || typeof invoice === 'string' || invoice.amount_remaining === 0)
    return { due: null, nextAttempt: null };
  const { amount_remaining: amount, currency, next_payment_attempt: next } = invoice;
  return { due: formatMoney({ amount, currency }), nextAttempt: next === null ? null : customerDay(fromSeconds(next)) };
}

/** What the first invoice took, VAT included; null if it was free or is not paid yet. */
function paidText({ latest_invoice: invoice }: Change['remote']): string | null {
  if (!invoice || typeof invoice === 'string' || invoice.amount_paid === 0) return null;
  return formatMoney({ amount: invoice.amount_paid, currency: invoice.currency });
}

async function withdrawalOf(tx: Context, after: Saved) {
  const lastDay = await findLastDayToWithdraw(tx, after);
  if (!lastDay) return null;
  const { withdrawalRefund: refund, seller } = contacts();
  return { lastDay, refund, seller, url: absoluteUrl(paths.plan({ withdraw: '1' })) };
}

/** How many characters of a key the email shows: as many as the dashboard. */
const KEY_SHOWN = 16;
