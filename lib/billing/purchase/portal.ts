import type Stripe from 'stripe';
import { ENDED_STATUSES, isLiveStatus, LIVE_STATUSES, lookupKey, SHOP } from '#lib/billing/plan.ts';
import type { PortalVisit } from '#lib/billing/schema.ts';
import { askStripe, SOON } from '#lib/billing/stripe/client.ts';
import { findPrice } from '#lib/billing/stripe/prices.ts';
import { findCustomer, ofKnownCustomer } from '#lib/billing/sync/customer.ts';
import type { Context, Member } from '#lib/context.ts';
import { absoluteUrl } from '#lib/env.ts';
import { paths } from '#lib/paths.ts';

type FlowData = Stripe.BillingPortal.SessionCreateParams.FlowData;

/**
 * The billing portal's URL for the caller, at the requested step; null without a Stripe customer. A step with nothing
 * to do (already cancelled, already paid) opens the portal's first page. Throws `unavailable` while Stripe is down, and
 * `conflict` if Stripe does not know the customer.
 */
export function openBillingPortal(ctx: Context<Member>, visit: PortalVisit = { flow: null }): Promise<string | null> {
  return askStripe(() =>
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
    const owed = await findNewest(ctx, { notIn: [...ENDED_STATUSES] }); // includes unpaid ones, which can be paid
    return (owed && (await findPaymentPage(ctx, owed))) ?? openPortal(ctx, customer);
  }
  const subscription = await findNewest(ctx, { in: [...LIVE_STATUSES] });
  if (!subscription) return openPortal(ctx, customer);
  switch (visit.flow) {
    case 'cancel':
      return openCancel(ctx, customer, subscription);
    case 'change': {
      const price = await findPrice(ctx, lookupKey(visit.plan, visit.interval));
      const change = { customer, subscription, price: price.id, quantity: visit.quantity };
      return (await openPlanChange(ctx, change)) ?? openPortal(ctx, customer);
    }
  }
}

/**
 * The URL of the portal's page that confirms a change of plan, or of its first page if nothing changes. Without
 * `quantity`, the current quantity stays. Null if the subscription is no longer live at Stripe, which refuses to change it.
 */
export async function openPlanChange(
  ctx: Context,
  change: { customer: string; subscription: string; price: string; quantity?: number | undefined },
): Promise<string | null> {
  const { customer, subscription } = change;
  const current = await ctx.stripe().subscriptions.retrieve(subscription, {}, SOON);
  if (!isLiveStatus(current.status)) return null;
  const item = current.items.data[0];
  if (!item) return openPortal(ctx, customer);
  const quantity = change.quantity ?? item.quantity ?? 1;
  if (item.price.id === change.price && item.quantity === quantity) return openPortal(ctx, customer);
  return openPortal(ctx, customer, {
    type: 'subscription_update_confirm',
    subscription_update_confirm: { subscription, items: [{ id: item.id, price: change.price, quantity }] },
  });
}

async function openCancel(ctx: Context, customer: string, subscription: string): Promise<string> {
  const {
    status,
    cancel_at: at,
    cancel_at_period_end: isAtPeriodEnd,
  } = await ctx.stripe().subscriptions.retrieve(subscription, {}, SOON);
  if (!isLiveStatus(status) || at !== null || isAtPeriodEnd) return openPortal(ctx, customer);
  return openPortal(ctx, customer, { type: 'subscription_cancel', subscription_cancel: { subscription } });
}

/** The URL of Stripe's page where the newest open invoice can be paid with any card; null if no invoice is open. */
async function findPaymentPage(ctx: Context, subscription: string): Promise<string | null> {
  const { data } = await ctx.stripe().invoices.list({ subscription, status: 'open', limit: 1 }, SOON);
  return data[0]?.hosted_invoice_url ?? null;
}

async function openPortal(ctx: Context, customer: string, flow?: FlowData): Promise<string> {
  const returnUrl = absoluteUrl(paths.dashboard);
  const { billingPortal } = ctx.stripe();
  const { data } = await billingPortal.configurations.list({ active: true, limit: 100 }, SOON);
  const own = data.find(({ metadata }) => metadata?.['shop'] === SHOP); // if there is none, Stripe uses its default
  const session = await billingPortal.sessions.create(
    {
      customer,
      ...(own && { configuration: own.id }),
      return_url: returnUrl,
      ...(flow && {
        flow_data: { ...flow, after_completion: { type: 'redirect', redirect: { return_url: returnUrl } } },
      }),
    },
    SOON,
  );
  return session.url;
}

/** Stripe's id of the caller's newest subscription with such a status. */
async function findNewest(
  ctx: Context<Member>,
  status: { in: string[] } | { notIn: string[] },
): Promise<string | null> {
  const row = await ctx.db.subscription.findFirst({
    where: { userId: ctx.actor.userId, status },
    orderBy: { startedAt: 'desc' },
    select: { stripeSubscriptionId: true },
  });
  return row?.stripeSubscriptionId ?? null;
}
