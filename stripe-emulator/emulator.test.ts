import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { loadContract } from './contract/contract.ts';
import { OPERATION_HANDLERS } from './api/operations.ts';
import type { State } from './state.ts';
import { KEY, newFolder, priceOf, startTestEmulator, SUCCESS_URL } from './testing.ts';

test('has exactly one handler for every operation of the contract', async () => {
  const { operationIds } = await loadContract();
  expect(Object.keys(OPERATION_HANDLERS).sort()).toEqual(operationIds.toSorted());
});

test('creates the catalogue at the first start', async () => {
  const { stripe } = await startTestEmulator();
  const { data } = await stripe.prices.list({ active: true, limit: 100, expand: ['data.product'] });
  const catalogue = data.map((price) => {
    const product = price.product as Stripe.Product;
    return [product.name, price.lookup_key, price.unit_amount, price.currency, price.tax_behavior];
  });
  expect(catalogue.toReversed()).toEqual([
    ['Personal usage', 'personal_monthly', 700, 'gbp', 'exclusive'],
    ['Personal usage', 'personal_yearly', 8400, 'gbp', 'exclusive'],
    ['Premium access (small)', 'starter_monthly', 2500, 'gbp', 'exclusive'],
    ['Premium access (small)', 'starter_yearly', 28500, 'gbp', 'exclusive'],
    ['Premium access', 'scale_monthly', 5000, 'gbp', 'exclusive'],
    ['Premium access', 'scale_yearly', 55000, 'gbp', 'exclusive'],
  ]);
});

test('creates an active subscription with a paid invoice from a paid session', async () => {
  const emulator = await startTestEmulator();
  const { session, subscription, redirect } = await emulator.subscribe('scale_monthly', 3);
  expect(redirect).toBe(SUCCESS_URL.replace('{CHECKOUT_SESSION_ID}', session));
  const row = await emulator.stripe.subscriptions.retrieve(subscription, {
    expand: ['latest_invoice', 'items.data.price.product'],
  });
  expect(row.status).toBe('active');
  expect(row.items.data[0]).toMatchObject({ quantity: 3, price: { product: { name: 'Premium access' } } });
  expect(row.latest_invoice).toMatchObject({ status: 'paid', subtotal: 15000, total: 18000 });
  const paid = await emulator.stripe.checkout.sessions.retrieve(session, {
    expand: ['line_items', 'subscription', 'customer'],
  });
  expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', amount_total: 18000, url: null });
  expect(paid.line_items?.data[0]).toMatchObject({ amount_tax: 3000, quantity: 3 });
  const { events } = await emulator.state();
  const created = events.find((event) => event.type === 'customer.subscription.created');
  const updated = events.find((event) => event.type === 'customer.subscription.updated');
  expect(created?.data.object).toMatchObject({ status: 'incomplete' });
  expect(updated?.data).toMatchObject({ object: { status: 'active' }, previous_attributes: { status: 'incomplete' } });
});

test("refuses requests that Stripe refuses, in Stripe's format", async () => {
  const { stripe, base } = await startTestEmulator();
  const wrongParams = { email: 'ada@example.test', emial: 'x' } as Stripe.CustomerCreateParams;
  await expect(stripe.customers.create(wrongParams)).rejects.toMatchObject({
    statusCode: 400,
    code: 'parameter_unknown',
    param: 'emial',
  });
  await expect(stripe.prices.create({} as Stripe.PriceCreateParams)).rejects.toMatchObject({
    code: 'parameter_missing',
    param: 'currency',
  });
  await expect(stripe.prices.list({ limit: 'many' as unknown as number })).rejects.toMatchObject({
    statusCode: 400,
    param: 'limit',
  });
  await expect(stripe.customers.retrieve('cus_nobody')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
  await expect(stripe.payouts.list()).rejects.toMatchObject({ statusCode: 404, type: 'StripeInvalidRequestError' });
  await expect(stripe.customers.create({ balance: 5 })).rejects.toMatchObject({
    code: 'emulator_unsupported',
    param: 'balance',
  });
  const stranger = new Stripe('sk_test_other', {
    host: '127.0.0.1',
    port: Number(new URL(base).port),
    protocol: 'http',
    telemetry: false,
  });
  await expect(stranger.customers.list()).rejects.toMatchObject({ statusCode: 401, type: 'StripeAuthenticationError' });
});

test('refuses invalid checkout sessions', async () => {
  const { stripe } = await startTestEmulator();
  const [monthly, yearly] = [await priceOf(stripe, 'scale_monthly'), await priceOf(stripe, 'scale_yearly')];
  const customer = (await stripe.customers.create({})).id;
  const good: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    success_url: SUCCESS_URL,
    line_items: [{ price: monthly, quantity: 1 }],
  };
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  const { success_url: _, ...withoutUrl } = good;
  const oneTime = await stripe.prices.create({
    currency: 'gbp',
    unit_amount: 5,
    product: (await stripe.products.create({ name: 'x' })).id,
  });
  const cases: [Stripe.Checkout.SessionCreateParams, string][] = [
    [withoutUrl, 'success_url'],
    [
      {
        ...good,
        line_items: [
          { price: monthly, quantity: 1 },
          { price: yearly, quantity: 1 },
        ],
      },
      'line_items',
    ],
    [{ ...good, line_items: [{ price: oneTime.id, quantity: 1 }] }, 'line_items[0][price]'],
    [{ ...good, customer, customer_email: 'ada@example.test' }, 'customer'],
    [{ ...good, customer, automatic_tax: { enabled: true } }, 'automatic_tax'],
    [{ ...good, allow_promotion_codes: true, discounts: [{ coupon: 'x' }] }, 'discounts'],
    [{ ...good, expires_at: inSeconds(29 * 60) }, 'expires_at'],
    [{ ...good, expires_at: inSeconds(25 * 3600) }, 'expires_at'],
  ];
  for (const [params, param] of cases) {
    await expect(stripe.checkout.sessions.create(params)).rejects.toMatchObject({ statusCode: 400, param });
  }
  await stripe.checkout.sessions.create({ ...good, expires_at: inSeconds(31 * 60) });
});

test('replays the response for a reused idempotency key, and returns 400 if the parameters differ', async () => {
  const { stripe } = await startTestEmulator();
  const options = { idempotencyKey: 'cus-1' };
  const first = await stripe.customers.create({ email: 'ada@example.test' }, options);
  const again = await stripe.customers.create({ email: 'ada@example.test' }, options);
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  const other = stripe.customers.create({ email: 'bob@example.test' }, options);
  await expect(other).rejects.toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' });
  expect((await stripe.customers.list()).data).toHaveLength(1);
});

test('returns 409 for the idempotency key of a request in flight', async () => {
  const { stripe, base } = await startTestEmulator();
  const slow = request(`${base}/v1/customers`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${KEY}`,
      'Idempotency-Key': 'slow',
      Expect: '100-continue',
      'Content-Length': 13,
    },
  });
  const isUnderWay = new Promise((resolve) => slow.once('continue', resolve));
  const status = new Promise((resolve) => slow.once('response', (response) => resolve(response.resume().statusCode)));
  slow.flushHeaders();
  await isUnderWay;
  const fast = stripe.customers.create({ email: 'a@b.example' }, { idempotencyKey: 'slow' });
  await expect(fast).rejects.toMatchObject({ statusCode: 409 });
  slow.end('email=a@b.exa');
  expect(await status).toBe(200);
});

test('lists objects newest first, in pages', async () => {
  const { stripe } = await startTestEmulator();
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.unshift((await stripe.customers.create({ email: `c${n}@example.test` })).id);
  const page = await stripe.customers.list({ limit: 2 });
  expect(page.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(page.has_more).toBe(true);
  const all: string[] = [];
  for await (const customer of stripe.customers.list({ limit: 2 })) all.push(customer.id);
  expect(all).toEqual(ids);
  expect((await stripe.customers.list({ email: 'c3@example.test' })).data).toHaveLength(1);
});

test('keeps its state across a restart', async () => {
  const first = await startTestEmulator();
  const { customer, subscription } = await first.subscribe();
  await first.close();
  const second = await startTestEmulator({ dir: first.dir });
  expect((await second.stripe.subscriptions.retrieve(subscription)).customer).toBe(customer);
  expect((await second.stripe.products.list()).data).toHaveLength(3);
  expect((await second.state()).pending.length).toBeGreaterThan(0);
});

test('logs a response that breaks the contract, returns 500, and changes nothing', async () => {
  const first = await startTestEmulator({ dir: newFolder() });
  const { id } = await first.stripe.customers.create({ email: 'ada@example.test' });
  await first.close();
  const file = path.join(first.dir, 'stripe/state.json');
  const state = JSON.parse(readFileSync(file, 'utf8')) as State;
  Object.assign(state.customers[id] ?? {}, { planted: true });
  writeFileSync(file, JSON.stringify(state));
  const second = await startTestEmulator({ dir: first.dir });
  await expect(second.stripe.customers.retrieve(id)).rejects.toMatchObject({ statusCode: 500, type: 'StripeAPIError' });
  await expect(second.stripe.customers.update(id, { name: 'Ada' })).rejects.toMatchObject({ statusCode: 500 });
  expect(second.logged.join()).toMatch(/STRIPE EMULATOR.*planted/s);
  await second.stripe.customers.create({ name: 'Bob' }); // the next save must not contain the failed change
  expect(readFileSync(file, 'utf8')).toContain('"Bob"');
  expect(readFileSync(file, 'utf8')).not.toContain('"Ada"');
});
