import { isDeepStrictEqual } from 'node:util';
import type Stripe from 'stripe';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { lockInTransaction } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { paths } from '#lib/base/paths.ts';
import { absoluteUrl, env } from '#lib/base/settings/env.ts';
import { findOwnSubscription } from '#lib/billing/change/own-subscription.ts';
import { isLiveStatus, lookupKey, MOST_UNITS, planOfLookupKey } from '#lib/billing/plan.ts';
import { toBuyFlags, type Purchase } from '#lib/billing/schema.ts';
import { askStripe, SOON, whileHoldingConnection } from '#lib/billing/stripe/client.ts';
import { findPrice } from '#lib/billing/stripe/prices.ts';
import { BUYER } from '#lib/billing/stripe/stripe-subscription.ts';
import { ensureCustomer, findCustomer, followEmail, ofKnownCustomer } from '#lib/billing/sync/customer.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';
import { findReadyBuyer } from './buyer.ts';

/** A session stays open for an hour: long enough to find a card, short enough for its price to remain valid. */
const SESSION_SECONDS = 3600;

/**
 * Returns the URL of Stripe's Checkout or, with a live subscription, of our page for a change of plan. Repeated calls share one customer and one open session (docs/decisions/0002-one-open-checkout.md). An open
 * session for another plan or kind of buyer is expired, unless another site sent the person here (`isFromElsewhere`): then the URL is
 * that of our page that asks which of the two. Throws `malformed` for a test purchase where none is possible,
 * `rate_limited`, `unavailable` if Stripe is down or lacks the price, and `conflict` if Stripe does not know the
 * customer.
 */
export async function startPurchase(
  ctx: Context<Member>,
  purchase: Purchase,
  isFromElsewhere = false,
): Promise<string> {
  assertTestsAllowed(purchase);
  await consumeLimit('buy_account', ctx.actor.accountId);
  return askStripe(ctx, () => ofKnownCustomer(ctx, () => choosePage(ctx, purchase, isFromElsewhere)));
}

/** Throws `malformed` for a test purchase where none is possible (S58). */
export function assertTestsAllowed({ isTest }: Purchase): void {
  if (isTest && !env().ALLOW_TEST_PURCHASES)
    throw new DomainError('malformed', 'Test purchases are not possible here.');
}

/**
 * The caller's open checkout, if it is for another plan than this purchase; null otherwise. Throws like
 * `startPurchase`.
 */
export async function findOtherCheckout(ctx: Context<Member>, purchase: Purchase): Promise<Purchase | null> {
  assertTestsAllowed(purchase);
  await consumeLimit('buy_account', ctx.actor.accountId);
  const customer = await findCustomer(ctx);
  if (!customer) return null;
  const open = await askStripe(ctx, () => ofKnownCustomer(ctx, () => listOpen(ctx, customer)));
  const plans = open.flatMap((session) => purchaseOf(session) ?? []);
  return plans.some((plan) => isDeepStrictEqual(plan, purchase)) ? null : (plans[0] ?? null);
}

async function choosePage(ctx: Context<Member>, purchase: Purchase, isFromElsewhere: boolean): Promise<string> {
  const live = await findOwnSubscription(ctx);
  if (live) {
    const { status } = await ctx.stripe().subscriptions.retrieve(live.stripeSubscriptionId, {}, SOON);
    if (isLiveStatus(status)) return absoluteUrl(paths.plan({ plan: purchase.plan, interval: purchase.interval }));
    await readAndSync(ctx, live.stripeSubscriptionId); // it has ended at Stripe, but no event has told us yet
  }
  const buyer = await findReadyBuyer(ctx);
  if (!buyer) return absoluteUrl(paths.buyDetails(toBuyFlags(purchase)));
  const price = await findPrice(ctx, lookupKey(purchase.plan, purchase.interval));
  const customer = await ensureCustomer(ctx);
  await followEmail(ctx, { userId: ctx.actor.accountId }); // before the session, so that the first invoice has the PO number
  const open = async (tx: Context<Member>) => {
    await lockInTransaction(tx.db, `checkout:${ctx.actor.accountId}`);
    if (await hasDeletedAccount(tx)) throw new DomainError('unauthenticated', 'Please log in.');
    return openCheckout(ctx, { customer, price, purchase, buyer, isFromElsewhere });
  };
  return whileHoldingConnection(() => transaction(ctx, open));
}

/**
 * Whether the account was deleted. The row lock makes a deletion wait for this transaction, so that the deletion also
 * closes the session that is opened here.
 */
async function hasDeletedAccount(tx: Context<Member>): Promise<boolean> {
  const rows = await tx.db.$queryRaw<
    object[]
  >`SELECT 1 FROM accounts WHERE id = ${tx.actor.accountId}::uuid FOR KEY SHARE`;
  return rows.length === 0;
}

async function listOpen(ctx: Context, customer: string): Promise<Stripe.Checkout.Session[]> {
  const { data } = await ctx.stripe().checkout.sessions.list({ customer, status: 'open', limit: 100 }, SOON);
  return data.filter(({ url }) => url);
}

/** What an open session sells; null if it is not one of ours. */
function purchaseOf({ metadata }: Stripe.Checkout.Session): Purchase | null {
  const key = metadata?.['lookup_key'] ?? null;
  const plan = planOfLookupKey(key)?.name;
  if (!plan) return null;
  const interval = key === lookupKey(plan, 'year') ? 'year' : 'month';
  const units = Number(metadata?.['quantity']);
  return { plan, interval, isTest: metadata?.['test'] === '1', ...(units > 1 && { quantity: units }) };
}

type Opening = {
  customer: string;
  price: Stripe.Price;
  purchase: Purchase;
  buyer: 'company' | 'private';
  isFromElsewhere: boolean;
};

async function openCheckout(ctx: Context<Member>, opening: Opening): Promise<string> {
  const { customer, price, purchase, buyer, isFromElsewhere } = opening;
  const { isTest, quantity } = purchase;
  const { sessions } = ctx.stripe().checkout;
  const open = await listOpen(ctx, customer);
  const same = open.find(
    (session) => isDeepStrictEqual(purchaseOf(session), purchase) && session.metadata?.[BUYER] === buyer,
  );
  if (same?.url) return same.url;
  if (isFromElsewhere && open.some(purchaseOf)) return absoluteUrl(paths.chooseCheckout(toBuyFlags(purchase)));
  for (const { id } of open) await sessions.expire(id, {}, SOON);
  const units = { enabled: true, minimum: 1, maximum: MOST_UNITS };
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    customer,
    client_reference_id: ctx.actor.accountId,
    line_items: [{ price: price.id, quantity: quantity ?? 1, adjustable_quantity: units }],
    automatic_tax: { enabled: true },
    customer_update: { address: 'auto', name: 'auto' },
    tax_id_collection: { enabled: buyer === 'company' },
    allow_promotion_codes: true,
    expires_at: Math.floor(ctx.now.getTime() / 1000) + SESSION_SECONDS,
    success_url: absoluteUrl(`${paths.billingReturn}?session_id={CHECKOUT_SESSION_ID}`),
    cancel_url: absoluteUrl(paths.pricing),
    metadata: {
      lookup_key: price.lookup_key ?? '',
      [BUYER]: buyer,
      ...(isTest && { test: '1' }),
      ...(quantity && { quantity: String(quantity) }),
    },
    subscription_data: { metadata: { user_id: ctx.actor.accountId, [BUYER]: buyer } },
  };
  const session = await sessions.create(params, SOON);
  if (!session.url) throw new Error('Stripe returned no URL for the session');
  return session.url;
}
