import type Stripe from 'stripe';
import { transaction, type Context, type Member } from '#lib/context.ts';
import { lockInTransaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { DomainError } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import { LIVE_STATUSES, lookupKey } from './plan.ts';
import type { Purchase } from './schema.ts';
import { idOf, isMissingAtStripe } from './stripe.ts';
import { syncSubscription } from './sync.ts';

/** A session is open for an hour: long enough to find a card, short enough that prices stay true. */
const SESSION_SECONDS = 3600;

/**
 * Where a person who wants a plan goes: Stripe's Checkout, or, with a live subscription, the portal's page that confirms
 * the change of plan (decisions §8). One customer and one open session a person, however often it is called.
 * Throws `unavailable` when the price is not set up at Stripe, `conflict` when Stripe does not know the person's account.
 */
export function startPurchase(ctx: Context<Member>, purchase: Purchase): Promise<string> {
  return ofKnownCustomer(() => choosePage(ctx, purchase));
}

/** The billing portal's address for the caller; null for somebody who is no customer of Stripe's. Throws `conflict` as above. */
export async function openBillingPortal(ctx: Context<Member>): Promise<string | null> {
  const customer = await findCustomer(ctx);
  if (!customer) return null;
  const open = () => ctx.stripe().billingPortal.sessions.create({ customer, return_url: dashboardUrl() });
  return (await ofKnownCustomer(open)).url;
}

/** What became of a Checkout Session. `unknown` also for one that is not the caller's (S60). */
export type CheckoutOutcome = { state: 'active' | 'processing' | 'unpaid' | 'unknown' };

/** Reads a session at Stripe and synchronises its subscription, so that the page may come before the webhook. */
export async function getCheckoutOutcome(ctx: Context<Member>, sessionId: string): Promise<CheckoutOutcome> {
  const session = await retrieveSession(ctx, sessionId);
  const customer = session && idOf(session.customer);
  if (!session || !customer || customer !== (await findCustomer(ctx))) return { state: 'unknown' };
  const subscription = idOf(session.subscription);
  if (session.status !== 'complete' || !subscription) return { state: 'unpaid' };
  await syncSubscription(ctx, subscription);
  const key = await ctx.db.fuzzyKey.findFirst({
    where: {
      userId: ctx.actor.userId,
      deletedAt: null,
      suspendedAt: null,
      subscription: { stripeSubscriptionId: subscription },
    },
    select: { id: true },
  });
  return { state: key ? 'active' : 'processing' };
}

async function choosePage(ctx: Context<Member>, purchase: Purchase): Promise<string> {
  const price = await findPrice(ctx, lookupKey(purchase.plan, purchase.interval));
  const customer = await ensureCustomer(ctx);
  const live = await ctx.db.subscription.findFirst({
    where: { userId: ctx.actor.userId, status: { in: [...LIVE_STATUSES] } },
    orderBy: { startedAt: 'desc' },
    select: { stripeSubscriptionId: true },
  });
  if (live) return openPlanChange(ctx, customer, live.stripeSubscriptionId, price);
  return transaction(ctx, async (tx) => {
    await lockInTransaction(tx.db, `checkout:${ctx.actor.userId}`);
    return openCheckout(ctx, customer, price, purchase);
  });
}

async function openCheckout(
  ctx: Context<Member>,
  customer: string,
  price: Stripe.Price,
  purchase: Purchase,
): Promise<string> {
  const sessions = ctx.stripe().checkout.sessions;
  const open = await sessions.list({ customer, status: 'open', limit: 100 });
  for (const session of open.data) {
    if (session.metadata?.lookup_key === price.lookup_key && session.url) return session.url;
    await sessions.expire(session.id);
  }
  const session = await sessions.create({
    mode: 'subscription',
    customer,
    client_reference_id: ctx.actor.userId,
    line_items: [{ price: price.id, quantity: 1, adjustable_quantity: { enabled: true, minimum: 1, maximum: 100 } }],
    automatic_tax: { enabled: true },
    customer_update: { address: 'auto', name: 'auto' },
    tax_id_collection: { enabled: true },
    allow_promotion_codes: true,
    expires_at: Math.floor(ctx.now.getTime() / 1000) + SESSION_SECONDS,
    success_url: `${env().APP_URL}${paths.billingReturn}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: env().APP_URL + paths.pricing,
    metadata: { lookup_key: price.lookup_key ?? '', ...(purchase.isTest && { test: '1' }) },
    subscription_data: { metadata: { user_id: ctx.actor.userId } },
  });
  if (!session.url) throw new Error('Stripe gave no address for the session');
  return session.url;
}

async function openPlanChange(
  ctx: Context<Member>,
  customer: string,
  subscription: string,
  price: Stripe.Price,
): Promise<string> {
  const current = await ctx.stripe().subscriptions.retrieve(subscription);
  const item = current.items.data[0];
  const isChange = item !== undefined && item.price.id !== price.id;
  const session = await ctx.stripe().billingPortal.sessions.create({
    customer,
    return_url: dashboardUrl(),
    ...(isChange && {
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: {
          subscription,
          items: [{ id: item.id, price: price.id, quantity: item.quantity ?? 1 }],
        },
      },
    }),
  });
  return session.url;
}

/** The caller's customer at Stripe; null before the first purchase. */
async function findCustomer(ctx: Context<Member>): Promise<string | null> {
  const where = { id: ctx.actor.userId };
  return (await ctx.db.user.findUniqueOrThrow({ where, select: { stripeCustomerId: true } })).stripeCustomerId;
}

/** The caller's customer at Stripe, made on first purchase; the idempotency key makes repeats the same one. */
async function ensureCustomer(ctx: Context<Member>): Promise<string> {
  const { userId } = ctx.actor;
  const user = await ctx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, stripeCustomerId: true },
  });
  if (user.stripeCustomerId) return user.stripeCustomerId;
  const customer = await ctx
    .stripe()
    .customers.create(
      { ...(user.email && { email: user.email }), metadata: { user_id: userId } },
      { idempotencyKey: `cus-${userId}` },
    );
  await ctx.db.user.updateMany({
    where: { id: userId, stripeCustomerId: null },
    data: { stripeCustomerId: customer.id },
  });
  return (await findCustomer(ctx)) ?? customer.id;
}

async function findPrice(ctx: Context, key: string): Promise<Stripe.Price> {
  const { data } = await ctx.stripe().prices.list({ lookup_keys: [key], active: true, limit: 1 });
  const [price] = data;
  if (!price)
    throw new DomainError('unavailable', 'This plan cannot be bought right now. Please contact support.', {
      retryAfterSeconds: 60,
    });
  return price;
}

/** What we remember as the person's customer or subscription may be gone at Stripe; only a person can mend that. */
async function ofKnownCustomer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error;
    throw new DomainError('conflict', 'Our payment provider does not know your account. Please contact support.');
  }
}

async function retrieveSession(ctx: Context, id: string): Promise<Stripe.Checkout.Session | null> {
  if (!/^cs_[A-Za-z0-9_]{5,250}$/.test(id)) return null;
  try {
    return await ctx.stripe().checkout.sessions.retrieve(id);
  } catch (error) {
    if (isMissingAtStripe(error)) return null;
    throw error;
  }
}

const dashboardUrl = () => env().APP_URL + paths.dashboard;
