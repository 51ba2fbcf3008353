import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { formatDay } from '#lib/format.ts';
import {
  createBillingStack,
  type AppProcess,
  type BillingStack,
  type Person,
} from '../support/stacks/billing-stack.ts';
import { PRODUCTION_SITE } from '#lib/testing/contacts.ts';
import { HttpClient } from '../support/http-client.ts';
import { deliverAtOnce, killDuringProvisioning } from './provisioning.ts';

const DAY = 86_400;
const ROLLED = 'whsec_the_next_one_of_the_tests';

let billing: BillingStack;
let second: AppProcess;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  billing = await createBillingStack();
  second = await billing.startApp({ STRIPE_WEBHOOK_SECRET: `${ROLLED}, ${billing.secret}` });
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
/** Stripe's first event about a subscription. */
const creationOf = async (id: string) =>
  (await billing.eventsOf(id)).find(({ type }) => type === 'customer.subscription.created') ?? evt();
const sync = async (id: string) =>
  billing.deliver(evt({ type: 'customer.subscription.updated', data: { object: { id, object: 'subscription' } } }));
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
const alertsAbout = async (text: string) =>
  (
    await billing.query<{ kind: string }>(
      'SELECT kind FROM billing_alerts WHERE subject = $1 OR stripe_subscription_id = $1',
      text,
    )
  ).map(({ kind }) => kind);
const portal = async (person: Person, query: string, form: Record<string, string>) => {
  const { headers } = await person.client.send(`/billing${query}`);
  await fetch(headers.get('location') ?? '', { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
};

test('ends with one key and one mail after reordered, duplicate, forged, stale and failed deliveries', async () => {
  const { control } = billing;
  const { person } = await billing.buyer();
  await control.send('duplicate', { count: 5 });
  await control.send('fail-next', { count: 2 });
  await control.send('corrupt-signature', { count: 4 });
  await control.send('old-timestamp', { count: 6, seconds: 301 });
  await control.send('reorder');
  await control.send('release');
  await expect.poll(() => isOn(person), { timeout: 30_000 }).toEqual([true]);
  const state = async () =>
    (await control.state()) as unknown as { pending: object[]; deliveries: { status: number }[] };
  await expect.poll(async () => (await state()).pending.length, { timeout: 60_000, intervals: [500] }).toBe(0);
  expect((await state()).deliveries.some(({ status }) => status === 400)).toBe(true);
  await control.send('redeliver');
  await expect.poll(async () => (await state()).pending.length, { timeout: 60_000, intervals: [500] }).toBe(0);
  expect(await billing.mailsTo(person)).toEqual(['Your key is ready']);
  await control.send('hold');
});

test('answers a repeated event with 200 and does nothing, even at another instance', async () => {
  const { person, id } = await billing.buyer();
  const event = await creationOf(id);
  expect(await billing.deliver(event)).toBe(200);
  const audit = () => billing.query('SELECT 1 FROM audit_events');
  const before = (await audit()).length;
  expect(await billing.deliver(event)).toBe(200);
  expect(await billing.deliver(event, { app: second })).toBe(200);
  expect(await audit()).toHaveLength(before);
  expect(await isOn(person)).toEqual([true]);
});

test('has one effect and sends one mail when an event arrives ten times at once at two instances (R1)', async () => {
  await deliverAtOnce(billing, [billing.first, second], 10);
});

test('ends up active when "updated" (active) arrives before "created" (incomplete) (R2)', async () => {
  const { person, id } = await billing.buyer();
  const events = (await billing.eventsOf(id)).filter(({ type }) => type.startsWith('customer.subscription.'));
  expect(events.map(({ type }) => type)).toEqual(['customer.subscription.created', 'customer.subscription.updated']);
  await billing.deliverAll(events.slice(1), { app: second });
  await billing.deliverAll(events.slice(0, 1));
  expect((await billing.statusOf(person)).plan).toMatchObject({ status: 'active', product: 'Premium access (small)' });
});

test('stays canceled when a late "updated" (active) follows "deleted"', async () => {
  const { person, id } = await billing.buyer();
  const active = (await billing.eventsOf(id)).filter(({ type }) => type === 'customer.subscription.updated');
  await billing.stripe.subscriptions.cancel(id);
  const deleted = (await billing.eventsOf(id)).filter(({ type }) => type === 'customer.subscription.deleted');
  await billing.deliverAll(deleted);
  await billing.deliverAll(active, { app: second });
  expect((await billing.statusOf(person)).plan).toMatchObject({ status: 'canceled', key: null });
});

test("keeps Stripe's latest state when one of two instances reads slowly", async () => {
  const { person, id } = await billing.buyer();
  await sync(id);
  const item = (await billing.stripe.subscriptions.retrieve(id)).items.data[0]?.id ?? '';
  const change = (quantity: number) => billing.stripe.subscriptions.update(id, { items: [{ id: item, quantity }] });
  for (let round = 1; round <= 3; round++) {
    await change(10 * round);
    await billing.control.send('slow-api', { count: 1, milliseconds: 300 });
    const event = evt({ type: 'customer.subscription.updated', data: { object: { id } } });
    const slow = billing.deliver(event); // will have read the old quantity when the next event arrives
    const hasLock = () => billing.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted");
    await expect.poll(async () => (await hasLock()).length, { intervals: [5] }).toBeGreaterThan(0);
    await expect
      .poll(
        async () =>
          ((await billing.control.state()) as unknown as { faults: { slowApi: { count: number } } }).faults.slowApi
            .count,
        { intervals: [5] },
      )
      .toBe(0);
    await change(10 * round + 1);
    expect(await billing.deliver(evt({ ...event, id: `evt_${randomUUID()}` }), { app: second })).toBe(200);
    expect(await slow).toBe(200);
    expect((await billing.statusOf(person)).plan.quantity).toBe(10 * round + 1);
  }
});

test('answers 400 to a missing or bad signature or an array, and neither stores nor logs the event (S59)', async () => {
  const marker = `marker${randomUUID()}`;
  const event = evt({ request: marker });
  const body = JSON.stringify(event);
  const before = await billing.query('SELECT id FROM stripe_events');
  expect(await billing.deliver(event, { secret: 'whsec_wrong' })).toBe(400);
  const time = Math.floor(Date.now() / 1000);
  expect(await billing.deliver(event, { signature: `t=${time},v1=${'0'.repeat(64)}` })).toBe(400);
  expect(await billing.deliver(event, { signature: null })).toBe(400);
  expect(await billing.deliver(event, { body: `[${body}]` })).toBe(400);
  expect(await billing.query('SELECT id FROM stripe_events')).toEqual(before);
  expect(billing.stack.output()).not.toContain(marker);
  expect(await billing.deliver(event, { body })).toBe(200);
});

test('refuses signatures more than 5 minutes old or ahead with 400, and accepts others (S59)', async () => {
  for (const [skew, status] of [
    [-302, 400],
    [DAY, 400],
    [302, 400],
    [-297, 200],
    [297, 200],
  ] as const)
    expect(await billing.deliver(evt(), { skew }), `${skew} s`).toBe(status);
});

test('accepts both webhook secrets during a roll (S59)', async () => {
  expect(await billing.deliver(evt(), { app: second, secret: ROLLED })).toBe(200);
  expect(await billing.deliver(evt(), { app: second })).toBe(200);
  expect(await billing.deliver(evt(), { secret: ROLLED })).toBe(400);
});

test('answers an event from the other mode with 200, ignores it and raises an alert (S59)', async () => {
  const { person, id } = await billing.buyer();
  const [event] = await billing.eventsOf(id);
  expect(await billing.deliver({ ...event, livemode: true })).toBe(200);
  expect(await eventRow(event?.id ?? '')).toMatchObject({ ignored: 'livemode' });
  expect(await alertsAbout(event?.id ?? '')).toEqual(['livemode']);
  expect(await isOn(person)).toEqual([]);
});

test('syncs after an event with another API version', async () => {
  const { person, id } = await billing.buyer();
  const event = evt({
    api_version: '2020-08-27',
    type: 'invoice.paid',
    data: { object: { id: 'in_old', object: 'invoice', subscription: id } },
  });
  expect(await billing.deliver(event)).toBe(200);
  expect(await isOn(person)).toEqual([true]);
});

test('flags an unknown price, creates no key for it, and keeps an existing key', async () => {
  const { stripe } = billing;
  const product = (await stripe.products.create({ name: 'Something else' })).id;
  const price = await stripe.prices.create({
    product,
    currency: 'gbp',
    unit_amount: 900,
    recurring: { interval: 'month' },
  });
  const change = async (id: string) => {
    const item = (await stripe.subscriptions.retrieve(id)).items.data[0]?.id ?? '';
    await stripe.subscriptions.update(id, { items: [{ id: item, price: price.id }] });
    expect(await sync(id)).toBe(200);
  };
  const early = await billing.buyer();
  await change(early.id);
  expect([await rowOf(early.id), await isOn(early.person)]).toMatchObject([
    { flags: ['unknown_price'], plan: null },
    [],
  ]);
  const late = await billing.buyer();
  await sync(late.id);
  await change(late.id);
  expect([await rowOf(late.id), await isOn(late.person)]).toMatchObject([{ flags: ['unknown_price'] }, [true]]);
});

test('applies each change of quantity to key and status with one sync', async () => {
  const { person, id } = await billing.buyer();
  const item = (await billing.stripe.subscriptions.retrieve(id)).items.data[0]?.id ?? '';
  for (const quantity of [3, 10, 1]) {
    await billing.stripe.subscriptions.update(id, { items: [{ id: item, quantity }] });
    await sync(id);
    expect(await billing.keysOf(person)).toMatchObject([{ quantity, rate: 60_000 / 86_400 }]);
    expect((await billing.statusOf(person)).plan.quantity).toBe(quantity);
  }
});

test('changes Starter monthly to Scale yearly in the portal, and keeps the key', async () => {
  const { person, id } = await billing.buyer();
  await sync(id);
  const { plan: before } = await billing.statusOf(person);
  await portal(person, '?flow=change&plan=scale&interval=year&quantity=2', { action: 'confirm' });
  await sync(id);
  const { plan } = await billing.statusOf(person);
  expect(plan).toEqual({
    product: 'Premium access',
    quantity: 2,
    status: 'active',
    key: before.key,
    forbidden_flags: [],
  });
  const view = (await billing.billingOf(person)).json() as {
    subscription: { interval: string; current_period_end: string };
  };
  expect(view.subscription.interval).toBe('year');
  expect(Date.parse(view.subscription.current_period_end)).toBeGreaterThan(Date.now() + 360 * DAY * 1000);
});

test('uses the first known item of a subscription with two items, and flags it', async () => {
  const { person, id } = await billing.buyer();
  const [scale] = (await billing.stripe.prices.list({ lookup_keys: ['scale_monthly'] })).data;
  await billing.stripe.subscriptions.update(id, { items: [{ price: scale?.id ?? '', quantity: 1 }] });
  await sync(id);
  expect(await rowOf(id)).toMatchObject({ flags: ['several_items'], plan: 'starter' });
  expect(await isOn(person)).toEqual([true]);
});

test('keeps the key on until the end of a cancelled period, and undoes a cancellation in the portal', async () => {
  const { person, id } = await billing.buyer();
  await sync(id);
  await portal(person, '?flow=cancel', { action: 'confirm' });
  await sync(id);
  const [item] = (await billing.stripe.subscriptions.retrieve(id)).items.data;
  const end = new Date((item?.current_period_end ?? 0) * 1000);
  expect([await isOn(person), (await rowOf(id))?.cancel_at]).toEqual([[true], end]);
  await portal(person, '', { action: 'undo', subscription: id });
  await sync(id);
  expect((await rowOf(id))?.cancel_at).toBeNull();
  await portal(person, '?flow=cancel', { action: 'confirm' });
  await billing.control.send('advance', { seconds: 32 * DAY });
  await sync(id);
  expect([await isOn(person), (await rowOf(id))?.status]).toEqual([[false], 'canceled']);
});

test('turns the key off with the first delivery after an immediate cancellation', async () => {
  const { person, id } = await billing.buyer();
  await sync(id);
  await billing.stripe.subscriptions.cancel(id);
  await billing.deliverAll((await billing.eventsOf(id)).slice(-1));
  expect(await isOn(person)).toEqual([false]);
});

test('keeps the key on while past due, turns it off when retries are exhausted, and sends a mail for each', async () => {
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
  await billing.mailbox.receive(person.email, 'Your subscription has ended');
  expect((await billing.mailsTo(person)).toSorted()).toEqual([
    'Your key is ready',
    'Your payment failed',
    'Your subscription has ended',
  ]);
});

test('creates no key for a subscription that stays incomplete and expires', async () => {
  const person = await billing.newPerson();
  const id = await billing.pay(await billing.openCheckout(person), 'needs-action');
  const events = await billing.eventsOf(id);
  await billing.deliverAll(events);
  expect([await isOn(person), (await rowOf(id))?.status]).toEqual([[], 'incomplete']);
  await billing.control.send('advance', { seconds: DAY });
  await billing.deliverAll(events);
  // processed events change nothing
  expect([await isOn(person), (await rowOf(id))?.status]).toEqual([[], 'incomplete']);
  await sync(id);
  expect([await isOn(person), (await rowOf(id))?.status]).toEqual([[], 'incomplete_expired']);
});

test('creates no key before an asynchronous payment has succeeded', async () => {
  const person = await billing.newPerson();
  const session = await billing.openCheckout(person);
  const id = await billing.pay(session, 'async');
  await billing.deliverAll(await billing.eventsOf(id));
  expect(await isOn(person)).toEqual([]);
  await billing.control.send('advance', { seconds: 4 * DAY });
  const succeeded = (await billing.eventsOf(session)).filter(
    ({ type }) => type === 'checkout.session.async_payment_succeeded',
  );
  await billing.deliverAll(succeeded);
  expect(await isOn(person)).toEqual([true]);
});

test('raises an alert for a refund or a dispute, and changes nothing else', async () => {
  const { person, id } = await billing.buyer();
  await sync(id);
  const before = (await billing.eventsOf('')).length;
  await billing.control.send('refund', { subscription: id });
  await billing.control.send('dispute', { subscription: id });
  const events = (await billing.eventsOf('')).slice(before);
  await billing.deliverAll([...events, ...events]);
  const kinds = await Promise.all(events.map(({ data }) => alertsAbout((data.object as { id: string }).id)));
  expect(kinds).toEqual([['refund'], ['dispute']]);
  expect(await isOn(person)).toEqual([true]);
});

test('turns the key off, keeps the user and clears the customer id when Stripe deletes the customer', async () => {
  const { person, id } = await billing.buyer();
  await sync(id);
  const customer = await billing.customerOf(person);
  await billing.control.send('delete-customer', { customer });
  const events = (await billing.eventsOf(customer)).slice(-2);
  await billing.deliverAll(events.toReversed());
  expect([await isOn(person), (await rowOf(id))?.status, await billing.customerOf(person)]).toEqual([
    [false],
    'canceled',
    '',
  ]);
  expect((await billing.statusOf(person)).has_subscription).toBe(false);
});

test('answers an event about an unknown customer with 200, and ignores it', async () => {
  const customer = (await billing.stripe.customers.create({ email: 'elsewhere@example.com' })).id;
  const [price] = (await billing.stripe.prices.list({ lookup_keys: ['scale_monthly'] })).data;
  const { id } = await billing.stripe.subscriptions.create({
    customer,
    items: [{ price: price?.id ?? '' }],
    trial_period_days: 7,
  });
  const [event] = await billing.eventsOf(id);
  expect(await billing.deliver(event ?? {})).toBe(200);
  const created = (await billing.eventsOf(id)).find(({ type }) => type === 'customer.subscription.created');
  expect(await billing.deliver(created ?? {})).toBe(200);
  expect(await eventRow(created?.id ?? '')).toMatchObject({ ignored: 'unknown_customer' });
  expect(await rowOf(id)).toBeUndefined();
});

test('leaves nothing half done while Stripe fails (500) or the database is down (503), and succeeds on retry (R3)', async () => {
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

test('matches Stripe after all events are replayed onto an old backup (R5)', async () => {
  const later = await billing.buyer();
  const ended = await billing.buyer('');
  for (const { id } of [later, ended]) await sync(id);
  await billing.stripe.subscriptions.cancel(ended.id);
  await sync(ended.id);
  // In the backup, `later` has not bought anything yet, and the subscription of `ended` is still active.
  await billing.query('DELETE FROM fuzzy_keys WHERE user_id = $1', later.person.id);
  await billing.query('DELETE FROM subscriptions WHERE user_id = $1', later.person.id);
  await billing.query('UPDATE users SET stripe_customer_id = NULL WHERE id = $1', later.person.id);
  await billing.query(
    "UPDATE subscriptions SET status = 'active', ended_at = NULL WHERE user_id = $1",
    ended.person.id,
  );
  await billing.query('UPDATE fuzzy_keys SET deleted_at = NULL WHERE user_id = $1', ended.person.id);
  await billing.query('DELETE FROM stripe_events');
  await billing.deliverAll([...(await billing.eventsOf(later.id)), ...(await billing.eventsOf(ended.id))]);
  expect([await isOn(later.person), await isOn(ended.person)]).toEqual([[true], [false]]);
  expect((await rowOf(ended.id))?.status).toBe('canceled');
});

test('creates one key from the return page, and none while unpaid or for another user (S60)', async () => {
  const person = await billing.newPerson();
  const stranger = await billing.newPerson();
  const session = await billing.openCheckout(person);
  const page = async ({ client }: Person) => (await client.send(`/billing/return?session_id=${session}`)).text;
  expect(await page(person)).toContain('The payment was not completed');
  await billing.pay(session);
  expect(await page(stranger)).toContain('We do not know this purchase');
  expect([await isOn(person), await isOn(stranger)]).toEqual([[], []]);
  const both = await Promise.all([page(person), page(person)]);
  for (const text of [...both, await page(person)]) expect(text).toContain('Your plan is active');
  expect(await isOn(person)).toEqual([true]);
});

test('opens one checkout for four clicks in two tabs, and flags one of two paid subscriptions', async () => {
  const person = await billing.newPerson();
  const tab = new HttpClient(second.url, person.client.cookies);
  const clicks = [person.client, person.client, tab, tab].map((client) => client.send('/buy?small=1'));
  const places = (await Promise.all(clicks)).map(({ headers }) => headers.get('location'));
  expect(new Set(places).size).toBe(1);
  const customer = await billing.customerOf(person);
  expect((await billing.stripe.checkout.sessions.list({ customer })).data).toHaveLength(1);
  const { data } = await billing.stripe.customers.list({ limit: 100 });
  expect(data.filter(({ email }) => email === person.email)).toHaveLength(1);
  const one = await billing.pay(await billing.openCheckout(person, '?small=1'));
  const two = await billing.pay(await billing.openCheckout(person, '')); // the webhook of the first has not arrived yet
  await sync(two);
  await sync(one);
  const flags = [(await rowOf(one))?.flags, (await rowOf(two))?.flags];
  expect(flags.filter((each) => each?.includes('second_subscription'))).toHaveLength(1);
  expect(await isOn(person)).toEqual([true]);
});

test('refuses test=1 in production, even with a forged Host (S58)', async () => {
  const production = await billing.startApp({
    APP_MODE: 'production',
    ...PRODUCTION_SITE,
    STRIPE_SECRET_KEY: `sk_test_${randomUUID()}`,
    STRIPE_API_BASE: '',
  });
  const client = new HttpClient(production.url);
  for (const headers of [{}, { host: 'localhost:8080' }, { host: 'localhost', 'x-forwarded-host': 'localhost' }]) {
    const answer = await client.send('/buy?small=1&test=1', { headers });
    expect([answer.status, answer.text.includes('Test purchases are not possible here.')]).toEqual([400, true]);
  }
  await production.kill();
});

test('ignores other event types, and refuses thin events, malformed bodies and bodies over 512 kB (S56, S59)', async () => {
  const other = evt({ type: 'radar.early_fraud_warning.created' });
  expect(await billing.deliver(other)).toBe(200);
  expect(await eventRow(other.id)).toMatchObject({ ignored: 'no_effect' });
  expect(
    await billing.deliver({ id: 'evt_thin', object: 'v2.core.event', type: 'v1.billing.meter.error_report_triggered' }),
  ).toBe(400);
  expect(await billing.deliver({}, { body: 'not json' })).toBe(400);
  expect(await billing.deliver({}, { body: '{}' })).toBe(400);
  expect(await billing.deliver({}, { body: JSON.stringify(evt({ padding: 'x'.repeat(600 * 1024) })) })).toBe(413);
  expect(await billing.deliver({}, { body: JSON.stringify(evt({ padding: 'x'.repeat(500 * 1024) })) })).toBe(200);
});

test('voids the open invoice of a past-due subscription cancelled in the portal, and mails the end date once', async () => {
  const { person, id } = await billing.buyer();
  await sync(id);
  const customer = await billing.customerOf(person);
  await billing.control.send('card', { customer, state: 'bad' });
  await billing.control.send('advance', { seconds: 32 * DAY });
  await sync(id);
  await portal(person, '?flow=cancel', { action: 'confirm' });
  await sync(id);
  const invoices = async () => (await billing.stripe.invoices.list({ subscription: id })).data;
  await expect.poll(async () => (await invoices()).map(({ status }) => status)).toEqual(['void', 'paid']);
  expect((await invoices())[0]?.next_payment_attempt).toBeNull();
  await sync(id);
  const end = (await rowOf(id))?.cancel_at ?? new Date(0);
  expect([await isOn(person), (await rowOf(id))?.status]).toEqual([[true], 'active']);
  const told = `Your subscription ends on ${formatDay(end)}`;
  await billing.mailbox.receive(person.email, told);
  await billing.control.send('advance', { seconds: 40 * DAY });
  await sync(id);
  expect([await isOn(person), (await rowOf(id))?.status]).toEqual([[false], 'canceled']);
  expect((await billing.mailsTo(person)).toSorted()).toEqual(['Your key is ready', 'Your payment failed', told]);
});

test('serves status and dashboard while Stripe is down, and billing says so (R6)', async () => {
  const { person, id } = await billing.buyer();
  await sync(id);
  await billing.control.send('slow-api', { count: 1000, milliseconds: 30_000 });
  const hanging = Array.from({ length: 8 }, () => sync(id).catch(() => 0)); // they wait for Stripe, which hangs
  const page = person.client.send('/billing');
  for (let n = 0; n < 20; n++) expect((await billing.statusOf(person)).plan.status).toBe('active');
  expect((await person.client.send('/dashboard')).status).toBe(200);
  expect((await billing.billingOf(person)).json()).toMatchObject({
    stripe: 'unavailable',
    subscription: { status: 'active', product: 'Premium access (small)' },
    invoices: null,
  });
  const refused = await page;
  expect([refused.status, refused.text.includes('payment provider does not answer')]).toEqual([503, true]);
  await billing.control.send('slow-api', { count: 0, milliseconds: 0 });
  await Promise.all(hanging);
  expect((await billing.billingOf(person)).json()).toMatchObject({ stripe: 'ok' });
});

test('provisions one subscription, key and mail for each purchase although the app is killed (R3)', async () => {
  await killDuringProvisioning(billing, 4);
});
