import { expect, test } from 'vitest';
import { priceOf, startTestEmulator } from '../testing.ts';
import { nextPeriodEnd } from './period.ts';

const DAY = 86_400;
const at = (iso: string) => Date.parse(iso) / 1000;

test.each([
  ['2026-01-15T10:00:00Z', '2026-01-15T10:00:00Z', 'month', '2026-02-15T10:00:00Z'],
  ['2026-01-31T00:00:00Z', '2026-01-31T00:00:00Z', 'month', '2026-02-28T00:00:00Z'],
  ['2026-01-31T00:00:00Z', '2026-02-28T00:00:00Z', 'month', '2026-03-31T00:00:00Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z', 'year', '2025-02-28T00:00:00Z'],
  ['2026-12-01T00:00:00Z', '2026-12-01T00:00:00Z', 'week', '2026-12-08T00:00:00Z'],
] as const)('with anchor %s, a period from %s (one %s) ends at %s', (anchor, start, interval, end) => {
  expect(nextPeriodEnd(at(anchor), at(start), interval, 1)).toBe(at(end));
});

test('renews a subscription with a paid invoice', async () => {
  const emulator = await startTestEmulator();
  const { subscription } = await emulator.subscribe();
  const before = await emulator.stripe.subscriptions.retrieve(subscription);
  await emulator.control('advance', { seconds: 32 * DAY });
  const after = await emulator.stripe.subscriptions.retrieve(subscription);
  expect(after.items.data[0]?.current_period_start).toBe(before.items.data[0]?.current_period_end);
  const invoices = await emulator.stripe.invoices.list({ subscription });
  expect(invoices.data.map((row) => [row.billing_reason, row.status])).toEqual([
    ['subscription_cycle', 'paid'],
    ['subscription_create', 'paid'],
  ]);
});

test('immediately renews a subscription that becomes active after the end of its period', async () => {
  const emulator = await startTestEmulator();
  const { subscription } = await emulator.subscribe();
  const periodEnd = async () =>
    (await emulator.stripe.subscriptions.retrieve(subscription)).items.data[0]?.current_period_end;
  await emulator.control('status', { subscription, status: 'paused' });
  await emulator.control('advance', { seconds: 32 * DAY });
  const before = await periodEnd();
  await emulator.control('status', { subscription, status: 'active' });
  expect(await periodEnd()).toBeGreaterThan(before ?? 0);
});

test('sets a subscription to past_due when its card is declined, and to active once it is paid', async () => {
  const emulator = await startTestEmulator();
  const { customer, subscription } = await emulator.subscribe();
  const status = async () => (await emulator.stripe.subscriptions.retrieve(subscription)).status;
  await emulator.control('card', { customer, state: 'bad' });
  await emulator.control('advance', { seconds: 32 * DAY });
  expect(await status()).toBe('past_due');
  await emulator.control('card', { customer, state: 'good' });
  // The next attempt is on one of the days 33 to 37, depending on the length of the month.
  await emulator.control('advance', { seconds: 6 * DAY });
  expect(await status()).toBe('active');
});

test('cancels the subscription after the last failed attempt', async () => {
  const emulator = await startTestEmulator();
  const { customer, subscription } = await emulator.subscribe();
  await emulator.control('card', { customer, state: 'bad' });
  await emulator.control('advance', { seconds: 50 * DAY });
  const row = await emulator.stripe.subscriptions.retrieve(subscription);
  expect(row).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } });
  const { events } = await emulator.state();
  expect(events.filter((event) => event.type === 'invoice.payment_failed')).toHaveLength(4);
  expect(events.at(-1)?.type).toBe('customer.subscription.deleted');
});

test('voids renewals while collection is paused, charges again afterwards, and refuses other kinds of pause', async () => {
  const emulator = await startTestEmulator();
  const { subscription } = await emulator.subscribe();
  const { stripe } = emulator;
  await expect(
    stripe.subscriptions.update(subscription, { pause_collection: { behavior: 'keep_as_draft' } }),
  ).rejects.toMatchObject({ code: 'emulator_unsupported' });
  for (const pause of [{ behavior: 'void' }, ''] as const) {
    const row = await stripe.subscriptions.update(subscription, { pause_collection: pause });
    expect([row.status, row.pause_collection?.behavior]).toEqual(['active', pause === '' ? undefined : 'void']);
    await emulator.control('advance', { seconds: 31 * DAY });
  }
  const { data } = await stripe.invoices.list({ subscription });
  expect(data.map(({ status }) => status)).toEqual(['paid', 'void', 'paid']);
});

test('schedules a cancellation at period end, undoes it, and cancels when the period ends', async () => {
  const emulator = await startTestEmulator();
  const { subscription } = await emulator.subscribe();
  const { stripe } = emulator;
  const set = await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
  expect(set).toMatchObject({ cancel_at_period_end: true, cancel_at: set.items.data[0]?.current_period_end });
  const undone = await stripe.subscriptions.update(subscription, { cancel_at_period_end: false });
  expect(undone).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
  await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
  await emulator.control('advance', { seconds: 32 * DAY });
  expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('canceled');
  expect((await stripe.invoices.list({ subscription })).data).toHaveLength(1);
});

test('cancels a subscription immediately, and only once', async () => {
  const { stripe, subscribe } = await startTestEmulator();
  const { subscription } = await subscribe();
  expect((await stripe.subscriptions.cancel(subscription)).status).toBe('canceled');
  await expect(stripe.subscriptions.cancel(subscription)).rejects.toMatchObject({ code: 'resource_missing' });
  expect((await stripe.subscriptions.list()).data).toEqual([]);
  expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1);
});

test('starts a new period, invoiced less the unused time, when the interval changes', async () => {
  const { stripe, subscribe } = await startTestEmulator();
  const { subscription } = await subscribe('starter_monthly', 2);
  const [item] = (await stripe.subscriptions.retrieve(subscription)).items.data;
  const price = await priceOf(stripe, 'scale_yearly');
  const changed = await stripe.subscriptions.update(subscription, {
    items: [{ id: item?.id ?? '', price, quantity: 3 }],
    expand: ['latest_invoice'],
  });
  expect(changed.items.data[0]).toMatchObject({ quantity: 3, price: { id: price } });
  expect(changed.latest_invoice).toMatchObject({
    billing_reason: 'subscription_update',
    status: 'paid',
    subtotal: 165_000 - 5000,
  });
});

test('adds the price of a larger quantity to the next invoice', async () => {
  const emulator = await startTestEmulator();
  const { subscription } = await emulator.subscribe('starter_monthly', 1);
  const [item] = (await emulator.stripe.subscriptions.retrieve(subscription)).items.data;
  await emulator.stripe.subscriptions.update(subscription, { items: [{ id: item?.id ?? '', quantity: 3 }] });
  await emulator.control('advance', { seconds: 32 * DAY });
  const { data } = await emulator.stripe.invoices.list({ subscription });
  expect(data.map((row) => row.subtotal)).toEqual([3 * 2500 + 2 * 2500, 2500]);
});

test('expires an open session after 24 hours, and then refuses its payment', async () => {
  const emulator = await startTestEmulator();
  const price = await priceOf(emulator.stripe, 'scale_monthly');
  const { id } = await emulator.stripe.checkout.sessions.create({
    mode: 'subscription',
    success_url: 'http://localhost/x',
    line_items: [{ price, quantity: 1 }],
  });
  await emulator.control('advance', { seconds: DAY + 1 });
  expect((await emulator.stripe.checkout.sessions.retrieve(id)).status).toBe('expired');
  await expect(emulator.control('pay', { session: id })).rejects.toThrow(/expired/);
});

test('emits events for a refund, a dispute and a deleted customer, whose subscription is canceled', async () => {
  const emulator = await startTestEmulator();
  const { customer, subscription } = await emulator.subscribe();
  await emulator.control('refund', { subscription });
  await emulator.control('dispute', { subscription });
  expect((await emulator.stripe.subscriptions.retrieve(subscription)).status).toBe('active');
  await emulator.control('delete-customer', { customer });
  expect((await emulator.stripe.subscriptions.retrieve(subscription)).status).toBe('canceled');
  expect(await emulator.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
  const types = (await emulator.state()).events.map((event) => event.type);
  expect(types.slice(-4)).toEqual([
    'charge.refunded',
    'charge.dispute.created',
    'customer.subscription.deleted',
    'customer.deleted',
  ]);
});
