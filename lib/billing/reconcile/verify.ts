import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { Context } from '#lib/base/context.ts';
import { inBatches, type Rest } from '#lib/base/db/batches.ts';
import { HOUR } from '#lib/base/time.ts';
import { LIVE_STATUSES } from '#lib/billing/plan.ts';
import { idOf, isMissingAtStripe } from '#lib/billing/stripe/client.ts';
import { isFirstPaymentPending, retrieveSubscription } from '#lib/billing/stripe/stripe-subscription.ts';
import { hasOwnAddress, invoiceAddressOf, invoiceFields } from '#lib/billing/sync/customer.ts';
import { findAwaitsPayment } from '#lib/billing/sync/reads.ts';
import { comparedFields, compareSubscription, type Difference, type Here } from './differences.ts';
import { findAdminChanges } from './mend-key.ts';
import { isHandledEvent, UNDELIVERED_AFTER_MS } from './missed-events.ts';

/** Time for events to arrive before a difference is checked again. */
const SETTLE_MS = 2000;
/**
 * How far back missing events are searched for. Older events are left to reconcile, which reads the objects that they
 * name.
 */
const EVENTS_CHECKED_MS = 25 * HOUR;

/** What verify found. `checked` counts subscriptions at Stripe, `demo` our rows that Stripe never knew. */
export type Verification = { checked: number; demo: number; differences: Difference[] };

/**
 * Compares subscriptions, customers and events at Stripe with our rows, keys, limits and ledger (R27). Changes nothing.
 * Checks each difference a second time, so that a change during the comparison is not reported.
 */
export async function verify(ctx: Context, settleMs = SETTLE_MS): Promise<Verification> {
  const { seen, suspects } = await walkSubscriptions(ctx);
  const { absent, demo } = await findAbsent(ctx, seen);
  const customers = await findOddCustomers(ctx);
  if (suspects.length || absent.length || customers.length) await sleep(settleMs);
  const differences = [
    ...(await eachOf([...suspects, ...absent], (id) => lookAgain(ctx, id))),
    ...(await eachOf(customers, (user) => compareCustomer(ctx, user))),
    ...(await findUndoneEvents(ctx)),
  ];
  return { checked: seen.size, demo, differences };
}

async function eachOf<T>(items: readonly T[], find: (item: T) => Promise<Difference[]>): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const item of items) found.push(...(await find(item)));
  return found;
}

async function walkSubscriptions(ctx: Context): Promise<{ seen: Set<string>; suspects: string[] }> {
  const seen = new Set<string>();
  const suspects: string[] = [];
  const { subscriptions } = ctx.stripe();
  const products = await readProducts(ctx);
  const all = pagesOf((page) => subscriptions.list({ status: 'all', expand: ['data.latest_invoice'], ...page }));
  for await (const page of all) {
    const here = await readHere(ctx, page);
    for (const remote of page) {
      seen.add(remote.id);
      addProducts(remote, products);
      const known = here(remote);
      const isHidden = known.awaitsPayment && isFirstPaymentPending(remote) === null;
      if (isHidden || compareSubscription(remote, known).length) suspects.push(remote.id);
    }
  }
  return { seen, suspects };
}

/** All products by id. A list of subscriptions cannot contain them: Stripe expands four levels, and they are the fifth. */
async function readProducts(ctx: Context): Promise<ReadonlyMap<string, Stripe.Product>> {
  const products = new Map<string, Stripe.Product>();
  for await (const page of pagesOf((params) => ctx.stripe().products.list(params)))
    for (const product of page) products.set(product.id, product);
  return products;
}

function addProducts(remote: Stripe.Subscription, products: ReadonlyMap<string, Stripe.Product>): void {
  for (const { price } of remote.items.data) price.product = products.get(idOf(price.product)) ?? price.product;
}

/** Reads what our database knows about some subscriptions, in five statements, however many subscriptions there are. */
async function readHere(ctx: Context, remotes: readonly Stripe.Subscription[]) {
  const ids = remotes.map(({ id }) => id);
  const customers = remotes.map(({ customer }) => idOf(customer));
  const rows = await ctx.db.subscription.findMany({ where: { stripeSubscriptionId: { in: ids } }, ...comparedFields });
  const owners = await ctx.db.account.findMany({
    where: { stripeCustomerId: { in: customers } },
    select: { id: true, stripeCustomerId: true },
  });
  const live = await ctx.db.subscription.findMany({
    where: { accountId: { in: rows.map(({ accountId }) => accountId) }, status: { in: [...LIVE_STATUSES] } },
    select: { accountId: true, stripeSubscriptionId: true },
  });
  const sums = await ctx.db.revenueMovement.groupBy({
    by: ['stripeSubscriptionId'],
    where: { stripeSubscriptionId: { in: ids } },
    _sum: { yearlyPence: true },
  });
  const alerts = await ctx.db.billingAlert.findMany({
    where: { stripeSubscriptionId: { in: ids }, kind: { in: ['owed_after_end', 'paid_after_end'] } },
    select: { subject: true },
  });
  const alerted = new Set(alerts.map(({ subject }) => subject));
  return (remote: Stripe.Subscription): Here => {
    const row = rows.find((each) => each.stripeSubscriptionId === remote.id) ?? null;
    return {
      row,
      owner: owners.find((each) => each.stripeCustomerId === idOf(remote.customer))?.id ?? null,
      hasOtherLive: live.some((each) => each.accountId === row?.accountId && each.stripeSubscriptionId !== remote.id),
      yearlyPence: sums.find((each) => each.stripeSubscriptionId === remote.id)?._sum.yearlyPence ?? 0,
      awaitsPayment: isFirstPaymentPending(remote) ?? row?.awaitsPayment ?? false,
      alerted,
    };
  };
}

/** Our subscriptions that Stripe's list did not contain. */
async function findAbsent(ctx: Context, seen: ReadonlySet<string>): Promise<{ absent: string[]; demo: number }> {
  const absent: string[] = [];
  let demo = 0;
  const select = { id: true, stripeSubscriptionId: true } as const;
  const all = inBatches((rest: Rest<string>, take) =>
    ctx.db.subscription.findMany({ where: rest, orderBy: { id: 'asc' }, take, select }),
  );
  for await (const rows of all)
    for (const { stripeSubscriptionId: id } of rows) {
      if (seen.has(id)) continue;
      if (id.startsWith(DEMO.subscription)) demo += 1;
      else absent.push(id);
    }
  return { absent, demo };
}

async function lookAgain(ctx: Context, id: string): Promise<Difference[]> {
  const remote = await retrieveSubscription(ctx, id);
  if (!remote) return compareMissing(ctx, id);
  const awaitsPayment = await findAwaitsPayment(ctx, remote);
  const here = { ...(await readHere(ctx, [remote]))(remote), awaitsPayment };
  const found = compareSubscription(remote, here);
  const keyId = here.row?.key?.id;
  if (keyId === undefined || !found.some(({ kind }) => kind.startsWith('key_'))) return found;
  const intended = await findAdminChanges(ctx, keyId);
  return found.filter(({ kind }) => !intended.has(kind));
}

async function compareMissing(ctx: Context, id: string): Promise<Difference[]> {
  const row = await ctx.db.subscription.findUnique({ where: { stripeSubscriptionId: id } });
  if (!row) return [];
  const { accountId: userId, status } = row;
  return [{ kind: 'missing_at_stripe', subject: id, userId, stripe: 'nothing', here: status, repair: 'none' }];
}

/** Events that arrived but were not processed, or that never arrived. */
async function findUndoneEvents(ctx: Context): Promise<Difference[]> {
  const before = new Date(ctx.now.getTime() - UNDELIVERED_AFTER_MS);
  const undone = await ctx.db.stripeEvent.findMany({
    where: { processedAt: null, receivedAt: { lt: before } },
    select: { id: true, type: true },
  });
  const differences = undone.map(({ id, type }) => eventDifference(id, type, 'not handled'));
  const created = { gte: seconds(ctx.now.getTime() - EVENTS_CHECKED_MS), lt: seconds(before.getTime()) };
  for await (const page of pagesOf((params) => ctx.stripe().events.list({ created, ...params }))) {
    const ids = page.filter(isHandledEvent).map(({ id }) => id);
    const known = await ctx.db.stripeEvent.findMany({ where: { id: { in: ids } }, select: { id: true } });
    const lost = page.filter(({ id }) => ids.includes(id) && !known.some((each) => each.id === id));
    differences.push(...lost.map(({ id, type }) => eventDifference(id, type, 'never arrived')));
  }
  return differences;
}

const eventDifference = (subject: string, stripe: string, here: string): Difference => ({
  kind: 'event',
  subject,
  userId: null,
  stripe,
  here,
  repair: 'events',
});

const seconds = (time: number) => Math.floor(time / 1000);

/** Demo subscriptions and customers do not exist at Stripe (lib/testing/demo/demo.ts). */
const DEMO = { subscription: 'sub_demo_', customer: 'cus_demo_' };

type Payer = { id: string; email: string | null; customer: string };

/** Accounts whose customer Stripe does not know, or knows by a former email address of theirs. */
async function findOddCustomers(ctx: Context): Promise<Payer[]> {
  const customers = new Map<string, Stripe.Customer>();
  for await (const page of pagesOf((params) => ctx.stripe().customers.list(params)))
    for (const each of page) customers.set(each.id, each);
  const odd: Payer[] = [];
  const select = { id: true, ...invoiceFields } as const;
  const payers = inBatches((rest: Rest<string>, take) => {
    const where = { stripeCustomerId: { not: null }, ...rest };
    return ctx.db.account.findMany({ where, orderBy: { id: 'asc' }, take, select });
  });
  for await (const accounts of payers)
    for (const { id, stripeCustomerId: customer, ...account } of accounts) {
      const email = invoiceAddressOf(account);
      if (customer && !customer.startsWith(DEMO.customer) && isOdd(email, customers.get(customer)))
        odd.push({ id, email, customer });
    }
  return odd;
}

const isOdd = (email: string | null, customer: Stripe.Customer | undefined) => !customer || differs(email, customer);

const differs = (ours: string | null, customer: Stripe.Customer) =>
  ours !== null && ours !== customer.email && !hasOwnAddress(customer);

async function compareCustomer(ctx: Context, { id: userId, email, customer: subject }: Payer): Promise<Difference[]> {
  const customer = await findCustomer(ctx, subject);
  const here = 'customer of a user';
  if (!customer) return [{ kind: 'customer_unknown', subject, userId, stripe: 'nothing', here, repair: 'none' }];
  if (customer.deleted)
    return [{ kind: 'customer_deleted', subject, userId, stripe: 'deleted', here, repair: 'forget_customer' }];
  if (!differs(email, customer)) return [];
  const stripe = customer.email ? 'another address' : 'no address';
  return [{ kind: 'email', subject, userId, stripe, here: "the account's address", repair: 'follow_email' }];
}

async function findCustomer(ctx: Context, id: string) {
  try {
    return await ctx.stripe().customers.retrieve(id);
  } catch (error) {
    if (isMissingAtStripe(error)) return null;
    throw error;
  }
}

type Page = { limit: number; starting_after?: string };

/** All pages of a list at Stripe. */
async function* pagesOf<T extends { id: string }>(
  list: (page: Page) => Promise<{ data: T[]; has_more: boolean }>,
): AsyncGenerator<T[]> {
  let next: Page | null = { limit: 100 };
  while (next) {
    const { data, has_more: hasMore } = await list(next);
    yield data;
    const last = data.at(-1);
    next = hasMore && last ? { limit: 100, starting_after: last.id } : null;
  }
}
