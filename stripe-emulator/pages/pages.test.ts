import { expect, test } from 'vitest';
import { portalWithPlans, priceOf, startTestEmulator, SUCCESS_URL } from '../testing.ts';

const CANCEL_URL = 'http://localhost:8080/pricing';

async function post(url: string, form: Record<string, string>) {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
}

async function openCheckout() {
  const emulator = await startTestEmulator();
  const price = await priceOf(emulator.stripe, 'scale_monthly');
  const session = await emulator.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer_email: 'ada@example.test',
    automatic_tax: { enabled: true },
    line_items: [{ price, quantity: 2, adjustable_quantity: { enabled: true, maximum: 5 } }],
    success_url: SUCCESS_URL,
    cancel_url: CANCEL_URL,
  });
  const [line] = (await emulator.stripe.checkout.sessions.listLineItems(session.id)).data;
  return { emulator, session, url: session.url ?? '', field: `quantity_${line?.id}` };
}

test('shows lines and VAT on the checkout page, without JavaScript', async () => {
  const { url } = await openCheckout();
  const response = await fetch(url);
  const text = await response.text();
  for (const part of ['no money moves', 'Premium access', '£100.00', 'VAT 20 %', '£20.00', '£120.00'])
    expect(text).toContain(part);
  expect(text).not.toMatch(/<script|\son\w+=/);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('creates the subscription on Pay, and redirects back', async () => {
  const { emulator, session, url, field } = await openCheckout();
  const response = await post(url, { action: 'pay', country: 'DE', [field]: '4' });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(SUCCESS_URL.replace('{CHECKOUT_SESSION_ID}', session.id));
  const paid = await emulator.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'customer'] });
  expect(paid).toMatchObject({
    status: 'complete',
    amount_total: 24_000,
    customer: { email: 'ada@example.test', address: { country: 'DE' } },
  });
  expect((await post(url, { action: 'pay', country: 'DE' })).status).toBe(400);
  expect(await (await fetch(url)).text()).toContain('already paid');
});

test('shows an error on Decline, redirects back on Cancel, and recalculates on Update', async () => {
  const { emulator, session, url, field } = await openCheckout();
  const declined = await post(url, { action: 'decline' });
  expect(declined.status).toBe(402);
  expect(await declined.text()).toContain('Your card was declined');
  expect((await post(url, { action: 'cancel' })).headers.get('location')).toBe(CANCEL_URL);
  await post(url, { action: 'update', [field]: '9' });
  const open = await emulator.stripe.checkout.sessions.retrieve(session.id);
  expect(open).toMatchObject({ status: 'open', amount_subtotal: 25_000 });
});

test('cancels through the portal with cancel_at only, undoes that, and changes the plan', async () => {
  const emulator = await startTestEmulator();
  const { customer, subscription } = await emulator.subscribe();
  const configuration = await portalWithPlans(emulator.stripe);
  const { url } = await emulator.stripe.billingPortal.sessions.create({
    customer,
    configuration,
    return_url: CANCEL_URL,
  });
  const read = () => emulator.stripe.subscriptions.retrieve(subscription);
  expect(await (await fetch(url)).text()).toContain('Premium access (small)');
  await post(url, { action: 'cancel', subscription });
  const set = await read();
  expect(set).toMatchObject({ cancel_at_period_end: false, cancel_at: set.items.data[0]?.current_period_end });
  await post(url, { action: 'undo', subscription });
  expect((await read()).cancel_at).toBeNull();
  const price = await priceOf(emulator.stripe, 'scale_yearly');
  await post(url, { action: 'change', subscription, price, quantity: '7' });
  expect((await read()).items.data[0]).toMatchObject({ quantity: 7, price: { id: price } });
  await post(url, { action: 'cancel-now', subscription });
  expect((await read()).status).toBe('canceled');
});

test('offers no change and no cancellation where the configuration does not', async () => {
  const emulator = await startTestEmulator();
  const { customer, subscription } = await emulator.subscribe();
  const { url } = await emulator.stripe.billingPortal.sessions.create({ customer, return_url: CANCEL_URL });
  expect(await (await fetch(url)).text()).not.toMatch(/Update plan|Cancel/);
  expect((await post(url, { action: 'cancel', subscription })).status).toBe(400);
  expect((await post(url, { action: 'change', subscription, price: 'x', quantity: '2' })).status).toBe(400);
});

test('fails the renewal after the portal sets a bad card, and reactivates after Pay now with a good card', async () => {
  const emulator = await startTestEmulator();
  const { customer, subscription } = await emulator.subscribe();
  const { url } = await emulator.stripe.billingPortal.sessions.create({ customer, return_url: CANCEL_URL });
  await post(url, { action: 'card-bad' });
  await emulator.control('advance', { seconds: 32 * 86_400 });
  const [invoice] = (await emulator.stripe.invoices.list({ subscription, status: 'open' })).data;
  await post(url, { action: 'card-good' });
  await post(url, { action: 'pay', invoice: invoice?.id ?? '' });
  expect((await emulator.stripe.subscriptions.retrieve(subscription)).status).toBe('active');
});

test('confirms a plan change on one page with subscription_update_confirm', async () => {
  const emulator = await startTestEmulator();
  const { customer, subscription } = await emulator.subscribe();
  const [item] = (await emulator.stripe.subscriptions.retrieve(subscription)).items.data;
  const price = await priceOf(emulator.stripe, 'scale_monthly');
  const configuration = await portalWithPlans(emulator.stripe);
  const flow = (items: { id: string; price: string; quantity: number }[]) =>
    emulator.stripe.billingPortal.sessions.create({
      customer,
      configuration,
      return_url: CANCEL_URL,
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: { subscription, items },
        after_completion: { type: 'redirect', redirect: { return_url: 'http://localhost:8080/dashboard' } },
      },
    });
  const id = item?.id ?? '';
  const { url } = await flow([{ id, price, quantity: 2 }]);
  expect(await (await fetch(url)).text()).toContain('£50.00 per month');
  const response = await post(url, { action: 'confirm' });
  expect(response.headers.get('location')).toBe('http://localhost:8080/dashboard');
  const changed = await emulator.stripe.subscriptions.retrieve(subscription);
  expect(changed.items.data[0]).toMatchObject({ id, quantity: 2, price: { id: price } });
  await expect(flow([{ id, price, quantity: 2 }])).rejects.toMatchObject({ statusCode: 400 });
});

test('refuses control commands from another site', async () => {
  const { base } = await startTestEmulator();
  const foreign = await fetch(`${base}/_control/reset`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'cross-site' },
  });
  expect(foreign.status).toBe(403);
});
