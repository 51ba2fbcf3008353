import { describe, expect, test } from 'vitest';
import { priceOf, startTestEmulator, SUCCESS_URL } from '../testing.ts';

const DAY = 86_400;

async function subscriber(lookupKey = 'starter_monthly', quantity = 1) {
  const emulator = await startTestEmulator();
  const { stripe } = emulator;
  const { subscription: id, customer } = await emulator.subscribe(lookupKey, quantity);
  const read = () => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  const item = (await read()).items.data[0]?.id ?? '';
  const change = async (key: string, count = 1) => ({
    items: [{ id: item, price: await priceOf(stripe, key), quantity: count }],
  });
  const upgrade = async (key: string, count = 1) =>
    stripe.subscriptions.update(id, {
      ...(await change(key, count)),
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
  const eventTypes = async () => (await emulator.state()).events.map(({ type }) => type);
  return { ...emulator, id, customer, read, item, change, upgrade, eventTypes };
}

test('invoices a change at once, with the unused and the remaining time as lines', async () => {
  const { id, read, upgrade, stripe } = await subscriber();
  await upgrade('scale_monthly');
  const { latest_invoice: invoice, pending_update: pending, items } = await read();
  expect(pending).toBeNull();
  expect(items.data[0]?.price.lookup_key).toBe('scale_monthly');
  expect(invoice).toMatchObject({ status: 'paid', billing_reason: 'subscription_update', subtotal: 2500, total: 3000 });
  const full = await stripe.invoices.list({ subscription: id });
  expect(full.data[0]?.lines.data.map(({ amount }) => amount)).toEqual([-2500, 5000]);
});

test('keeps the old items while the invoice of a pending update is unpaid, and applies it when it is paid', async () => {
  const { customer, control, read, upgrade, stripe, eventTypes } = await subscriber();
  await control('card', { customer, state: 'bad' });
  await upgrade('scale_monthly', 3);
  const waiting = await read();
  expect(waiting).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'open', next_payment_attempt: null },
    pending_update: { subscription_items: [{ quantity: 3 }] },
  });
  expect(waiting.items.data[0]).toMatchObject({ quantity: 1, price: { lookup_key: 'starter_monthly' } });
  const [invoice] = (await stripe.invoices.list({ customer, status: 'open' })).data;
  await fetch(invoice?.hosted_invoice_url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ action: 'pay' }),
    redirect: 'manual',
  });
  const paid = await read();
  expect(paid.pending_update).toBeNull();
  expect(paid.items.data[0]).toMatchObject({ quantity: 3, price: { lookup_key: 'scale_monthly' } });
  expect(await eventTypes()).toContain('customer.subscription.pending_update_applied');
});

test('discards a pending update after 23 hours, and voids its invoice', async () => {
  const { customer, control, read, upgrade, eventTypes } = await subscriber();
  await control('card', { customer, state: 'needs-action' });
  await upgrade('scale_monthly');
  await control('advance', { seconds: 23 * 3600 + 1 });
  expect(await read()).toMatchObject({ status: 'active', pending_update: null, latest_invoice: { status: 'void' } });
  expect(await eventTypes()).toContain('customer.subscription.pending_update_expired');
});

test('replaces a pending update by the next one, and drops it when its invoice is voided', async () => {
  const { customer, control, read, upgrade, stripe } = await subscriber();
  await control('card', { customer, state: 'bad' });
  await upgrade('scale_monthly');
  await upgrade('scale_monthly', 2);
  const invoices = (await stripe.invoices.list({ customer })).data;
  expect(invoices.map(({ status }) => status)).toEqual(['open', 'void', 'paid']);
  await stripe.invoices.voidInvoice(invoices[0]?.id ?? '');
  expect(await read()).toMatchObject({ status: 'active', pending_update: null });
});

test('refuses what cannot wait for a payment', async () => {
  const { id, stripe, change } = await subscriber();
  await expect(
    stripe.subscriptions.update(id, {
      ...(await change('scale_monthly')),
      payment_behavior: 'pending_if_incomplete',
      metadata: { a: 'b' },
    }),
  ).rejects.toMatchObject({ param: 'metadata' });
});

test('counts a change from its proration date, in the preview and in the invoice alike', async () => {
  const { id, stripe, control, read, change } = await subscriber();
  const at = (await read()).start_date + 10 * DAY;
  await control('advance', { seconds: 11 * DAY });
  const how = { ...(await change('scale_monthly')), proration_behavior: 'always_invoice', proration_date: at } as const;
  const preview = await stripe.invoices.createPreview({ subscription: id, subscription_details: how });
  await stripe.subscriptions.update(id, how);
  expect((await read()).latest_invoice).toMatchObject({ status: 'paid', amount_due: preview.amount_due });
  await expect(stripe.subscriptions.update(id, { ...how, proration_date: at - 20 * DAY })).rejects.toMatchObject({
    param: 'proration_date',
  });
});

test('credits the customer what a change leaves, and takes it from the next invoice', async () => {
  const { customer, control, upgrade, stripe } = await subscriber('scale_monthly', 4);
  await upgrade('personal_yearly');
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: (8400 - 20_000) * 1.2 });
  await control('advance', { seconds: 367 * DAY });
  const [renewal] = (await stripe.invoices.list({ customer })).data;
  expect(renewal).toMatchObject({ status: 'paid', total: 10_080, amount_due: 0, starting_balance: -13_920 });
});

test.each(['pay', 'async', 'needs-action'])('pays a first invoice from that credit at once, by %s', async (action) => {
  const { customer, upgrade, stripe, id } = await subscriber('scale_yearly');
  await upgrade('starter_monthly');
  await stripe.subscriptions.cancel(id);
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: await priceOf(stripe, 'scale_monthly'), quantity: 1 }],
    success_url: SUCCESS_URL,
  });
  await fetch(session.url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ action, country: 'DE' }),
    redirect: 'manual',
  });
  const [invoice] = (await stripe.invoices.list({ customer })).data;
  expect(invoice).toMatchObject({ status: 'paid', billing_reason: 'subscription_create', amount_due: 0 });
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' });
});

describe('a schedule', () => {
  async function scheduled() {
    const all = await subscriber('scale_yearly');
    const { stripe, id } = all;
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const [now] = schedule.phases;
    if (!now) throw new Error('no phase');
    const items = now.items.map(({ price, quantity = 1 }) => ({ price: price as string, quantity }));
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      phases: [
        { items, start_date: now.start_date, end_date: now.end_date },
        {
          items: [{ price: await priceOf(stripe, 'starter_monthly'), quantity: 2 }],
          duration: { interval: 'month', interval_count: 1 },
          proration_behavior: 'none',
        },
      ],
    });
    return { ...all, schedule: schedule.id, ends: now.end_date };
  }

  test('changes the items at the end of the period, without a proration, and lets the subscription go after that', async () => {
    const { stripe, id, read, control, schedule, ends } = await scheduled();
    expect(await read()).toMatchObject({ schedule });
    expect(await stripe.invoices.createPreview({ subscription: id })).toMatchObject({ total: 6000 });
    await control('advance', { seconds: 366 * DAY });
    const changed = await read();
    expect(changed.items.data[0]).toMatchObject({
      quantity: 2,
      price: { lookup_key: 'starter_monthly' },
      current_period_start: ends,
    });
    expect(changed.latest_invoice).toMatchObject({ status: 'paid', total: 6000 });
    await control('advance', { seconds: 31 * DAY });
    expect(await read()).toMatchObject({ schedule: null, status: 'active' });
    expect(await stripe.subscriptionSchedules.retrieve(schedule)).toMatchObject({ status: 'released' });
  });

  test('releases a schedule, and changes nothing then', async () => {
    const { stripe, read, control, schedule } = await scheduled();
    await stripe.subscriptionSchedules.release(schedule);
    expect(await read()).toMatchObject({ schedule: null });
    await control('advance', { seconds: 366 * DAY });
    expect((await read()).items.data[0]?.price.lookup_key).toBe('scale_yearly');
    await expect(stripe.subscriptionSchedules.release(schedule)).rejects.toMatchObject({ statusCode: 400 });
  });

  test('refuses a second schedule and a cancellation beside one, and ends with its subscription', async () => {
    const { stripe, id, schedule } = await scheduled();
    await expect(stripe.subscriptionSchedules.create({ from_subscription: id })).rejects.toMatchObject({
      param: 'from_subscription',
    });
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toThrow('managed by');
    await stripe.subscriptionSchedules.cancel(schedule);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled', schedule: null });
  });
});
