import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPurchase } from '#lib/testing/buyer.ts';
import { db } from '#lib/base/db/db.ts';
import { subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { ensureCustomer, followEmail } from './customer.ts';
import { reconcile } from '#lib/billing/reconcile/reconcile.ts';
import { verify } from '#lib/billing/reconcile/verify.ts';

let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
beforeAll(async () => void (shop = await startPausedEmulator()));
afterAll(() => shop.close());

const system = () => systemContext(db(), { stripe: () => shop.stripe });

async function buyer() {
  const user = await createUserRow(db());
  return { user, ctx: subscriberContext(db(), user, { stripe: () => shop.stripe }) };
}
const addressOf = async (customer: string) => {
  const found = await shop.stripe.customers.retrieve(customer);
  return 'deleted' in found ? null : found.email;
};

test('creates a customer after failures that Stripe stored for the request', async () => {
  const { ctx } = await buyer();
  for (let failures = 0; failures < 3; failures++) {
    await shop.control('fail-stored');
    await expect(ensureCustomer(ctx)).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
  }
  expect(await ensureCustomer(ctx)).toMatch(/^cus_/);
});

test('creates a customer after a lost answer and a change of the address', async () => {
  const { ctx, user } = await buyer();
  const lost = await ensureCustomer(ctx);
  const email = `new-${user.email}`;
  await db().account.update({ where: { id: user.id }, data: { stripeCustomerId: null } });
  await db().user.update({ where: { id: user.id }, data: { email } });
  const customer = await ensureCustomer(ctx);
  expect([customer === lost, await addressOf(customer)]).toEqual([false, email]);
  await db().account.update({ where: { id: user.id }, data: { stripeCustomerId: null } });
  expect(await ensureCustomer(ctx), 'the same request').toBe(customer);
});

test('leaves an invoice address that a person entered at Stripe, and follows one that we wrote', async () => {
  const { ctx, user } = await buyer();
  const customer = await ensureCustomer(ctx);
  const move = async (email: string) => {
    await db().user.update({ where: { id: user.id }, data: { email } });
    await followEmail(system(), { userId: user.id });
  };
  await move(`second-${user.email}`);
  expect(await addressOf(customer)).toBe(`second-${user.email}`);
  await shop.stripe.customers.update(customer, { email: 'accounts-payable@customer.example' });
  await move(`third-${user.email}`);
  await reconcile(system(), 0);
  expect(await addressOf(customer)).toBe('accounts-payable@customer.example');
  const { differences } = await verify(system(), 0);
  expect(differences.filter(({ subject }) => subject === customer)).toEqual([]);
});

test('alerts the admins when a plan cannot be bought because Stripe has no price, once until it is resolved', async () => {
  const { ctx } = await buyer();
  const price = await shop.priceOf('personal_yearly');
  await shop.stripe.prices.update(price, { active: false });
  const buy = () => startPurchase(ctx, { plan: 'personal', interval: 'year', isTest: false });
  for (let times = 0; times < 2; times++) await expect(buy()).rejects.toMatchObject({ code: 'unavailable' });
  const alerts = await db().billingAlert.findMany({ where: { kind: 'price_missing' } });
  expect(alerts.map(({ subject }) => subject.split(' ')[0])).toEqual(['personal_yearly']);
});
