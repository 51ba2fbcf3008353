/**
 * Edge cases of billing. Each case runs on the Stripe emulator, whose events are delivered twice and in random order.
 * To repeat a run: `BILLING_SEED=123`.
 */
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { queuedJobs } from '#lib/testing/queued-jobs.ts';
import { mailsTo } from '#lib/testing/queued-mails.ts';
import { randomFrom } from '#lib/testing/random.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { startPurchase } from '#lib/testing/buyer.ts';
import { isHandledEvent } from '#lib/billing/reconcile/missed-events.ts';
import { setUpStripe } from '#lib/billing/stripe/setup.ts';
import { endUnpaid, settleDebts } from './settle-debts.ts';
import { readAndSync } from './sync.ts';
import { verify } from '#lib/billing/reconcile/verify.ts';
import { handleStripeEvent } from './webhook.ts';

const SEED = Number(process.env.BILLING_SEED ?? Math.floor(Math.random() * 2 ** 31));
const random = randomFrom(SEED);
const DAY = 86_400;

let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
let told = 0;
beforeAll(async () => void (shop = await startPausedEmulator()));
afterAll(() => shop.close());

const system = async () => systemContext(db(), { stripe: () => shop.stripe, now: shop.now() });

/**
 * Delivers the events since the last delivery, each twice and in random order, then runs the queued jobs that end
 * subscriptions and void invoices. Returns the types of the handled events.
 */
async function tell(): Promise<string[]> {
  const events = (await shop.events()).slice(told);
  told += events.length;
  for (const event of random.shuffle([...events, ...events])) await handleStripeEvent(await system(), event);
  for (const [name, run] of [
    ['billing.end_unpaid', endUnpaid],
    ['billing.void_invoices', settleDebts],
  ] as const)
    for (const job of await queuedJobs(db(), name)) await run(await system(), job);
  return events.filter(isHandledEvent).map(({ type }) => type);
}

type Person = { id: string; email: string; userId: string; customer: string };

async function subscriber(): Promise<Person> {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { stripe: () => shop.stripe });
  const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
  const id = await shop.pay(url.split('/').at(-1) ?? '');
  await tell();
  const { stripeCustomerId } = await db().account.findUniqueOrThrow({ where: { id: user.id } });
  return { id, email: user.email ?? '', userId: user.id, customer: stripeCustomerId ?? '' };
}

/** The status, whether the key works, the alerts, and all movements and emails after those of the first purchase. */
async function stateOf({ id, email, userId }: Person) {
  const keys = await db().fuzzyKey.findMany({ where: { accountId: userId } });
  const movements = await db().revenueMovement.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  const alerts = await db().billingAlert.findMany({ where: { accountId: userId }, orderBy: { createdAt: 'asc' } });
  const row = await db().subscription.findUniqueOrThrow({ where: { stripeSubscriptionId: id } });
  return {
    status: row.status,
    isOn: keys.some(({ deletedAt, suspendedAt }) => !deletedAt && !suspendedAt),
    ledger: movements.slice(1).map(({ kind, cause, yearlyPence }) => `${kind} ${yearlyPence} ${cause}`),
    mails: (await mailsTo(email)).slice(1).map(({ template }) => template),
    alerts: alerts.map(({ kind }) => kind).toSorted(),
  };
}

const UPDATED = 'customer.subscription.updated';
const DELETED = 'customer.subscription.deleted';
const FAILED = 'invoice.payment_failed';
const GOOD = { status: 'active', isOn: true, ledger: [], mails: [], alerts: [] };
const OVER = { status: 'canceled', isOn: false, ledger: ['churn -30000 cancellation_requested'] };

type Step = { action: (person: Person) => Promise<unknown>; events: string[]; state: object };

const update = (params: Stripe.SubscriptionUpdateParams) => (person: Person) =>
  shop.stripe.subscriptions.update(person.id, params);
const control =
  (name: string, body: object = {}) =>
  ({ id, customer }: Person) =>
    shop.control(name, { subscription: id, customer, ...body });
const failToRenew = (card: 'bad' | 'needs-action') => async (person: Person) => {
  await control('card', { state: card })(person);
  const { items } = await shop.stripe.subscriptions.retrieve(person.id);
  const left = (items.data[0]?.current_period_end ?? 0) * 1000 - shop.now().getTime();
  await shop.control('advance', { seconds: Math.floor(left / 1000) + 60 });
};
const cancelNow = ({ id }: Person) => shop.stripe.subscriptions.cancel(id);
const afterDays = (days: number) => () => shop.control('advance', { seconds: days * DAY });

const CASES: Record<string, Step[]> = {
  'cancelled while past due': [
    {
      action: failToRenew('bad'),
      events: [FAILED, UPDATED],
      state: { ...GOOD, status: 'past_due', mails: ['payment_failed'] },
    },
    {
      action: update({ cancel_at_period_end: true }),
      events: [UPDATED],
      state: { ...OVER, mails: ['payment_failed', 'subscription_ended'] },
    },
    { action: async () => {}, events: [DELETED], state: { ...OVER, mails: ['payment_failed', 'subscription_ended'] } },
    { action: afterDays(40), events: [], state: { ...OVER, mails: ['payment_failed', 'subscription_ended'] } },
  ],
  'cancelled immediately while past due': [
    {
      action: failToRenew('bad'),
      events: [FAILED, UPDATED],
      state: { ...GOOD, status: 'past_due', mails: ['payment_failed'] },
    },
    { action: cancelNow, events: [DELETED], state: { ...OVER, mails: ['payment_failed', 'subscription_ended'] } },
    { action: afterDays(40), events: [], state: { ...OVER, mails: ['payment_failed', 'subscription_ended'] } },
  ],
  'paused and resumed': [
    {
      action: control('status', { status: 'paused' }),
      events: [UPDATED, 'customer.subscription.paused'],
      state: { status: 'paused', isOn: false, ledger: ['churn -30000 paused'], mails: ['subscription_ended'] },
    },
    {
      action: control('status', { status: 'active' }),
      events: [UPDATED, 'customer.subscription.resumed'],
      state: { status: 'active', isOn: true, ledger: ['churn -30000 paused', 'reactivation 30000 resumed'] },
    },
  ],
  'collection paused and resumed': [
    {
      action: update({ pause_collection: { behavior: 'void' } }),
      events: [UPDATED],
      state: { ...GOOD, ledger: ['churn -30000 collection_paused'] },
    },
    { action: afterDays(32), events: [UPDATED], state: { ...GOOD, ledger: ['churn -30000 collection_paused'] } },
    {
      action: update({ pause_collection: '' }),
      events: [UPDATED],
      state: { ...GOOD, ledger: ['churn -30000 collection_paused', 'reactivation 30000 resumed'] },
    },
  ],
  'a card that needs action': [
    {
      action: failToRenew('needs-action'),
      events: [FAILED, 'invoice.payment_action_required', UPDATED],
      state: { ...GOOD, status: 'past_due', mails: ['payment_failed'] },
    },
    {
      action: async (person) => {
        await control('card', { state: 'good' })(person);
        await afterDays(4)();
      },
      events: ['invoice.paid', UPDATED],
      state: { ...GOOD, mails: ['payment_failed'] },
    },
  ],
  'a partial and a full refund': [
    { action: control('refund', { amount: 100 }), events: ['charge.refunded'], state: { ...GOOD, alerts: ['refund'] } },
    { action: control('refund'), events: ['charge.refunded'], state: { ...GOOD, alerts: ['refund'] } },
  ],
  'a dispute that is lost': [
    { action: control('dispute'), events: ['charge.dispute.created'], state: { ...GOOD, alerts: ['dispute'] } },
    {
      action: control('close-dispute', { won: false }),
      events: ['charge.dispute.closed'],
      state: { ...GOOD, alerts: ['dispute', 'dispute_closed'] },
    },
  ],
  'a dispute that is won': [
    { action: control('dispute'), events: ['charge.dispute.created'], state: { ...GOOD, alerts: ['dispute'] } },
    {
      action: control('close-dispute', { won: true }),
      events: ['charge.dispute.closed'],
      state: { ...GOOD, alerts: ['dispute', 'dispute_closed'] },
    },
  ],
  'plan and quantity changed together': [
    {
      action: async ({ id }) => {
        const items = [{ id: await shop.itemOf(id), price: await shop.priceOf('scale_monthly'), quantity: 4 }];
        return shop.stripe.subscriptions.update(id, { items });
      },
      events: [UPDATED],
      state: { ...GOOD, ledger: ['expansion 210000 plan and quantity'] },
    },
  ],
  'a customer deleted at Stripe': [
    {
      action: control('delete-customer'),
      events: [DELETED, 'customer.deleted'],
      state: { ...OVER, mails: ['subscription_ended'] },
    },
  ],
};

test.each(Object.entries(CASES))(
  '%s: has one effect although events are delivered twice and in any order',
  async (_name, steps) => {
    const person = await subscriber();
    for (const { action, events, state } of steps) {
      await action(person);
      expect((await tell()).toSorted(), `seed ${SEED}`).toEqual(events.toSorted());
      expect(await stateOf(person), `seed ${SEED}`).toMatchObject(state);
    }
    const { differences } = await verify(await system(), 0);
    expect(differences.filter(({ userId }) => userId === person.userId)).toEqual([]);
    await shop.stripe.subscriptions.cancel(person.id).catch(() => {}); // so that its events do not reach the next case
    await tell();
  },
  60_000,
);

test('keeps a subscriber on an archived price when a new price takes over its lookup key', async () => {
  const person = await subscriber();
  const old = await shop.priceOf('starter_monthly');
  await shop.stripe.prices.update(old, { active: false });
  expect((await setUpStripe(shop.stripe, 'http://localhost:8080')).done).toContain('price starter_monthly');
  expect(await shop.priceOf('starter_monthly')).not.toBe(old);
  expect(await tell()).toContain('price.updated');
  const jobs = await queuedJobs(db(), 'billing.sync');
  expect(jobs.map(({ subscription }) => subscription)).toContain(person.id);
  await readAndSync(await system(), person.id); // as the queued job would
  expect(await stateOf(person)).toMatchObject(GOOD);
  const row = await db().subscription.findUniqueOrThrow({ where: { stripeSubscriptionId: person.id } });
  expect(row).toMatchObject({ plan: 'starter', flags: [], stripePriceId: old });
  expect((await verify(await system(), 0)).differences.filter(({ userId }) => userId === person.userId)).toEqual([]);
});

test('charges subscribers a changed price only from their next change of plan', async () => {
  const person = await subscriber();
  const old = await shop.stripe.prices.retrieve(await shop.priceOf('starter_monthly'));
  const { id: dearer } = await shop.stripe.prices.create({
    product: old.product as string,
    currency: 'gbp',
    unit_amount: 9900,
    recurring: { interval: 'month' },
    lookup_key: 'starter_monthly',
    transfer_lookup_key: true,
    metadata: old.metadata,
  });
  expect(await tell()).toContain('price.updated');
  await readAndSync(await system(), person.id); // as the queued job would
  expect(await stateOf(person)).toMatchObject(GOOD);
  await update({ items: [{ id: await shop.itemOf(person.id), price: dearer }] })(person);
  expect(await tell()).toEqual([UPDATED]);
  expect(await stateOf(person)).toMatchObject({ ...GOOD, ledger: [`expansion ${12 * (9900 - 2500)} price`] });
  expect((await verify(await system(), 0)).differences.filter(({ userId }) => userId === person.userId)).toEqual([]);
  await setUpStripe(shop.stripe, 'http://localhost:8080'); // restores the price for the other tests
  await tell();
});

test('makes one key and one flag from two checkouts that one user opened in two tabs and paid', async () => {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { stripe: () => shop.stripe });
  const open = async (plan: 'starter' | 'scale') => startPurchase(ctx, { plan, interval: 'month', isTest: false });
  const [first, again] = await Promise.all([open('starter'), open('starter')]);
  expect(again).toBe(first);
  const one = await shop.pay(first.split('/').at(-1) ?? '');
  const two = await shop.pay((await open('scale')).split('/').at(-1) ?? ''); // no event has arrived yet
  expect((await tell()).filter((type) => type === 'checkout.session.completed')).toHaveLength(2);
  const rows = await db().subscription.findMany({ where: { accountId: user.id }, include: { key: true } });
  expect(rows.map(({ stripeSubscriptionId }) => stripeSubscriptionId).toSorted()).toEqual([one, two].toSorted());
  const held = rows.filter(({ flags }) => flags.includes('second_subscription'));
  expect([held.length, rows.filter(({ key }) => key).length, held[0]?.key], `seed ${SEED}`).toEqual([1, 1, null]);
  const templates = (await mailsTo(user.email ?? '')).map(({ template }) => template);
  expect(templates).toEqual(['welcome']);
  expect((await verify(await system(), 0)).differences.filter(({ userId }) => userId === user.id)).toEqual([]);
});

test('flags the subscription that has no key as the second subscription, even if it is the older one', async () => {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { stripe: () => shop.stripe });
  const buy = async (plan: 'starter' | 'scale') =>
    shop.pay((await startPurchase(ctx, { plan, interval: 'month', isTest: false })).split('/').at(-1) ?? '');
  const older = await buy('starter');
  await shop.control('advance', { seconds: 60 });
  const newer = await buy('scale');
  for (const id of [newer, older, newer, older]) await readAndSync(await system(), id);
  const flagsOf = async (stripeSubscriptionId: string) =>
    (await db().subscription.findUniqueOrThrow({ where: { stripeSubscriptionId } })).flags;
  expect([await flagsOf(older), await flagsOf(newer)]).toEqual([['second_subscription'], []]);
  await tell();
});

test('handles an event of an older API version, which names the subscription in another field', async () => {
  const person = await subscriber();
  await shop.stripe.subscriptions.cancel(person.id);
  const event = { type: 'invoice.paid', data: { object: { id: 'in_old', subscription: person.id } } };
  const envelope = { id: 'evt_old', object: 'event', livemode: false, created: 1, api_version: '2020-08-27' };
  await handleStripeEvent(await system(), { ...envelope, ...event } as unknown as Stripe.Event);
  expect(await stateOf(person)).toMatchObject({ status: 'canceled', isOn: false });
  await tell();
});

test('charges tax in the checkout, and accepts a tax id and promotion codes', async () => {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { stripe: () => shop.stripe });
  const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
  expect(await shop.stripe.checkout.sessions.retrieve(url.split('/').at(-1) ?? '')).toMatchObject({
    automatic_tax: { enabled: true },
    tax_id_collection: { enabled: true },
    allow_promotion_codes: true,
  });
});
