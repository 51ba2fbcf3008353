import type Stripe from 'stripe';
import type { Context } from '#lib/base/context.ts';
import { paths } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { customerDay } from '#lib/base/text/format.ts';
import { idOf } from '#lib/billing/stripe/client.ts';
import { queueMail } from '#lib/mail/service.ts';
import { raiseAlert } from './alerts.ts';

/** Reports a payment that arrived after its subscription had ended: an alert for the admins and a mail to the payer, once. */
export async function reportLatePayment(
  tx: Context,
  remote: Stripe.Subscription,
  invoice: Stripe.Invoice,
  owner: { id: string; email: string | null } | null,
): Promise<void> {
  const isNew = await raiseAlert(tx, {
    kind: 'paid_after_end',
    subject: invoice.id ?? remote.id,
    stripeSubscriptionId: remote.id,
    stripeCustomerId: idOf(remote.customer),
    accountId: owner?.id ?? null,
  });
  if (!isNew || !owner?.email || remote.ended_at === null) return;
  await queueMail(tx, owner.email, 'paid_after_end', {
    invoice: invoice.number ?? invoice.id ?? '',
    endedOn: customerDay(new Date(remote.ended_at * 1000)),
    url: absoluteUrl(paths.pricing),
    supportMail: contacts().supportMail,
  });
}
