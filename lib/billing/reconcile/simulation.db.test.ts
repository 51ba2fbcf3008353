/**
 * A shop's life on the emulator's clock: people buy, change and leave; Stripe's answers fail, are lost or come late;
 * events are lost, repeated, delayed and reordered; and the process is killed between two statements. At the end of
 * each month verify finds nothing and the ledger equals Stripe to the penny (R27).
 *
 * `npm run test:billing` runs 30 months with 1,000 customers, and 19 further seeds with 100 each. The test suite runs a
 * small simulation. To repeat a run: `BILLING_SEED=123`; for another size: `BILLING_SIMULATION=100x30` (customers,
 * months).
 */
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { runBillingJob } from '#lib/testing/billing-jobs.ts';
import { adminContext, subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { flaky, mortalAtRandom, unlessPlanted } from '#lib/testing/faults.ts';
import { randomFrom, type Random } from '#lib/testing/random.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { startPurchase } from '#lib/testing/buyer.ts';
import { lineOf } from './differences.ts';
import { isHandledEvent } from './missed-events.ts';
import type { PlanName } from '#lib/billing/plan.ts';
import { getRevenue, RevenueQuery } from '#lib/billing/revenue/revenue-figures.ts';
import { sweepEvents } from './sweep.ts';
import { verify } from './verify.ts';
import { handleStripeEvent } from '#lib/billing/sync/webhook.ts';

type Shop = Awaited<ReturnType<typeof startPausedEmulator>>;
type Size = { customers: number; months: number };

const SEED = Number(process.env.BILLING_SEED ?? Math.floor(Math.random() * 2 ** 31));
const DAY = 86_400;
const TICKS = 4; // per month
const TICK = Math.floor((30.4 * DAY) / TICKS);
const PARALLEL = 4;
const PRICES = ['personal_monthly', 'personal_yearly', 'starter_monthly', 'starter_yearly', 'scale_monthly'];

function runs(): [number, Size][] {
  const [, customers, months] = /^(\d+)x(\d+)$/.exec(process.env.BILLING_SIMULATION ?? '') ?? [];
  if (customers && months) return [[SEED, { customers: Number(customers), months: Number(months) }]];
  if (process.env.BILLING_SIMULATION !== 'full') return [[SEED, { customers: 12, months: 5 }]];
  const further = Array.from({ length: 19 }, (_, n): [number, Size] => [SEED + n + 1, { customers: 100, months: 30 }]);
  return [...further, [SEED, { customers: 1000, months: 30 }]];
}

/** The context of a process that can be killed at any statement, and whose requests to Stripe can fail. */
const unlucky = (shop: Shop, random: Random, now: Date) => {
  const stripe = flaky(shop.stripe, random);
  return systemContext(mortalAtRandom(db(), random), { stripe: () => stripe, now });
};

type Customer = { userId: string; subscription: string | null };

/**
 * Buys a plan. Returns the subscription; null if the purchase fails, if the card is declined, or if our shop does not
 * know yet that the last subscription has ended.
 */
async function buy(shop: Shop, random: Random, { userId }: Customer): Promise<string | null> {
  const { db: store, stripe } = unlucky(shop, random, new Date());
  const ctx = subscriberContext(store, { id: userId }, { stripe });
  const plan = random.pick<PlanName>(['personal', 'starter', 'scale']);
  const purchase = { plan, interval: random.pick(['month', 'year'] as const), isTest: false };
  const url = await startPurchase(ctx, purchase).catch(unlessPlanted);
  if (!url?.includes('/c/pay/')) return null;
  const course = random.pick(['card', 'card', 'card', 'async', 'needs-action'] as const);
  return shop.pay(url.split('/').at(-1) ?? '', course).catch((error: unknown) => {
    if (!String(error).includes('card_declined')) throw error;
    return null;
  });
}

/** Does something at random that a customer, a bank or an admin at Stripe could do. */
async function action(shop: Shop, random: Random, person: Customer): Promise<void> {
  const { stripe, control } = shop;
  const id = person.subscription;
  const remote = id ? await stripe.subscriptions.retrieve(id) : null;
  if (!id || !remote || remote.status === 'canceled' || remote.status === 'incomplete_expired') {
    person.subscription = await buy(shop, random, person);
    return;
  }
  const customer = remote.customer as string;
  const isLive = remote.status === 'active' || remote.status === 'past_due';
  const item = remote.items.data[0]?.id ?? '';
  const change = async (params: Stripe.SubscriptionUpdateParams) => isLive && stripe.subscriptions.update(id, params);
  await random.pick([
    () => change({ items: [{ id: item, quantity: random.int(1, 20) }] }),
    async () => change({ items: [{ id: item, price: await shop.priceOf(random.pick(PRICES)) }] }),
    async () =>
      change({ items: [{ id: item, price: await shop.priceOf(random.pick(PRICES)), quantity: random.int(1, 9) }] }),
    () => change({ cancel_at_period_end: random.chance(0.7) }),
    () => change({ pause_collection: random.chance(0.5) ? { behavior: 'void' } : '' }),
    () => stripe.subscriptions.cancel(id),
    () => control('card', { customer, state: random.pick(['bad', 'good', 'needs-action']) }),
    () => control('status', { subscription: id, status: random.pick(['unpaid', 'paused', 'active']) }),
    async () => random.chance(0.3) && control('delete-customer', { customer }),
  ])();
}

/**
 * Delivers events shuffled, some twice; some are never delivered. Returns the events that Stripe delivers again later.
 */
async function deliver(shop: Shop, random: Random, events: Stripe.Event[], isCalm: boolean): Promise<Stripe.Event[]> {
  const now = shop.now();
  const arriving = events.filter(() => isCalm || random.chance(0.96));
  const queue = random.shuffle(arriving.flatMap((event) => (random.chance(0.15) ? [event, event] : [event])));
  const later = new Set(isCalm ? [] : queue.filter(() => random.chance(0.15)));
  const work = async () => {
    for (let event = queue.pop(); event; event = queue.pop()) {
      if (later.has(event)) continue;
      const ctx = isCalm ? systemContext(db(), { stripe: () => shop.stripe, now }) : unlucky(shop, random, now);
      try {
        await handleStripeEvent(ctx, event);
      } catch (error) {
        if (isCalm) throw error;
        later.add(event);
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return [...later];
}

/** Runs the queued jobs of billing, as the worker would: a job that fails stays queued. */
async function runJobs(shop: Shop, random: Random, isCalm: boolean): Promise<void> {
  const jobs = await db().$queryRaw<{ id: string; name: string; data: Record<string, string> }[]>`
    SELECT id::text, name, data FROM pgboss.job WHERE name LIKE 'billing.%' AND state = 'created'`;
  const now = shop.now();
  for (const { id, name, data } of jobs) {
    const ctx = isCalm ? systemContext(db(), { stripe: () => shop.stripe, now }) : unlucky(shop, random, now);
    try {
      await runBillingJob(ctx, name, data);
    } catch (error) {
      if (isCalm) throw error;
      continue;
    }
    await db().$executeRaw`DELETE FROM pgboss.job WHERE id = ${id}::uuid`;
  }
}

/** The events since `last` that our webhook handles, oldest first. */
async function eventsSince(shop: Shop, last: string | undefined): Promise<{ events: Stripe.Event[]; last?: string }> {
  const all: Stripe.Event[] = [];
  for await (const event of shop.stripe.events.list({ limit: 100 })) {
    if (event.id === last) break;
    all.push(event);
  }
  const newest = all[0]?.id ?? last;
  return { events: all.filter(isHandledEvent).toReversed(), ...(newest && { last: newest }) };
}

/** The yearly price of all subscriptions at Stripe, computed without the code under test. */
async function yearAtStripe(shop: Shop): Promise<number> {
  let pence = 0;
  for await (const {
    status,
    items,
    pause_collection: pause,
    latest_invoice: invoice,
  } of shop.stripe.subscriptions.list({
    status: 'all',
    limit: 100,
    expand: ['data.latest_invoice'],
  })) {
    const isFirst = typeof invoice === 'object' && invoice?.billing_reason === 'subscription_create';
    const isAwaited = isFirst && invoice.status === 'open' && invoice.amount_due > 0;
    if ((status !== 'active' && status !== 'past_due') || isAwaited || pause) continue;
    for (const { price, quantity = 1 } of items.data)
      pence += (price.unit_amount ?? 0) * quantity * (price.recurring?.interval === 'month' ? 12 : 1);
  }
  return pence;
}

async function mrrOn(shop: Shop, day: string): Promise<number | null | undefined> {
  const ctx = adminContext(db(), undefined, { now: shop.now() });
  const { figures } = await getRevenue(ctx, RevenueQuery.parse({ from: day, to: day }));
  return figures.find(({ name }) => name === 'mrr_end')?.yearly_pence;
}

/** Delivers the remaining events, runs the queued jobs, and sweeps up lost events, until no event is left. */
async function settle(shop: Shop, random: Random, left: Stripe.Event[], from: string | undefined) {
  let since = await eventsSince(shop, from);
  for (let open = [...left, ...since.events]; open.length; open = since.events) {
    await deliver(shop, random, open, true);
    await runJobs(shop, random, true);
    await shop.control('advance', { seconds: 3600 });
    const ctx = systemContext(db(), { stripe: () => shop.stripe, now: shop.now() });
    expect((await sweepEvents(ctx)).failed).toEqual([]);
    await runJobs(shop, random, true);
    since = await eventsSince(shop, since.last);
  }
  return since.last;
}

async function live(seed: number, { customers, months }: Size) {
  const random = randomFrom(seed);
  const shop = await startPausedEmulator();
  const people: Customer[] = [];
  const seen: { day: string; pence: number }[] = [];
  let left: Stripe.Event[] = [];
  let last: string | undefined;
  try {
    for (let month = 0; month < months; month++) {
      const started = performance.now();
      for (let tick = 0; tick < TICKS; tick++) {
        const joining = Math.ceil(customers / (months * TICKS * 0.8));
        for (let n = 0; n < joining && people.length < customers; n++) {
          const { id: userId } = await createUserRow(db());
          people.push({ userId, subscription: null });
          await action(shop, random, people.at(-1) as Customer);
        }
        for (const person of people) if (random.chance(0.04)) await action(shop, random, person);
        await shop.control('advance', { seconds: TICK });
        const since = await eventsSince(shop, last);
        last = since.last;
        left = await deliver(shop, random, [...left, ...since.events], false);
        await runJobs(shop, random, false);
        // A failure loses nothing: the next sweep then starts from the same time.
        await sweepEvents(unlucky(shop, random, shop.now())).catch(() => {});
      }
      last = await settle(shop, random, left, last);
      left = [];
      const now = shop.now();
      const { differences } = await verify(systemContext(db(), { stripe: () => shop.stripe, now }));
      expect(differences.map(lineOf), `seed ${seed}, month ${month}`).toEqual([]);
      const pence = await yearAtStripe(shop);
      const day = now.toISOString().slice(0, 10);
      expect(await mrrOn(shop, day), `seed ${seed}, month ${month}`).toBe(pence);
      seen.push({ day, pence });
      if (process.env.BILLING_SIMULATION) console.log(`seed ${seed}, month ${month}: ${secondsSince(started)}`);
    }
    await expectReplay(shop, seed, seen);
    return { subscriptions: await db().subscription.count(), movements: await db().revenueMovement.count() };
  } finally {
    await shop.close();
  }
}

/** Checks that the figure for the end of each past month is still what it was then. */
async function expectReplay(shop: Shop, seed: number, seen: readonly { day: string; pence: number }[]) {
  for (const { day, pence } of seen) expect(await mrrOn(shop, day), `seed ${seed}, ${day} again`).toBe(pence);
}

test.each(runs())(
  "seed %i, %o: verify finds nothing at the end of each month, and revenue equals Stripe's to the penny (R27)",
  async (seed, size) => {
    await emptyTables();
    const started = performance.now();
    const result = await live(seed, size);
    console.log(`seed ${seed}: ${JSON.stringify(result)}, ${secondsSince(started)}`);
  },
  4 * 3_600_000,
);

const secondsSince = (started: number) => `${((performance.now() - started) / 1000).toFixed(0)} s`;

/** Empties the tables for the next seed, with triggers disabled because the ledger refuses to be emptied. */
async function emptyTables() {
  await db().$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.$executeRaw`TRUNCATE users, subscriptions, fuzzy_keys, revenue_movements, billing_runs, stripe_events, billing_alerts CASCADE`;
  });
}
