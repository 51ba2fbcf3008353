import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { randomFrom, type Random } from '#lib/testing/random.ts';
import { isFull, isSoak } from '#lib/testing/soak.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { startPurchase } from '#lib/testing/buyer.ts';
import { keyStateOf, type PlanName } from '#lib/billing/plan.ts';
import {
  factsOf,
  findFirstPaymentPending,
  isFirstPaymentPending,
  judgeItems,
} from '#lib/billing/stripe/stripe-subscription.ts';
import { handleStripeEvent } from './webhook.ts';

/** To repeat a run: `BILLING_SEED=123 npm test -- lib/billing/sync/random.db.test.ts`. */
const SEED = Number(process.env.BILLING_SEED ?? (isSoak ? Math.floor(Math.random() * 2 ** 31) : 1));
const SHOPS = isFull ? 5 : 1;
const PEOPLE = isSoak ? 40 : 15;
const ROUNDS = 2;
const PARALLEL = 4;
/** How many subscriptions of each shop change while their events are being delivered. */
const HECTIC = 6;
const DAY = 86_400;
const LOOKUP_KEYS = ['personal_monthly', 'starter_monthly', 'starter_yearly', 'scale_monthly', 'scale_yearly'];

type Shop = Awaited<ReturnType<typeof startPausedEmulator>>;

/**
 * A Stripe client that sometimes fails and sometimes answers late. Without `hasFailures` it never fails and half its
 * answers are late, so that they are stale on arrival.
 */
function flaky(shop: Shop, random: Random, hasFailures = true): Stripe {
  const subscriptions = Object.assign(Object.create(shop.stripe.subscriptions) as Stripe['subscriptions'], {
    retrieve: async (...args: Parameters<Stripe['subscriptions']['retrieve']>) => {
      if (hasFailures && random.chance(1 / 8)) throw new Error('Stripe is down');
      const answer = await shop.stripe.subscriptions.retrieve(...args);
      if (random.chance(hasFailures ? 1 / 8 : 1 / 2))
        await new Promise((resolve) => setTimeout(resolve, random.below(hasFailures ? 20 : 150)));
      return answer;
    },
  });
  return Object.assign(Object.create(shop.stripe) as Stripe, { subscriptions });
}

async function buy(shop: Shop, random: Random): Promise<string> {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { stripe: () => shop.stripe });
  const plan = random.pick<PlanName>(['personal', 'starter', 'scale']);
  const url = await startPurchase(ctx, { plan, interval: random.pick(['month', 'year']), isTest: false });
  return shop.pay(url.split('/').at(-1) ?? '', random.pick(['card', 'card', 'card', 'async', 'needs-action']));
}

/** Makes a random change, as a customer, a bank or an admin could. */
async function live(shop: Shop, random: Random, id: string) {
  const { stripe } = shop;
  const { customer } = await stripe.subscriptions.retrieve(id);
  const change = async (params: Stripe.SubscriptionUpdateParams) => stripe.subscriptions.update(id, params);
  const actions = [
    async () => change({ items: [{ id: await shop.itemOf(id), quantity: 1 + random.below(20) }] }),
    async () => change({ items: [{ id: await shop.itemOf(id), price: await shop.priceOf(random.pick(LOOKUP_KEYS)) }] }),
    async () => change({ cancel_at_period_end: random.chance(0.6) }),
    async () => stripe.subscriptions.cancel(id),
    async () => shop.control('card', { customer, state: random.pick(['bad', 'good']) }),
    async () => shop.control('status', { subscription: id, status: random.pick(['unpaid', 'paused', 'active']) }),
  ];
  await random
    .pick(actions)()
    .catch(() => {}); // Stripe refuses changes to an ended subscription
}

/**
 * Delivers events in random order, some twice. Returns the events to deliver later: those that were held back, and
 * those that failed.
 */
async function deliver(shop: Shop, random: Random, events: Stripe.Event[], isLast: boolean): Promise<Stripe.Event[]> {
  const stripe = isLast ? shop.stripe : flaky(shop, random);
  const ctx = systemContext(db(), { stripe: () => stripe });
  const queue = random.shuffle(events.flatMap((event) => (random.chance(0.2) ? [event, event] : [event])));
  const later = new Set<Stripe.Event>(isLast ? [] : queue.filter(() => random.chance(0.3)));
  const left = new Set(later);
  const pending = queue.filter((event) => !later.has(event));
  const work = async () => {
    for (let event = pending.pop(); event; event = pending.pop()) {
      await handleStripeEvent(ctx, event).catch((error: unknown) => {
        if (isLast) throw error;
        left.add(event);
      });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return [...left];
}

/**
 * Changes subscriptions while their events are being delivered, one event per change. No later event repairs our rows,
 * and yet they must equal Stripe's.
 */
async function changeWhileDelivering(shop: Shop, random: Random, ids: string[]) {
  const stripe = flaky(shop, random, false);
  const ctx = systemContext(db(), { stripe: () => stripe });
  const deliveries: Promise<unknown>[] = [];
  for (const id of ids) {
    for (let change = 0; change < 4; change++) {
      await live(shop, random, id);
      const data = { object: { id } };
      const event = { id: unique('evt'), type: 'customer.subscription.updated', created: 1, livemode: false, data };
      deliveries.push(handleStripeEvent(ctx, event as unknown as Stripe.Event));
    }
  }
  await Promise.all(deliveries);
}

async function expectEqual(shop: Shop, ids: string[]) {
  const ctx = systemContext(db(), { stripe: () => shop.stripe });
  const seen: Record<string, number> = {};
  for (const id of ids) {
    const remote = await shop.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    const where = { stripeSubscriptionId: id };
    const row = await db().subscription.findUniqueOrThrow({ where, include: { key: true } });
    expect(row, `seed ${SEED}`).toMatchObject(
      factsOf(remote, isFirstPaymentPending(remote) ?? (await findFirstPaymentPending(ctx, remote))),
    );
    const state = keyStateOf(remote.status);
    const { key } = row;
    const isOn = key !== null && !key.deletedAt && !key.suspendedAt;
    expect([id, remote.status, isOn], `seed ${SEED}`).toEqual([
      id,
      remote.status,
      state === 'on' && !row.awaitsPayment,
    ]);
    if (isOn) {
      const { plan } = judgeItems(remote);
      expect(key).toMatchObject({ quantity: row.quantity, rate: plan?.rate, rankId: plan?.rank });
    }
    seen[remote.status] = (seen[remote.status] ?? 0) + 1;
  }
  return seen;
}

async function run(seed: number) {
  const random = randomFrom(seed);
  const shop = await startPausedEmulator();
  try {
    const ids: string[] = [];
    for (let n = 0; n < PEOPLE; n++) ids.push(await buy(shop, random));
    let told = 0;
    let left: Stripe.Event[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const id of ids) if (random.chance(0.7)) await live(shop, random, id);
      if (random.chance(0.7)) await shop.control('advance', { seconds: random.below(40 * DAY) });
      const events = await shop.events();
      left = await deliver(shop, random, [...left, ...events.slice(told)], false);
      told = events.length;
    }
    await deliver(shop, random, left, true);
    await changeWhileDelivering(shop, random, ids.slice(0, HECTIC));
    return { events: told, statuses: await expectEqual(shop, ids) };
  } finally {
    await shop.close();
  }
}

test(`makes ${SHOPS * PEOPLE} rows equal to Stripe's from shuffled, repeated, delayed and failing events (R1, R2)`, async () => {
  console.log(`seed ${SEED}`);
  const results = [];
  for (let shop = 0; shop < SHOPS; shop++) results.push(await run(SEED + shop));
  const statuses: Record<string, number> = {};
  for (const result of results)
    for (const [status, count] of Object.entries(result.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
  console.log(`${results.reduce((sum, { events }) => sum + events, 0)} events, ${JSON.stringify(statuses)}`);
  const users = await db().user.findMany({ include: { account: { include: { fuzzyKeys: true } } } });
  expect(users.filter(({ account }) => (account?.fuzzyKeys.length ?? 0) > 1)).toEqual([]);
  expect(await db().stripeEvent.count({ where: { processedAt: null } })).toBe(0);
}, 240_000);
