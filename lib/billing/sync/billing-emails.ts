import type Stripe from 'stripe';
import type { Context } from '#lib/base/context.ts';
import { paths, withQuery } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { boughtOf } from '#lib/billing/bought.ts';
import { isLiveStatus } from '#lib/billing/plan.ts';
import { queueMail } from '#lib/mail/service.ts';
import type { Owner } from './owner.ts';

type Facts = {
  status: string;
  awaitsPayment: boolean;
  productName: string;
  plan: string | null;
  quantity: number;
};
type Change = {
  owner: Owner;
  before: Facts | null;
  after: Facts;
  hadKey: boolean;
  /** the public half of a key that was just created */
  newKey: string | null;
  remote: Pick<Stripe.Subscription, 'collection_method' | 'cancellation_details'>;
};

/**
 * Mails the owner what a change means for them. The email is sent once, because the change itself is written once (R3).
 */
export async function tellOwner(tx: Context, { owner, before, after, hadKey, newKey, remote }: Change): Promise<void> {
  if (!owner.email) return;
  const wasLive = before !== null && isLiveStatus(before.status);
  const isLive = isLiveStatus(after.status);
  const bought = boughtOf(after);
  const isInvoiced = remote.collection_method === 'send_invoice';
  if (newKey)
    await queueMail(tx, owner.email, 'welcome', {
      ...bought,
      quantity: after.quantity,
      keyStart: newKey.slice(0, KEY_SHOWN),
      setupUrl: absoluteUrl(paths.setup),
      supportMail: contacts().supportMail,
    });
  else if (wasLive && before.awaitsPayment && !isLive)
    await queueMail(tx, owner.email, 'first_payment_failed', {
      ...bought,
      url: absoluteUrl(paths.pricing),
      supportMail: contacts().supportMail,
    });
  else if (after.status === 'past_due' && before?.status !== 'past_due')
    await queueMail(tx, owner.email, isInvoiced ? 'invoice_overdue' : 'payment_failed', {
      ...bought,
      url: absoluteUrl(withQuery(paths.billing, { flow: 'pay' })),
      supportMail: contacts().supportMail,
    });
  else if (wasLive && !isLive)
    await queueMail(tx, owner.email, 'subscription_ended', {
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

/** How many characters of a key the email shows: as many as the dashboard. */
const KEY_SHOWN = 16;
