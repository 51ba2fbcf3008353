/** The Stripe account may sell other things, and things of ours may be sold in its dashboard. */
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPurchase } from '#lib/testing/buyer.ts';
import { setUpStripe } from '#lib/billing/stripe/setup.ts';
import { db } from '#lib/base/db/db.ts';
import { subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { reconcile } from '#lib/billing/reconcile/reconcile.ts';
import { readAndSync } from './sync.ts';
import { verify } from '#lib/billing/reconcile/verify.ts';
import { handleStripeEvent } from './webhook.ts';

let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
beforeAll(async () => void (shop = await startPausedEmulator()));
afterAll(() => shop.close());

const system = () => systemContext(db(), { stripe: () => shop.stripe });
const differencesOf = async (id: string) =>
  (await verify(system(), 0)).differences.filter(({ subject }) => subject === id).map(({ kind }) => kind);
const alertOf = (subject: string) => db().billingAlert.findFirst({ where: { subject } });

async function priceOfOthers(): Promise<string> {
  const product = await shop.stripe.products.create({ name: unique('Consulting') });
  const params = { currency: 'gbp', unit_amount: 2900, recurring: { interval: 'month' as const } };
  return (await shop.stripe.prices.create({ product: product.id, ...params })).id;
}
/** A subscription that an admin sold in Stripe's dashboard. */
async function sold(price: string, email = `${unique('buyer')}@example.org`) {
  const customer = await shop.stripe.customers.create({ email });
  const params = { customer: customer.id, items: [{ price }], trial_period_days: 14 };
  return { id: (await shop.stripe.subscriptions.create(params)).id, customer: customer.id };
}
const event = (type: string, object: object) =>
  ({ id: unique('evt'), type, created: 1, livemode: false, data: { object } }) as unknown as Stripe.Event;

test('neither alerts to what others sell in the Stripe account, nor records it, nor finds a difference', async () => {
  const { id, customer } = await sold(await priceOfOthers());
  const refunded = unique('ch');
  const told = [
    event('customer.subscription.updated', { id }),
    event('invoice.finalization_failed', { id: 'in_1', parent: { subscription_details: { subscription: id } } }),
    event('charge.refunded', { id: refunded, customer }),
  ];
  for (const each of told) await handleStripeEvent(system(), each);
  await reconcile(system(), 0);
  expect([await alertOf(id), await alertOf('in_1'), await alertOf(refunded)]).toEqual([null, null, null]);
  expect(await differencesOf(id)).toEqual([]);
  const ids = told.map((each) => each.id);
  expect(await db().auditEvent.count({ where: { targetId: { in: ids } } })).toBe(0);
  const rows = await db().stripeEvent.findMany({ where: { id: { in: ids } } });
  expect(rows.map(({ ignored }) => ignored)).toEqual(['not_ours', 'not_ours', 'not_ours']);
});

test('alerts to a sale of a price of ours to a customer without a user', async () => {
  const { id, customer } = await sold(await shop.priceOf('starter_monthly'));
  await readAndSync(system(), id);
  expect(await alertOf(id)).toMatchObject({ kind: 'unknown_buyer', stripeCustomerId: customer, accountId: null });
  expect(await differencesOf(id)).toEqual(['user']);
});

test('alerts to a sale to another customer with the address of a user, whom it names and does not make the owner', async () => {
  const user = await createUserRow(db());
  const { id } = await sold(await priceOfOthers(), user.email?.toUpperCase());
  await readAndSync(system(), id);
  expect(await alertOf(id)).toMatchObject({ kind: 'unknown_buyer', accountId: user.id });
  expect(await db().subscription.count({ where: { accountId: user.id } })).toBe(0);
});

async function subscriber() {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { stripe: () => shop.stripe });
  const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
  const id = await shop.pay(url.split('/').at(-1) ?? '');
  await readAndSync(system(), id);
  return { id, userId: user.id };
}
async function moveTo(id: string, price: string, quantity: number) {
  await shop.stripe.subscriptions.update(id, { items: [{ id: await shop.itemOf(id), price, quantity }] });
  await readAndSync(system(), id);
}
const rowOf = (id: string) =>
  db().subscription.findUniqueOrThrow({ where: { stripeSubscriptionId: id }, include: { key: true } });

test('takes a price without marks, as the dashboard of Stripe makes it, for the plan of its product', async () => {
  await setUpStripe(shop.stripe, 'http://localhost:8080'); // marks the products
  const { id } = await subscriber();
  const { product } = await shop.stripe.prices.retrieve(await shop.priceOf('scale_monthly'));
  const params = { currency: 'gbp', unit_amount: 4900, recurring: { interval: 'month' as const } };
  const dashboard = await shop.stripe.prices.create({ product: product as string, ...params });
  await moveTo(id, dashboard.id, 10);
  expect(await rowOf(id)).toMatchObject({ plan: 'scale', flags: [], key: { rankId: 75, quantity: 10 } });
  expect(await differencesOf(id)).toEqual([]);
});

test('lets the quantity of a key follow a plan that the catalogue does not know', async () => {
  const { id } = await subscriber();
  await moveTo(id, await priceOfOthers(), 10);
  expect(await rowOf(id)).toMatchObject({ plan: null, flags: ['unknown_price'], key: { rankId: 50, quantity: 10 } });
  expect(await differencesOf(id)).toEqual([]);
});
