import { randomUUID } from 'node:crypto';
import type { BillingView, PlanChangePreview } from '#lib/billing/views.ts';
import { expect, test } from '../fixtures.ts';
import { HttpClient } from '../support/http-client.ts';
import { settleJobs } from '../support/jobs.ts';
import {
  createBillingStack,
  type AppProcess,
  type BillingStack,
  type Person,
} from '../support/stacks/billing-stack.ts';
import { sayWhoBuys } from '../support/who-buys.ts';

const DAY = 86_400;
const MAILS = "name = 'mail.send'";

let billing: BillingStack;
let second: AppProcess;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  billing = await createBillingStack();
  second = await billing.startApp();
  // Warms up both instances: otherwise the first sync of a test would load code while it holds a lock.
  const { id } = await billing.buyer();
  for (const app of [billing.first, second]) expect(await sync(id, app)).toBe(200);
});
test.afterAll(async () => {
  const contract = await billing?.remove();
  expect(contract?.violations, 'every request matches the contract of the Stripe API').toEqual([]);
  expect(contract?.requests).toBeGreaterThan(0);
});

const evt = (changes: object = {}) => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  type: 'customer.created',
  livemode: false,
  created: 1,
  data: { object: {} },
  ...changes,
});
/** The `customer.subscription.created` event of a subscription. */
const creationOf = async (id: string) =>
  (await billing.eventsOf(id)).find(({ type }) => type === 'customer.subscription.created') ?? evt();
const sync = async (id: string, app = billing.first) =>
  billing.deliver(evt({ type: 'customer.subscription.updated', data: { object: { id, object: 'subscription' } } }), {
    app,
  });
const rowOf = async (id: string) =>
  (
    await billing.query<{
      status: string;
      flags: string[];
      cancel_at: Date | null;
      quantity: number;
      plan: string | null;
    }>('SELECT status, flags, cancel_at, quantity, plan FROM subscriptions WHERE stripe_subscription_id = $1', id)
  )[0];
const isOn = async (person: Person) =>
  (await billing.keysOf(person)).map((key) => key.suspended_at === null && key.deleted_at === null);
const eventRow = async (id: string) =>
  (
    await billing.query<{ ignored: string | null; processed_at: Date | null }>(
      'SELECT ignored, processed_at FROM stripe_events WHERE id = $1',
      id,
    )
  )[0];
/** Cancels or resumes the plan as /plan does. */
const ask = async ({ client }: Person, action: 'cancel' | 'resume') =>
  expect((await client.send(`/account/api/billing/${action}`, { json: {} })).status).toBe(200);

test('ends with one key and one email after reordered, duplicate, forged, stale and failed deliveries', async () => {
  const { control } = billing;
  const { person } = await billing.buyer();
  await control.send('duplicate', { count: 5 });
  await control.send('fail-next', { count: 2 });
  await control.send('corrupt-signature', { count: 4 });
  await control.send('old-timestamp', { count: 6, seconds: 301 });
  await control.send('reorder');
  await control.send('release');
  await expect.poll(() => isOn(person)).toEqual([true]);
  const state = async () =>
    (await control.state()) as unknown as { pending: object[]; deliveries: { status: number }[] };
  await expect.poll(async () => (await state()).pending.length, { timeout: 60_000, intervals: [50, 100, 200] }).toBe(0);
  expect((await state()).deliveries.some(({ status }) => status === 400)).toBe(true);
  await control.send('redeliver');
  await expect.poll(async () => (await state()).pending.length, { timeout: 60_000, intervals: [50, 100, 200] }).toBe(0);
  await billing.mailbox.receive(person.email, 'Your key is ready');
  expect(await billing.mailsTo(person)).toEqual(['Your key is ready']);
  await control.send('hold');
});

test('creates one key and one email when an event arrives fifty times at once at two instances (R1)', async () => {
  const { person, id } = await billing.buyer('');
  const event = (await billing.eventsOf(id)).at(-1) ?? {};
  const apps = Array.from({ length: 50 }, (_, n) => (n % 2 ? second : billing.first));
  // The fifty wait for each other. Like Stripe, the test repeats what was refused because that took too long.
  const statuses: number[] = [];
  const deliver = async (app: (typeof apps)[number]) => {
    const status = await billing.deliver(event, { app });
    statuses.push(status);
    return status;
  };
  await Promise.all(apps.map((app) => expect.poll(() => deliver(app)).toBe(200)));
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(await isOn(person)).toEqual([true]);
  const audit = () => billing.query('SELECT 1 FROM audit_events');
  const before = (await audit()).length;
  expect(await billing.deliver(event)).toBe(200);
  expect(await billing.deliver(event, { app: second })).toBe(200);
  expect(await audit()).toHaveLength(before);
  await billing.mailbox.receive(person.email, 'Your key is ready');
  expect(await billing.mailsTo(person)).toEqual(['Your key is ready']);
});

for (const [flags, product, interval, amount] of [
  ['micro=1', 'Personal usage', 'month', 840],
  ['micro=1&yearly=1', 'Personal usage', 'year', 10_080],
  ['small=1', 'Premium access (small)', 'month', 3000],
  ['small=1&yearly=1', 'Premium access (small)', 'year', 34_200],
  ['', 'Premium access', 'month', 6000],
  ['yearly=1', 'Premium access', 'year', 66_000],
] as const)
  test(`buys ${product} at /buy?${flags}, and shows the next charge with VAT and a PDF invoice`, async () => {
    const { person, id } = await billing.buyer(`?${flags}`);
    await sync(id);
    const view = (await billing.billingOf(person)).json() as BillingView;
    expect(view.subscription).toMatchObject({ product, interval, quantity: 1, status: 'active' });
    expect(view.next_charge).toMatchObject({ amount, currency: 'gbp' });
    const file = await fetch(view.invoices?.[0]?.pdf_url ?? '');
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });

test('creates one key from the return page, and none while unpaid or for another user (S60)', async () => {
  const person = await billing.newPerson();
  const stranger = await billing.newPerson();
  const session = await billing.openCheckout(person);
  const open = ({ client }: Person) => client.send(`/billing/return?session_id=${session}`);
  const page = async (whose: Person) => (await open(whose)).text;
  expect(await page(person)).toContain('The payment was not completed');
  await billing.pay(session);
  expect(await page(stranger)).toContain('Purchase not found');
  expect([await isOn(person), await isOn(stranger)]).toEqual([[], []]);
  const both = await Promise.all([open(person), open(person)]);
  for (const { headers } of [...both, await open(person)]) expect(headers.get('location')).toBe('/start?paid=1');
  expect((await person.client.send('/start?paid=1')).text).toContain('Your plan is active');
  expect(await isOn(person)).toEqual([true]);
});

test('opens one checkout for four clicks in two tabs, and flags one of two paid subscriptions', async () => {
  const person = await billing.newPerson();
  const tab = new HttpClient(second.url, person.client.cookies);
  await sayWhoBuys(person.client);
  const clicks = [person.client, person.client, tab, tab].map((client) => client.send('/buy?small=1'));
  const places = (await Promise.all(clicks)).map(({ headers }) => headers.get('location'));
  expect(new Set(places).size).toBe(1);
  const customer = await billing.customerOf(person);
  expect((await billing.stripe.checkout.sessions.list({ customer })).data).toHaveLength(1);
  const { data } = await billing.stripe.customers.list({ limit: 100 });
  expect(data.filter(({ email }) => email === person.email)).toHaveLength(1);
  const one = await billing.pay(await billing.openCheckout(person, '?small=1'));
  const two = await billing.pay(await billing.openCheckout(person, '')); // before a webhook reports the first purchase
  await sync(two);
  await sync(one);
  const flags = [(await rowOf(one))?.flags, (await rowOf(two))?.flags];
  expect(flags.filter((each) => each?.includes('second_subscription'))).toHaveLength(1);
  expect(await isOn(person)).toEqual([true]);
});

test('changes Starter monthly to Scale yearly for the shown amounts, and keeps the key', async () => {
  const { person, id } = await billing.buyer();
  await sync(id);
  const { plan: before } = await billing.statusOf(person);
  const wanted = { plan: 'scale', interval: 'year', quantity: 2 };
  const preview = await person.client.send('/account/api/billing/preview?plan=scale&interval=year&quantity=2');
  const shown = preview.json() as PlanChangePreview;
  const json = {
    ...wanted,
    proration_date: shown.proration_date,
    today: shown.today.amount,
    then: shown.then.amount,
  };
  const changed = await person.client.send('/account/api/billing/change', { json });
  expect(changed.json()).toMatchObject({ outcome: 'changed' });
  const { plan } = await billing.statusOf(person);
  expect(plan).toEqual({
    product: 'Premium access',
    quantity: 2,
    status: 'active',
    key: before.key,
    ends_at: null,
    key_is_off: false,
    forbidden_flags: [],
  });
  const view = (await billing.billingOf(person)).json() as {
    subscription: { interval: string; current_period_end: string };
  };
  expect(view.subscription.interval).toBe('year');
  expect(Date.parse(view.subscription.current_period_end)).toBeGreaterThan(Date.now() + 360 * DAY * 1000);
});

test('keeps the key enabled until a cancelled period ends, and resumes a cancelled plan', async () => {
  const { person, id } = await billing.buyer();
  await sync(id);
  await ask(person, 'cancel');
  const [item] = (await billing.stripe.subscriptions.retrieve(id)).items.data;
  const end = new Date((item?.current_period_end ?? 0) * 1000);
  expect([await isOn(person), (await rowOf(id))?.cancel_at]).toEqual([[true], end]);
  await ask(person, 'resume');
  expect((await rowOf(id))?.cancel_at).toBeNull();
  await ask(person, 'cancel');
  await billing.control.send('advance', { seconds: 32 * DAY });
  await sync(id);
  expect([await isOn(person), (await rowOf(id))?.status]).toEqual([[false], 'canceled']);
});

test('keeps the key on while past due, turns it off after the last retry, and mails both changes', async () => {
  const { person, id } = await billing.buyer();
  await sync(id);
  const customer = await billing.customerOf(person);
  await billing.control.send('card', { customer, state: 'bad' });
  await billing.control.send('advance', { seconds: 32 * DAY });
  await sync(id);
  expect([await isOn(person), (await rowOf(id))?.status]).toEqual([[true], 'past_due']);
  const { headers } = await person.client.send('/billing?flow=pay');
  await fetch(headers.get('location') ?? '', { method: 'POST', body: new URLSearchParams({ action: 'pay' }) });
  await sync(id);
  expect([await isOn(person), (await rowOf(id))?.status]).toEqual([[true], 'active']);
  await billing.control.send('card', { customer, state: 'bad' });
  await billing.control.send('advance', { seconds: 60 * DAY });
  await sync(id);
  expect([await isOn(person), (await rowOf(id))?.status]).toEqual([[false], 'canceled']);
  await settleJobs(billing, MAILS);
  expect((await billing.mailsTo(person)).toSorted()).toEqual([
    'Your key is ready',
    'Your payment failed',
    'Your subscription has ended',
  ]);
});

test('ends a past-due subscription at once when it is cancelled, voids its invoice, and mails that once', async () => {
  const { person, id } = await billing.buyer();
  await sync(id);
  const customer = await billing.customerOf(person);
  await billing.control.send('card', { customer, state: 'bad' });
  await billing.control.send('advance', { seconds: 32 * DAY });
  await sync(id);
  await ask(person, 'cancel');
  expect([await isOn(person), (await rowOf(id))?.status]).toEqual([[false], 'canceled']);
  const invoices = async () => (await billing.stripe.invoices.list({ subscription: id })).data;
  await expect.poll(async () => (await invoices()).map(({ status }) => status)).toEqual(['void', 'paid']);
  await billing.mailbox.receive(person.email, 'Your subscription has ended');
  await billing.control.send('advance', { seconds: 40 * DAY });
  await sync(id);
  await settleJobs(billing, MAILS);
  expect((await billing.mailsTo(person)).toSorted()).toEqual([
    'Your key is ready',
    'Your payment failed',
    'Your subscription has ended',
  ]);
});

test('stores no partial state while Stripe or the database is down, and succeeds on retry (R3)', async () => {
  const { person, id } = await billing.buyer();
  const event = await creationOf(id);
  await billing.control.send('fail-api', { count: 2 });
  expect(await billing.deliver(event)).toBe(500);
  expect([await isOn(person), (await eventRow(event.id))?.processed_at]).toEqual([[], null]);
  billing.stack.killPostgres();
  const answers: number[] = [];
  await expect
    .poll(async () => answers.push(await billing.deliver(event)) && answers.at(-1), {
      intervals: [50],
      timeout: 30_000,
    })
    .toBe(200);
  expect(new Set(answers.slice(0, -1))).toEqual(new Set(answers.length > 1 ? [503] : []));
  await expect.poll(() => isOn(person).catch(() => null)).toEqual([true]);
  expect(await billing.deliver(event, { app: second })).toBe(200);
});

test('serves status and dashboard while Stripe hangs, and reports that Stripe is unavailable (R6)', async () => {
  const { person, id } = await billing.buyer();
  await sync(id);
  await billing.control.send('slow-api', { count: 1000, milliseconds: 30_000 });
  // These requests wait for Stripe, some of them until the stack is removed.
  for (let n = 0; n < 8; n++) sync(id).catch(() => 0);
  person.client.send('/billing').catch(() => null);
  for (let n = 0; n < 20; n++) expect((await billing.statusOf(person)).plan.status).toBe('active');
  expect((await person.client.send('/dashboard')).status).toBe(200);
  await billing.control.send('slow-api', { count: 0, milliseconds: 0 });
  await billing.control.send('fail-api', { count: 1000 });
  expect((await billing.billingOf(person)).json()).toMatchObject({
    stripe: 'unavailable',
    subscription: { status: 'active', product: 'Premium access (small)' },
    invoices: null,
  });
  const refused = await person.client.send('/billing');
  expect([refused.status, refused.text.includes('payment provider does not answer')]).toEqual([503, true]);
  await billing.control.send('fail-api', { count: 0 });
  expect((await billing.billingOf(person)).json()).toMatchObject({ stripe: 'ok' });
});
