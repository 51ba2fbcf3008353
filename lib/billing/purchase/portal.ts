import Stripe from 'stripe';
import type { Context, Member } from '#lib/base/context.ts';
import { paths } from '#lib/base/paths.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { findOwnSubscription } from '#lib/billing/change/own-subscription.ts';
import { holdingsOf } from '#lib/billing/holdings.ts';
import { ENDED_STATUSES, isEndedStatus, SHOP } from '#lib/billing/plan.ts';
import type { PortalVisit } from '#lib/billing/schema.ts';
import { askStripe, isMissingAtStripe, noteStripeDown, SOON } from '#lib/billing/stripe/client.ts';
import { findCustomer, ofKnownCustomer } from '#lib/billing/sync/customer.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';

type FlowData = Stripe.BillingPortal.SessionCreateParams.FlowData;

/**
 * The billing portal's URL for the caller, at the requested step; null without a Stripe customer. A step with nothing
 * to do (already paid) opens the portal's first page. Of a live subscription, plan and end are changed on /plan. Throws `unavailable` while Stripe is down, and
 * `conflict` if Stripe does not know the customer.
 */
export function openBillingPortal(ctx: Context<Member>, visit: PortalVisit = { flow: null }): Promise<string | null> {
  return askStripe(ctx, () =>
    ofKnownCustomer(ctx, async () => {
      const customer = await findCustomer(ctx);
      return customer && openAt(ctx, customer, visit);
    }),
  );
}

async function openAt(ctx: Context<Member>, customer: string, visit: PortalVisit): Promise<string> {
  if (visit.flow === null) return openPortal(ctx, customer);
  if (visit.flow === 'card') return openPortal(ctx, customer, { type: 'payment_method_update' });
  if (visit.flow === 'pay') {
    const owed = await findUnended(ctx); // also `unpaid`: its invoices can still be paid
    return (owed && (await findPaymentPage(ctx, owed))) ?? openPortal(ctx, customer);
  }
  if (!(await findOwnSubscription(ctx))) return openPortal(ctx, customer);
  if (visit.flow !== 'change') return absoluteUrl(paths.plan({ cancel: '1' }));
  const { plan, interval, quantity } = visit;
  return absoluteUrl(paths.plan({ plan, interval, quantity: String(quantity) }));
}

/** The URL of Stripe's page where the newest open invoice can be paid with any card; null if no invoice is open. */
async function findPaymentPage(ctx: Context, subscription: string): Promise<string | null> {
  const { data } = await ctx.stripe().invoices.list({ subscription, status: 'open', limit: 1 }, SOON);
  return data[0]?.hosted_invoice_url ?? null;
}

/** The portal at a step, or at its first page if Stripe refuses the step. */
async function openPortal(ctx: Context, customer: string, flow?: FlowData): Promise<string> {
  const returnUrl = absoluteUrl(paths.billingBack);
  const { billingPortal } = ctx.stripe();
  const { data } = await billingPortal.configurations.list({ active: true, limit: 100 }, SOON);
  const own = data.find(({ metadata }) => metadata?.['shop'] === SHOP); // without our own, Stripe uses its default
  const open = (more: Pick<Stripe.BillingPortal.SessionCreateParams, 'flow_data'>) => {
    const params = { customer, ...(own && { configuration: own.id }), return_url: returnUrl, ...more };
    return billingPortal.sessions.create(params, SOON);
  };
  if (!flow) return (await open({})).url;
  try {
    const completion = { type: 'redirect', redirect: { return_url: returnUrl } } as const;
    return (await open({ flow_data: { ...flow, after_completion: completion } })).url;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || isMissingAtStripe(error)) throw error;
    return (await open({})).url;
  }
}

/** Stripe's id of the caller's subscription, unless it has ended: an unpaid one can still be paid. */
async function findUnended(ctx: Context<Member>): Promise<string | null> {
  const { subscription } = await holdingsOf(ctx);
  return subscription && !isEndedStatus(subscription.status) ? subscription.stripe_subscription_id : null;
}

/**
 * Brings the caller's subscriptions in line with Stripe after a visit to the portal, so that the next page shows what
 * holds. Does nothing while Stripe is down: the events arrive later.
 */
export async function syncAfterPortal(ctx: Context<Member>): Promise<void> {
  const rows = await ctx.db.subscription.findMany({
    where: { accountId: ctx.actor.accountId, status: { notIn: [...ENDED_STATUSES] } },
    select: { stripeSubscriptionId: true },
  });
  try {
    for (const { stripeSubscriptionId } of rows) await readAndSync(ctx, stripeSubscriptionId);
  } catch (error) {
    if (!noteStripeDown(ctx, error)) throw error;
  }
}
