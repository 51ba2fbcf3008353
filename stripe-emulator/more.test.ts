import { expect, test } from 'vitest';
import { priceOf, startTestEmulator, SUCCESS_URL } from './testing.ts';

const DAY = 86_400;

async function post(url: string, form: Record<string, string>) {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
}

async function openCheckout(lookupKey = 'scale_monthly') {
  const emulator = await startTestEmulator();
  const customer = await emulator.stripe.customers.create({ email: 'ada@example.test' });
  const session = await emulator.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    customer_update: { address: 'auto', name: 'auto' },
    automatic_tax: { enabled: true },
    tax_id_collection: { enabled: true },
    allow_promotion_codes: true,
    line_items: [{ price: await priceOf(emulator.stripe, lookupKey), quantity: 2 }],
    success_url: SUCCESS_URL,
  });
  const read = () => emulator.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
  const typesOfEvents = async () => (await emulator.state()).events.map(({ type }) => type);
  return { emulator, customer: customer.id, session: session.id, url: session.url ?? '', read, typesOfEvents };
}

test('discounts the first invoice by a promotion code, and refuses an unknown code', async () => {
  const { emulator, url, read } = await openCheckout();
  const wrong = await post(url, { action: 'update', promotion_code: 'NOTHING' });
  expect([wrong.status, await wrong.text()]).toEqual([402, expect.stringContaining('not valid')]);
  await post(url, { action: 'update', promotion_code: 'test10' });
  expect(await read()).toMatchObject({
    amount_subtotal: 10_000,
    amount_total: 10_800,
    total_details: { amount_discount: 1000, amount_tax: 1800 },
  });
  await post(url, { action: 'pay', country: 'GB', promotion_code: 'TEST10' });
  const { customer } = await read();
  const first = (await emulator.stripe.invoices.list({ customer: customer as string })).data[0];
  expect(first).toMatchObject({ subtotal: 10_000, total: 10_800, status: 'paid' });
  await emulator.control('advance', { seconds: 32 * DAY });
  const second = (await emulator.stripe.invoices.list({ customer: customer as string })).data[0];
  expect(second).toMatchObject({ total: 12_000, billing_reason: 'subscription_cycle' });
});

test('stores the business name and VAT id', async () => {
  const { emulator, customer, url, read } = await openCheckout();
  expect((await post(url, { action: 'pay', country: 'DE', vat_id: '?' })).status).toBe(400);
  await post(url, { action: 'pay', country: 'DE', vat_id: 'de 123456789', business_name: 'Ada GmbH' });
  expect(await read()).toMatchObject({
    customer_details: { business_name: 'Ada GmbH', tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }] },
  });
  expect(await emulator.stripe.customers.retrieve(customer)).toMatchObject({ name: 'Ada GmbH' });
});

test('keeps a subscription incomplete until the payment is confirmed, and expires it after 23 hours', async () => {
  const { emulator, url, read, typesOfEvents } = await openCheckout();
  await post(url, { action: 'needs-action', country: 'GB' });
  expect(await read()).toMatchObject({ status: 'open', payment_status: 'unpaid' });
  expect(await typesOfEvents()).toContain('invoice.payment_action_required');
  expect(await (await fetch(url)).text()).toContain('Your bank asks you to confirm');
  await post(url, { action: 'confirm' });
  expect(await read()).toMatchObject({ status: 'complete', subscription: { status: 'active' } });

  const other = await openCheckout();
  await post(other.url, { action: 'needs-action', country: 'GB' });
  await post(other.url, { action: 'refuse' });
  expect(await (await fetch(other.url)).text()).toContain('Promotion code');
  await other.emulator.control('advance', { seconds: DAY });
  const { data } = await other.emulator.stripe.subscriptions.list({ customer: other.customer, status: 'all' });
  expect(data.map(({ status }) => status)).toEqual(['incomplete_expired']);
  const invoices = await other.emulator.stripe.invoices.list({ customer: other.customer });
  expect(invoices.data.map(({ status }) => status)).toEqual(['void']);
  expect(emulator.logged).toEqual([]);
});

test('settles a bank debit after three days, and cancels the subscription if the card is bad', async () => {
  const { emulator, url, read, typesOfEvents } = await openCheckout();
  await post(url, { action: 'async', country: 'DE' });
  expect(await read()).toMatchObject({
    payment_status: 'unpaid',
    status: 'complete',
    subscription: { status: 'active' },
  });
  await emulator.control('advance', { seconds: 4 * DAY });
  expect(await read()).toMatchObject({ payment_status: 'paid' });
  expect(await typesOfEvents()).toContain('checkout.session.async_payment_succeeded');

  const other = await openCheckout();
  await other.emulator.control('card', { customer: other.customer, state: 'bad' });
  await post(other.url, { action: 'async', country: 'DE' });
  await other.emulator.control('advance', { seconds: 4 * DAY });
  expect(await other.read()).toMatchObject({ payment_status: 'unpaid', subscription: { status: 'canceled' } });
  expect(await other.typesOfEvents()).toContain('checkout.session.async_payment_failed');
});

test('previews the next invoice, with or without a change, and changes nothing', async () => {
  const { stripe, subscribe, state, control } = await startTestEmulator();
  const { customer, subscription } = await subscribe('starter_monthly', 2);
  const before = await stripe.subscriptions.retrieve(subscription);
  const [item] = before.items.data;
  const next = await stripe.invoices.createPreview({ customer, subscription });
  expect(next).toMatchObject({
    status: 'draft',
    amount_due: 6000,
    next_payment_attempt: item?.current_period_end,
    billing_reason: 'subscription_cycle',
  });
  const preview = async (lookupKey: string, quantity: number) =>
    stripe.invoices.createPreview({
      subscription,
      subscription_details: { items: [{ id: item?.id ?? '', price: await priceOf(stripe, lookupKey), quantity }] },
    });
  expect(await preview('starter_monthly', 3)).toMatchObject({ subtotal: 7500 + 2500 });
  expect(await preview('scale_yearly', 1)).toMatchObject({
    subtotal: 55_000 - 5000,
    billing_reason: 'subscription_update',
  });
  expect(await stripe.subscriptions.retrieve(subscription)).toEqual(before);
  expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
  const events = (await state()).events.length;
  await stripe.subscriptions.cancel(subscription);
  await expect(stripe.invoices.createPreview({ subscription })).rejects.toMatchObject({
    code: 'invoice_upcoming_none',
    statusCode: 404,
  });
  expect((await state()).events).toHaveLength(events + 1);
  await control('reset');
});

test('lists a card with its expiry, and offers an open invoice as a PDF and for payment', async () => {
  const { stripe, subscribe, control } = await startTestEmulator();
  const { customer, subscription } = await subscribe();
  await control('card', { customer, exp_month: 1, exp_year: 2031, state: 'bad' });
  const { data } = await stripe.customers.listPaymentMethods(customer, { type: 'card' });
  const { default_payment_method: wanted } = await stripe.subscriptions.retrieve(subscription);
  expect(data).toMatchObject([{ id: wanted, card: { exp_month: 1, exp_year: 2031, last4: '4242' } }]);
  await control('advance', { seconds: 32 * DAY });
  const [open] = (await stripe.invoices.list({ customer, status: 'open' })).data;
  const pdf = await fetch(open?.invoice_pdf ?? '');
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-1\.4[\s\S]*£30\.00[\s\S]*%%EOF\n$/);
  expect((await post(open?.hosted_invoice_url ?? '', { action: 'pay' })).status).toBe(303);
  expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('active');
});

test('activates a subscription when its trial ends; sets statuses and emits events on control commands', async () => {
  const { stripe, subscribe, control, state } = await startTestEmulator();
  const { subscription } = await subscribe();
  const end = Math.floor(Date.now() / 1000) + 5 * DAY;
  const trial = await stripe.subscriptions.update(subscription, { trial_end: end });
  expect(trial).toMatchObject({ status: 'trialing', trial_end: end, items: { data: [{ current_period_end: end }] } });
  await control('advance', { seconds: 6 * DAY });
  expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('active');
  await control('status', { subscription, status: 'paused' });
  expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('paused');
  await control('emit', { type: 'customer.subscription.paused', object: subscription });
  expect((await state()).events.at(-1)?.type).toBe('customer.subscription.paused');
});

test('bills nothing for the time of a trial, however long it is', async () => {
  const { stripe, subscribe, control } = await startTestEmulator();
  const { customer } = await subscribe();
  const { data: prices } = await stripe.prices.list({ lookup_keys: ['personal_monthly'] });
  const items = [{ price: prices[0]?.id ?? '', quantity: 2 }];
  const { id, latest_invoice: first } = await stripe.subscriptions.create({ customer, items, trial_period_days: 37 });
  const { status, lines, total } = await stripe.invoices.retrieve(first as string);
  const [line] = lines.data;
  expect({ status, total, amount: line?.amount, text: line?.description }).toMatchObject({
    status: 'paid',
    total: 0,
    amount: 0,
    text: expect.stringMatching(/^Trial period for /),
  });
  expect((line?.period.end ?? 0) - (line?.period.start ?? 0)).toBe(37 * DAY);
  await control('advance', { seconds: 38 * DAY });
  const { data: invoices } = await stripe.invoices.list({ subscription: id });
  expect(invoices.map(({ billing_reason: reason, total: due }) => [reason, due > 0])).toEqual([
    ['subscription_cycle', true],
    ['subscription_create', false],
  ]);
});

test("measures expires_at by the caller's clock after `advance` has moved the emulator's clock", async () => {
  const { stripe, control } = await startTestEmulator();
  await control('advance', { seconds: 400 * DAY });
  const { id } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    success_url: SUCCESS_URL,
    line_items: [{ price: await priceOf(stripe, 'scale_monthly'), quantity: 1 }],
    expires_at: Math.floor(Date.now() / 1000) + 3600,
  });
  await control('advance', { seconds: 3500 });
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open');
  await control('advance', { seconds: 200 });
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('expired');
});

test('reports requests that break the contract', async () => {
  const { stripe, base } = await startTestEmulator();
  const report = async () => (await (await fetch(`${base}/_control/contract`)).json()) as { violations: object[] };
  await stripe.customers.retrieve('cus_nobody').catch(() => {});
  expect(await report()).toEqual({ requests: 1, violations: [] });
  await stripe.customers.list({ limit: 'x' as unknown as number }).catch(() => {});
  await stripe.payouts.list().catch(() => {});
  expect((await report()).violations).toEqual([
    { request: 'GET /v1/customers', reason: expect.stringContaining('limit') },
    { request: 'GET /v1/payouts', reason: expect.stringContaining('Unrecognized') },
  ]);
});
