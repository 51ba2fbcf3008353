import { createHmac, randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, expect, test, vi } from 'vitest';
import { POST } from '#app/api/webhooks/stripe/route.ts';
import { startPurchase } from '#lib/testing/buyer.ts';
import { getUserStatus } from '#lib/billing/queries.ts';
import { db } from '#lib/base/db/db.ts';
import { log } from '#lib/base/log.ts';
import { subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { Killed, mortal } from '#lib/testing/faults.ts';
import { mailsTo } from '#lib/testing/queued-mails.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { metrics } from '#server/metrics/metrics.ts';
import { refusedWebhooks } from './refused-webhooks.ts';
import { handleStripeEvent } from './webhook.ts';
import { forgetProcessState } from '#lib/base/process-state.ts';

const DAY = 86_400;
const SECRET = 'whsec_of_the_tests';
const ROLLED = 'whsec_the_next_one_of_the_tests';

const shop = await startPausedEmulator();
afterAll(() => shop.close());
Object.assign(process.env, {
  STRIPE_API_BASE: shop.base,
  STRIPE_SECRET_KEY: shop.key,
  STRIPE_WEBHOOK_SECRET: `${ROLLED}, ${SECRET}`,
});

const withStripe = { stripe: () => shop.stripe };
const system = () => systemContext(db(), withStripe);
const created = (changes: object = {}) => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  type: 'customer.created',
  livemode: false,
  created: 1,
  data: { object: {} },
  ...changes,
});

type Delivery = { secret?: string; skew?: number; body?: string; signature?: string | null };

/** Posts an event as Stripe does, and returns the status. `skew`: seconds between now and the signature's time. */
async function deliver(event: object, { secret = SECRET, skew = 0, body, signature }: Delivery = {}): Promise<number> {
  const sent = body ?? JSON.stringify(event, null, 2);
  const time = Math.floor(Date.now() / 1000) + skew;
  const signed = `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${sent}`).digest('hex')}`;
  const headers = signature === null ? {} : { 'stripe-signature': signature ?? signed };
  const request = new Request('http://localhost:8080/api/webhooks/stripe', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: sent,
  });
  return (await POST(request)).status;
}

/** A user with a paid subscription whose events are not delivered yet. */
async function buyer() {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, withStripe);
  const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
  const id = await shop.pay(url.split('/').at(-1) ?? '');
  const events = async () => (await shop.events()).filter(({ data }) => JSON.stringify(data.object).includes(id));
  const updated = () => created({ type: 'customer.subscription.updated', data: { object: { id } } });
  return { user, email: user.email ?? '', ctx, id, events, sync: () => deliver(updated()) };
}
const rowOf = (id: string) => db().subscription.findUnique({ where: { stripeSubscriptionId: id } });
const eventRow = (id: string) => db().stripeEvent.findUnique({ where: { id } });
const isOn = async ({ user }: { user: { id: string } }) =>
  (await db().fuzzyKey.findMany({ where: { accountId: user.id }, orderBy: { id: 'asc' } })).map(
    ({ suspendedAt, deletedAt }) => suspendedAt === null && deletedAt === null,
  );

test('answers 400 to a missing or bad signature or an array, and neither stores nor logs the event (S59)', async () => {
  const written = (['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const).map((level) =>
    vi.spyOn(log(), level),
  );
  const marker = `marker${randomUUID()}`;
  const event = created({ request: marker });
  const body = JSON.stringify(event);
  const before = await db().stripeEvent.count();
  expect(await deliver(event, { secret: 'whsec_wrong' })).toBe(400);
  const time = Math.floor(Date.now() / 1000);
  expect(await deliver(event, { signature: `t=${time},v1=${'0'.repeat(64)}` })).toBe(400);
  expect(await deliver(event, { signature: null })).toBe(400);
  expect(await deliver(event, { body: `[${body}]` })).toBe(400);
  expect(await db().stripeEvent.count()).toBe(before);
  expect(JSON.stringify(written.map(({ mock }) => mock.calls))).not.toContain(marker);
  expect(await deliver(event, { body })).toBe(200);
  vi.restoreAllMocks();
});

test.each([
  [-302, 400],
  [DAY, 400],
  [302, 400],
  [-297, 200],
  [297, 200],
])('answers a signature that is %d s off with %d (S59)', async (skew, status) => {
  vi.setSystemTime(Date.now()); // stops the clock, because a busy machine may need seconds
  try {
    expect(await deliver(created(), { skew })).toBe(status);
  } finally {
    vi.useRealTimers();
  }
});

test('accepts both webhook secrets during a roll (S59)', async () => {
  expect(await deliver(created(), { secret: ROLLED })).toBe(200);
  expect(await deliver(created(), { secret: SECRET })).toBe(200);
});

test('answers a repeated event with 200 and does nothing', async () => {
  const person = await buyer();
  const event = (await person.events()).at(-1) ?? {};
  expect(await deliver(event)).toBe(200);
  const before = await db().auditEvent.count();
  expect(await deliver(event)).toBe(200);
  expect(await db().auditEvent.count()).toBe(before);
  expect(await isOn(person)).toEqual([true]);
});

test('answers an event from the other mode with 200, ignores it and raises an alert (S59)', async () => {
  const person = await buyer();
  const [event] = await person.events();
  expect(await deliver({ ...event, livemode: true })).toBe(200);
  expect(await eventRow(event?.id ?? '')).toMatchObject({ ignored: 'livemode' });
  expect(await db().billingAlert.findMany({ where: { subject: event?.id ?? '' } })).toMatchObject([
    { kind: 'livemode' },
  ]);
  expect(await isOn(person)).toEqual([]);
});

test('answers an event about an unknown customer with 200, and ignores it', async () => {
  const customer = (await shop.stripe.customers.create({ email: 'elsewhere@example.com' })).id;
  const price = await shop.priceOf('scale_monthly');
  const { id } = await shop.stripe.subscriptions.create({ customer, items: [{ price }], trial_period_days: 7 });
  const event = (await shop.events()).find(
    ({ type, data }) => type === 'customer.subscription.created' && JSON.stringify(data.object).includes(id),
  );
  expect(await deliver(event ?? {})).toBe(200);
  expect(await eventRow(event?.id ?? '')).toMatchObject({ ignored: 'unknown_customer' });
  expect(await rowOf(id)).toBeNull();
});

test('ignores event types without effect, and refuses thin events, malformed bodies and bodies over 512 kB (S56, S59)', async () => {
  const other = created({ type: 'radar.early_fraud_warning.created' });
  expect(await deliver(other)).toBe(200);
  expect(await eventRow(other.id)).toMatchObject({ ignored: 'no_effect' });
  const thin = { id: 'evt_thin', object: 'v2.core.event', type: 'v1.billing.meter.error_report_triggered' };
  expect(await deliver(thin)).toBe(400);
  expect(await deliver({}, { body: 'not json' })).toBe(400);
  expect(await deliver({}, { body: '{}' })).toBe(400);
  expect(await deliver({}, { body: JSON.stringify(created({ padding: 'x'.repeat(600 * 1024) })) })).toBe(413);
  expect(await deliver({}, { body: JSON.stringify(created({ padding: 'x'.repeat(500 * 1024) })) })).toBe(200);
});

test('flags an unknown price, creates no key for it, and keeps an existing key', async () => {
  const product = (await shop.stripe.products.create({ name: 'Something else' })).id;
  const recurring = { interval: 'month' } as const;
  const price = await shop.stripe.prices.create({ product, currency: 'gbp', unit_amount: 900, recurring });
  const change = async (id: string) =>
    shop.stripe.subscriptions.update(id, { items: [{ id: await shop.itemOf(id), price: price.id }] });
  const early = await buyer();
  await change(early.id);
  await early.sync();
  expect([await rowOf(early.id), await isOn(early)]).toMatchObject([{ flags: ['unknown_price'], plan: null }, []]);
  const late = await buyer();
  await late.sync();
  await change(late.id);
  await late.sync();
  expect([await rowOf(late.id), await isOn(late)]).toMatchObject([{ flags: ['unknown_price'] }, [true]]);
});

test('uses the first known item of a subscription with two items, and flags the subscription', async () => {
  const person = await buyer();
  const price = await shop.priceOf('scale_monthly');
  await shop.stripe.subscriptions.update(person.id, { items: [{ price, quantity: 1 }] });
  await person.sync();
  expect(await rowOf(person.id)).toMatchObject({ flags: ['several_items'], plan: 'starter' });
  expect(await isOn(person)).toEqual([true]);
});

test('stays canceled when a late "updated" (active) follows "deleted" (R2)', async () => {
  const person = await buyer();
  const updated = (await person.events()).filter(({ type }) => type === 'customer.subscription.updated');
  await shop.stripe.subscriptions.cancel(person.id);
  const deleted = (await person.events()).filter(({ type }) => type === 'customer.subscription.deleted');
  expect([updated.length, deleted.length]).toEqual([1, 1]);
  for (const event of [...deleted, ...updated]) expect(await deliver(event)).toBe(200);
  expect((await getUserStatus(person.ctx)).plan).toMatchObject({ status: 'canceled', key: null });
});

test('matches Stripe after all events are replayed onto an old backup (R5)', async () => {
  const [later, ended] = [await buyer(), await buyer()];
  for (const { sync } of [later, ended]) await sync();
  await shop.stripe.subscriptions.cancel(ended.id);
  await ended.sync();
  // In the backup, `later` has not bought anything yet, and the subscription of `ended` is still active.
  await db().fuzzyKey.deleteMany({ where: { accountId: later.user.id } });
  await db().subscription.deleteMany({ where: { accountId: later.user.id } });
  await db().account.update({ where: { id: later.user.id }, data: { stripeCustomerId: null } });
  await db().subscription.updateMany({
    where: { accountId: ended.user.id },
    data: { status: 'active', endedAt: null },
  });
  await db().fuzzyKey.updateMany({ where: { accountId: ended.user.id }, data: { deletedAt: null } });
  await db().stripeEvent.deleteMany();
  for (const event of [...(await later.events()), ...(await ended.events())]) expect(await deliver(event)).toBe(200);
  expect([await isOn(later), await isOn(ended)]).toEqual([[true], [false]]);
  expect(await rowOf(ended.id)).toMatchObject({ status: 'canceled' });
});

test('leaves one subscription, key and email after a kill before any statement and a second delivery (R3)', async () => {
  const handle = async (event: Stripe.Event, survives: number): Promise<boolean> => {
    let left = survives;
    const dying = mortal(db(), () => {
      if (left-- === 0) throw new Killed();
    });
    try {
      return await handleStripeEvent(systemContext(dying, withStripe), event);
    } catch (error) {
      if (error instanceof Killed) return false;
      throw error;
    }
  };
  let [statements, isAlive] = [0, false];
  for (; !isAlive; statements++) {
    const person = await buyer();
    const events = await person.events();
    const event = events.at(-1);
    if (!event) throw new Error('no event');
    isAlive = await handle(event, statements);
    for (const each of events) await handleStripeEvent(system(), each);
    expect(await isOn(person), `killed before statement ${statements}`).toEqual([true]);
    expect(await db().subscription.count({ where: { accountId: person.user.id } })).toBe(1);
    expect(await mailsTo(person.email), `killed before statement ${statements}`).toHaveLength(1);
  }
  expect(statements, 'places of the kill').toBeGreaterThan(10);
});

test('counts refused webhooks by reason, and logs those with a signature', async () => {
  forgetProcessState('refusals by settings'); // the tests above have used up the line of this minute
  const warn = vi.spyOn(log(), 'warn');
  const before = Object.fromEntries(refusedWebhooks());
  await deliver(created(), { skew: 600 });
  await deliver(created(), { secret: 'whsec_of_another_endpoint' });
  await deliver(created(), { body: '[]' });
  await deliver(created(), { signature: null });
  const after = refusedWebhooks().map(([reason, count]) => [reason, count - (before[reason] ?? 0)]);
  expect(Object.fromEntries(after)).toEqual({ time: 1, secret: 1, body: 1, unsigned: 1 });
  const requestId = expect.any(String) as string;
  expect(warn.mock.calls.map(([fields]) => fields)).toEqual(
    ['time', 'secret', 'body'].map((reason) => ({ cause: `stripe_webhook_${reason}`, requestId })),
  );
  warn.mockRestore();
  expect(await metrics.metrics()).toMatch(/stripe_webhooks_refused_total\{reason="time"\} [1-9]/);
});

test('queues a sync of each of 3,000 subscriptions when their product changes, once although Stripe repeats it', async () => {
  const { id: userId } = await createUserRow(db());
  await db().$executeRaw`
    INSERT INTO subscriptions (id, stripe_subscription_id, user_id, stripe_customer_id, status, stripe_price_id, stripe_product_id, product_name, "interval", quantity, started_at, synced_at)
    SELECT gen_random_uuid(), 'sub_many_' || n, ${userId}::uuid, 'cus_many', 'active', 'price_many', 'prod_many', 'Many', 'month', 1, now(), now()
    FROM generate_series(1, 3000) n`;
  for (const times of [1, 2]) {
    const event = created({ id: `evt_many_${times}`, type: 'product.updated', data: { object: { id: 'prod_many' } } });
    await handleStripeEvent(system(), event as unknown as Stripe.Event);
    const [row] = await db().$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM pgboss.job WHERE data->>'subscription' LIKE 'sub_many_%'`;
    expect(row?.n).toBe(3000);
  }
});
