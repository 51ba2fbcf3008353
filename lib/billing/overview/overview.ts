import type Stripe from 'stripe';
import type { Admin, Context, Member } from '#lib/base/context.ts';
import { type HeldSubscription, type Holdings, holdingsOf, holdingsOfUser } from '#lib/billing/holdings.ts';
import { isEndedStatus, isLiveStatus } from '#lib/billing/plan.ts';
import { expiryText, findCard } from '#lib/billing/stripe/card.ts';
import { fromSeconds, isMissingAtStripe, isNothingUpcoming, noteStripeDown, SOON } from '#lib/billing/stripe/client.ts';
import { COLLECTION_PAUSED, retrieveSubscription } from '#lib/billing/stripe/stripe-subscription.ts';
import type { BillingView, InvoiceView, SubscriptionView } from '#lib/billing/views.ts';

const INVOICES_SHOWN = 24;

type AtStripe = Pick<BillingView, 'stripe' | 'next_charge' | 'open_invoice' | 'card' | 'invoices'>;

/**
 * The caller's plan, next charge, card and invoices. Plan and dates are ours; amounts, card and invoices are Stripe's,
 * and null while Stripe is unavailable (R6).
 */
export const getBilling = async (ctx: Context<Member>): Promise<BillingView> => billingOf(ctx, await holdingsOf(ctx));

/** The same for an admin who looks after a customer. Throws `not_found`. */
export const getBillingOf = async (ctx: Context<Admin>, userId: string): Promise<BillingView> =>
  billingOf(ctx, await holdingsOfUser(ctx, userId));

async function billingOf(ctx: Context, held: Holdings): Promise<BillingView> {
  const { stripeCustomerId: customer, subscription, key, others } = held;
  const atStripe = customer ? await ask(ctx, customer, subscription) : NOTHING;
  return {
    ...atStripe,
    is_manual: key !== null && subscription === null,
    subscription: subscription && toSubscriptionView(subscription),
    other_subscriptions: others.map(toSubscriptionView),
  };
}

const toSubscriptionView = (held: HeldSubscription): SubscriptionView => ({
  status: held.status,
  product: held.product,
  plan: held.plan,
  interval: held.interval,
  quantity: held.quantity,
  current_period_end: asTime(held.current_period_end),
  cancel_at: asTime(held.cancel_at),
  ended_at: asTime(held.ended_at),
  awaits_payment: held.awaits_payment,
});

const asTime = (time: string | null) => time && new Date(time).toISOString();

const NOTHING: AtStripe = { stripe: 'none', next_charge: null, open_invoice: null, card: null, invoices: null };

async function ask(ctx: Context, customer: string, row: HeldSubscription | null): Promise<AtStripe> {
  const isLive = row !== null && isLiveStatus(row.status);
  try {
    const [invoices, nextCharge, card] = await Promise.all([
      ctx.stripe().invoices.list({ customer, limit: INVOICES_SHOWN }, SOON),
      isLive && !row.cancel_at && !row.flags.includes(COLLECTION_PAUSED)
        ? findNextCharge(ctx, customer, row.stripe_subscription_id)
        : null,
      isLive ? findCardOf(ctx, row.stripe_subscription_id) : null,
    ]);
    return {
      stripe: 'ok',
      next_charge: nextCharge,
      open_invoice: row && !isEndedStatus(row.status) ? openInvoice(invoices.data, row.stripe_subscription_id) : null,
      card,
      invoices: invoices.data.filter(({ status }) => status !== 'draft').map(toInvoiceView),
    };
  } catch (error) {
    if (noteStripeDown(ctx, error)) return { ...NOTHING, stripe: 'unavailable' };
    if (isMissingAtStripe(error)) return { ...NOTHING, stripe: 'unknown' };
    throw error;
  }
}

async function findNextCharge(
  ctx: Context,
  customer: string,
  subscription: string,
): Promise<BillingView['next_charge']> {
  try {
    const preview = await ctx.stripe().invoices.createPreview({ customer, subscription }, SOON);
    return { amount: preview.amount_due, currency: preview.currency, at: chargedAt(preview).toISOString() };
  } catch (error) {
    if (isNothingUpcoming(error)) return null;
    throw error;
  }
}

/** When a previewed invoice will be charged. */
const chargedAt = (preview: Stripe.Invoice): Date => fromSeconds(preview.next_payment_attempt ?? preview.created);

async function findCardOf(ctx: Context, subscription: string): Promise<BillingView['card']> {
  const remote = await retrieveSubscription(ctx, subscription);
  const card = remote && (await findCard(ctx, remote));
  return card && { brand: card.brand, last4: card.last4, expires: expiryText(card) };
}

function openInvoice(invoices: Stripe.Invoice[], subscription: string): BillingView['open_invoice'] {
  const invoice = invoices.find(
    ({ status, parent }) => status === 'open' && parent?.subscription_details?.subscription === subscription,
  );
  if (!invoice) return null;
  const { amount_remaining: amount, currency, next_payment_attempt: next } = invoice;
  return { amount, currency, next_attempt: fromSeconds(next)?.toISOString() ?? null };
}

const toInvoiceView = (invoice: Stripe.Invoice): InvoiceView => ({
  number: invoice.number ?? invoice.id ?? '',
  created: fromSeconds(invoice.created).toISOString(),
  status: invoice.status ?? 'open',
  amount: invoice.total,
  currency: invoice.currency,
  pdf_url: invoice.invoice_pdf ?? null,
  page_url: invoice.hosted_invoice_url ?? null,
});
