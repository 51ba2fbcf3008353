import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { db, lockInTransaction } from '#lib/base/db/db.ts';
import { adminContext, subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { startEmulator } from '#stripe-emulator/emulator.ts';
import { startPurchase } from '#lib/testing/buyer.ts';
import { getCheckoutOutcome } from '#lib/billing/purchase/outcome.ts';
import { openBillingPortal } from '#lib/billing/purchase/portal.ts';
import { getUserStatus } from '#lib/billing/queries.ts';
import { readAndSync } from './sync.ts';
import { handleStripeEvent } from './webhook.ts';

const KEY = 'sk_test_standin_of_the_tests';
const dir = mkdtempSync(path.join(tmpdir(), 'stripe-'));
let emulator: Awaited<ReturnType<typeof startEmulator>>;
let stripe: Stripe;

beforeAll(async () => {
  emulator = await startEmulator({
    port: 0,
    dir,
    apiKey: KEY,
    webhookSecrets: ['whsec_of_the_tests'],
    webhookUrl: 'http://127.0.0.1:9/nobody',
    appUrl: 'http://localhost:8080',
  });
  await control('hold');
  stripe = new Stripe(KEY, { host: '127.0.0.1', port: emulator.port, protocol: 'http', telemetry: false });
});
afterAll(async () => {
  await emulator.close();
  rmSync(dir, { recursive: true, force: true });
});

const withStripe = { stripe: () => stripe };
const system = () => systemContext(db(), withStripe);
async function control(name: string, body: object = {}): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${emulator.port}/_control/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(response.ok, `_control/${name}`).toBe(true);
  return response.json();
}
const eventsOf = async (subscription: string) =>
  (await stripe.events.list({ limit: 100 })).data.filter((event) =>
    JSON.stringify(event.data.object).includes(subscription),
  );

/** A user with an open checkout; `pay` completes it without an event. */
async function buyer(plan: 'personal' | 'starter' | 'scale' = 'starter') {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, withStripe);
  const buy = () => startPurchase(ctx, { plan, interval: 'month', isTest: false });
  const url = await buy();
  const session = (await stripe.checkout.sessions.list({ limit: 100 })).data.find((entry) => entry.url === url);
  if (!session) throw new Error('no session');
  const pay = async () => {
    await control('pay', { session: session.id });
    const paid = await stripe.checkout.sessions.retrieve(session.id);
    if (typeof paid.subscription !== 'string') throw new Error('not paid');
    return paid.subscription;
  };
  return { user, ctx, buy, url, session, pay };
}
const keysOf = (userId: string) => db().fuzzyKey.findMany({ where: { accountId: userId }, orderBy: { id: 'asc' } });

describe('syncSubscription', () => {
  test("stores a paid subscription with the plan's key and audit rows", async () => {
    const { user, ctx, pay } = await buyer('personal');
    const id = await pay();
    expect(await readAndSync(system(), id)).toBe('synced');

    const row = await db().subscription.findUniqueOrThrow({ where: { stripeSubscriptionId: id } });
    expect(row).toMatchObject({
      accountId: user.id,
      status: 'active',
      plan: 'personal',
      productName: 'Personal usage',
      interval: 'month',
      quantity: 1,
      flags: [],
    });
    const [key, ...more] = await keysOf(user.id);
    expect(more).toEqual([]);
    expect(key).toMatchObject({
      description: `Stripe ${row.stripeCustomerId} ${id}`,
      rankId: 20,
      rate: 4000 / 86_400,
      forbiddenFlags: [1],
      email: user.email,
      subscriptionId: row.id,
    });
    expect(await getUserStatus(ctx)).toMatchObject({
      has_subscription: true,
      is_manual: false,
      plan: { product: 'Personal usage', quantity: 1, status: 'active', key: key?.publicKey },
    });
    const auditLog = await db().auditEvent.findMany({
      where: { targetId: { in: [user.id, String(key?.id)] } },
      orderBy: { id: 'asc' },
    });
    expect(auditLog.map(({ action }) => action).toSorted()).toEqual(['fuzzy_key.generated', 'subscription.synced']);
  });

  test('makes one row and one key in ten concurrent syncs, and writes no audit row on a repeat (R1)', async () => {
    const { user, pay } = await buyer();
    const id = await pay();
    await Promise.all(Array.from({ length: 10 }, () => readAndSync(system(), id)));
    const before = await db().auditEvent.count();
    await readAndSync(system(), id);
    expect(await db().auditEvent.count()).toBe(before);
    expect(await keysOf(user.id)).toHaveLength(1);
    expect(await db().subscription.count({ where: { accountId: user.id } })).toBe(1);
  });

  test('deletes the key of a canceled subscription and reports no subscription', async () => {
    const { user, ctx, pay } = await buyer();
    const id = await pay();
    await readAndSync(system(), id);
    await stripe.subscriptions.cancel(id);
    await readAndSync(system(), id);
    expect((await keysOf(user.id)).map(({ deletedAt }) => deletedAt !== null)).toEqual([true]);
    expect(await getUserStatus(ctx)).toMatchObject({
      has_subscription: false,
      plan: { status: 'canceled', key: null },
    });
  });

  test('does not restore a key that an admin deleted, and deletes the restored key of a canceled subscription again', async () => {
    const { user, pay } = await buyer();
    const id = await pay();
    await readAndSync(system(), id);
    const [key] = await keysOf(user.id);
    const change = (deletedAt: Date | null) =>
      db().fuzzyKey.update({ where: { id: key?.id ?? 0 }, data: { deletedAt } });
    const isDeleted = async () => (await keysOf(user.id)).map(({ deletedAt }) => deletedAt !== null);
    await change(new Date());
    await readAndSync(system(), id);
    expect(await isDeleted()).toEqual([true]);
    await stripe.subscriptions.cancel(id);
    await readAndSync(system(), id);
    await change(null);
    await readAndSync(system(), id);
    expect(await isDeleted()).toEqual([true]);
  });

  test('keeps the key and changes its limits when plan and quantity change', async () => {
    const { user, pay } = await buyer();
    const id = await pay();
    await readAndSync(system(), id);
    const [before] = await keysOf(user.id);
    const remote = await stripe.subscriptions.retrieve(id);
    const [scale] = (await stripe.prices.list({ lookup_keys: ['scale_yearly'] })).data;
    const item = remote.items.data[0]?.id ?? '';
    await stripe.subscriptions.update(id, { items: [{ id: item, price: scale?.id ?? '', quantity: 3 }] });
    await readAndSync(system(), id);
    const [after] = await keysOf(user.id);
    expect(after).toMatchObject({ publicKey: before?.publicKey, rankId: 75, quantity: 3, rate: 200_000 / 86_400 });
    expect(await db().subscription.findUnique({ where: { stripeSubscriptionId: id } })).toMatchObject({
      plan: 'scale',
      interval: 'year',
      quantity: 3,
    });
  });

  test('changes nothing for an unknown customer or subscription', async () => {
    const customer = await stripe.customers.create({ email: 'elsewhere@example.com' });
    const { user, pay } = await buyer();
    const id = await pay();
    await db().account.update({ where: { id: user.id }, data: { stripeCustomerId: customer.id } });
    expect(await readAndSync(system(), id)).toBe('unknown_customer');
    expect(await readAndSync(system(), 'sub_nobody')).toBe('unknown_subscription');
    expect(await keysOf(user.id)).toEqual([]);
  });

  /** A context in which the read of a subscription pauses before or after Stripe answers, until `goOn` is called. */
  function stopped(where: 'before' | 'after') {
    const { promise: hasStopped, resolve: tellStopped } = Promise.withResolvers<undefined>();
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<undefined>();
    const wait = async () => {
      tellStopped(undefined);
      await mayGoOn;
    };
    const slow = Object.assign(Object.create(stripe) as Stripe, {
      subscriptions: {
        retrieve: async (...args: Parameters<Stripe['subscriptions']['retrieve']>) => {
          if (where === 'before') await wait();
          const answer = await stripe.subscriptions.retrieve(...args);
          if (where === 'after') await wait();
          return answer;
        },
      },
    });
    return { ctx: systemContext(db(), { stripe: () => slow }), hasStopped, goOn: () => goOn(undefined) };
  }
  const statusOf = async (id: string) =>
    (await db().subscription.findUniqueOrThrow({ where: { stripeSubscriptionId: id } })).status;

  test("stores Stripe's latest state when two syncs overlap and the first reads slowly (R2)", async () => {
    const { pay } = await buyer();
    const id = await pay();
    const first = stopped('after');
    const slow = readAndSync(first.ctx, id);
    await first.hasStopped; // the slow sync has read `active`
    await stripe.subscriptions.cancel(id);
    expect(await readAndSync(system(), id), 'does not wait for the other read').toBe('synced');
    expect(await statusOf(id)).toBe('canceled');
    first.goOn();
    expect(await slow).toBe('synced');
    expect(await statusOf(id)).toBe('canceled');
  });

  test('reads again when an overlapping read that began earlier was answered later (R2)', async () => {
    const { user, pay } = await buyer();
    const id = await pay();
    const [early, late] = [stopped('before'), stopped('after')];
    const canceled = readAndSync(early.ctx, id);
    await early.hasStopped;
    const active = readAndSync(late.ctx, id);
    await late.hasStopped; // the later sync has read `active`
    await stripe.subscriptions.cancel(id);
    early.goOn();
    await canceled;
    expect(await statusOf(id)).toBe('canceled');
    late.goOn();
    await active;
    expect(await statusOf(id)).toBe('canceled');
    const where = { action: 'subscription.synced', targetId: user.id };
    expect(await db().auditEvent.count({ where }), 'never went back to active').toBe(1);
  });

  test('notes when it learned of a status, and keeps the time while the status stays', async () => {
    const { pay } = await buyer();
    const id = await pay();
    const since = async (at: Date) => {
      await readAndSync({ ...system(), now: at }, id);
      return (await db().subscription.findUniqueOrThrow({ where: { stripeSubscriptionId: id } })).statusSince;
    };
    const [first, later] = [new Date('2031-01-01T00:00:00Z'), new Date('2031-01-02T00:00:00Z')];
    expect(await since(first)).toEqual(first);
    expect(await since(later)).toEqual(first);
    await stripe.subscriptions.cancel(id);
    expect(await since(later)).toEqual(later);
  });

  test('leaves nothing half-done while Stripe is down, and succeeds on the retry (R3)', async () => {
    const { user, pay } = await buyer();
    const id = await pay();
    const [event] = await eventsOf(id);
    if (!event) throw new Error('no event');
    const away = new Stripe(KEY, {
      host: '127.0.0.1',
      port: 9,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 0,
    });
    await expect(handleStripeEvent(systemContext(db(), { stripe: () => away }), event)).rejects.toThrow();
    expect(await keysOf(user.id)).toEqual([]);
    expect(await db().stripeEvent.findUnique({ where: { id: event.id } })).toMatchObject({ processedAt: null });
    await handleStripeEvent(system(), event);
    expect(await keysOf(user.id)).toHaveLength(1);
    await handleStripeEvent(systemContext(db(), { stripe: () => away }), event); // does not ask Stripe again
  });
});

describe('handleStripeEvent', () => {
  test('makes one key from events delivered concurrently, in both orders and each twice (R2)', async () => {
    const { user, pay } = await buyer();
    const id = await pay();
    const events = await eventsOf(id);
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'customer.subscription.created',
        'customer.subscription.updated',
        'checkout.session.completed',
      ]),
    );
    await Promise.all([...events, ...events.toReversed()].map((event) => handleStripeEvent(system(), event)));
    expect(await keysOf(user.id)).toHaveLength(1);
    expect(
      await db().stripeEvent.count({ where: { id: { in: events.map((event) => event.id) }, processedAt: null } }),
    ).toBe(0);
  });

  test('ignores an event of the other mode (live or test), and records it as ignored (S59)', async () => {
    const { user, pay } = await buyer();
    const id = await pay();
    const [event] = await eventsOf(id);
    if (!event) throw new Error('no event');
    await handleStripeEvent(system(), { ...event, livemode: true });
    expect(await db().stripeEvent.findUnique({ where: { id: event.id } })).toMatchObject({ ignored: 'livemode' });
    expect(await keysOf(user.id)).toEqual([]);
    expect(await db().auditEvent.count({ where: { action: 'stripe_event.ignored', targetId: event.id } })).toBe(1);
  });
});

describe('startPurchase', () => {
  test('opens one session for one customer despite two tabs or a double click', async () => {
    const { buy, url, session } = await buyer();
    const urls = await Promise.all([buy(), buy(), buy()]);
    expect(new Set([url, ...urls]).size).toBe(1);
    const customer = typeof session.customer === 'string' ? session.customer : '';
    expect((await stripe.checkout.sessions.list({ customer })).data).toHaveLength(1);

    const newcomer = subscriberContext(db(), await createUserRow(db()), withStripe);
    const purchase = { plan: 'scale', interval: 'year', isTest: false } as const;
    const first = await Promise.all(Array.from({ length: 5 }, () => startPurchase(newcomer, purchase)));
    expect(new Set(first).size).toBe(1);
  });

  test('expires the open session when another plan is chosen', async () => {
    const { ctx, session } = await buyer('starter');
    await startPurchase(ctx, { plan: 'scale', interval: 'year', isTest: true });
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired' });
  });

  test("refuses a user's 31st visit within an hour before asking Stripe", async () => {
    const { ctx, session } = await buyer('starter'); // counts as the first visit
    const visit = (plan: 'personal' | 'starter') => startPurchase(ctx, { plan, interval: 'month', isTest: false });
    for (let n = 0; n < 29; n++) await visit('starter');
    await expect(visit('personal')).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' });
  });

  test('expires the open session when the purchase changes from real to test or back, and marks test sessions', async () => {
    const ctx = subscriberContext(db(), await createUserRow(db()), withStripe);
    const purchase = { plan: 'scale', interval: 'month' } as const;
    const sessionAt = async (url: string) =>
      (await stripe.checkout.sessions.list({ limit: 100 })).data.find((session) => session.url === url);
    const real = await sessionAt(await startPurchase(ctx, { ...purchase, isTest: false }));
    const test = await sessionAt(await startPurchase(ctx, { ...purchase, isTest: true }));
    expect(real?.metadata).not.toHaveProperty('test');
    expect(test?.metadata).toMatchObject({ test: '1', lookup_key: 'scale_monthly' });
    expect(await stripe.checkout.sessions.retrieve(real?.id ?? '')).toMatchObject({ status: 'expired' });
    expect(await startPurchase(ctx, { ...purchase, isTest: true })).toBe(test?.url);
    expect(await startPurchase(ctx, { ...purchase, isTest: false })).not.toBe(test?.url);
  });

  test('opens the portal instead of a second checkout for a user with a live subscription', async () => {
    const { ctx, pay } = await buyer('starter');
    await readAndSync(system(), await pay());
    expect(await startPurchase(ctx, { plan: 'scale', interval: 'month', isTest: false })).not.toContain('/checkout');
    expect(await openBillingPortal(ctx)).toMatch(/^http/);
  });

  test('flags the second subscription of two completed checkouts and makes one key', async () => {
    const { user, ctx, pay } = await buyer('starter');
    const first = await pay();
    const other = await startPurchase(ctx, { plan: 'scale', interval: 'month', isTest: false });
    const session = (await stripe.checkout.sessions.list({ limit: 100 })).data.find(({ url }) => url === other);
    await control('pay', { session: session?.id });
    const paid = await stripe.checkout.sessions.retrieve(session?.id ?? '');
    await readAndSync(system(), paid.subscription as string);
    await readAndSync(system(), first);
    expect(await keysOf(user.id)).toHaveLength(1);
    const rows = await db().subscription.findMany({ where: { accountId: user.id } });
    expect(rows.filter(({ flags }) => flags.includes('second_subscription'))).toHaveLength(1);
  });
});

test('refuses purchase and portal with a conflict if Stripe does not know the customer', async () => {
  const user = await createUserRow(db(), { stripeCustomerId: unique('cus_gone') });
  const ctx = subscriberContext(db(), user, withStripe);
  await expect(openBillingPortal(ctx)).rejects.toMatchObject({ code: 'conflict' });
  const bought = await createSubscriptionRow(db(), { accountId: user.id });
  expect(bought.status).toBe('active');
  await expect(startPurchase(ctx, { plan: 'scale', interval: 'month', isTest: false })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Our payment provider does not know your account. Please contact support.',
  });
});

describe('getCheckoutOutcome', () => {
  test('activates the key before the webhook arrives, and only once', async () => {
    const { user, ctx, session, pay } = await buyer();
    expect(await getCheckoutOutcome(ctx, session.id)).toEqual({ state: 'unpaid' });
    await pay();
    expect(await getCheckoutOutcome(ctx, session.id)).toEqual({ state: 'active' });
    expect(await getCheckoutOutcome(ctx, session.id)).toEqual({ state: 'active' });
    expect(await keysOf(user.id)).toHaveLength(1);
  });

  test('says that the key is being prepared while the webhook holds the subscription', async () => {
    const { ctx, session, pay } = await buyer();
    const id = await pay();
    await db().$transaction(async (webhook) => {
      await lockInTransaction(webhook, `stripe-subscription:${id}`);
      await db().$transaction(async (tx) => {
        await tx.$executeRaw`SET LOCAL lock_timeout = '200ms'`; // visitors wait for two seconds
        expect(await getCheckoutOutcome({ ...ctx, db: tx }, session.id)).toEqual({ state: 'processing' });
      });
    });
    expect(await getCheckoutOutcome(ctx, session.id)).toEqual({ state: 'active' });
  });

  test.each(['cs_test_doesnotexist', '', '../customers', 'cs_'])('reports %j as unknown (S60)', async (id) => {
    const user = await createUserRow(db());
    expect(await getCheckoutOutcome(subscriberContext(db(), user, withStripe), id)).toEqual({ state: 'unknown' });
  });

  test("reports another user's session as unknown and changes nothing (S60)", async () => {
    const { user, session, pay } = await buyer();
    await pay();
    const stranger = await createUserRow(db());
    expect(await getCheckoutOutcome(subscriberContext(db(), stranger, withStripe), session.id)).toEqual({
      state: 'unknown',
    });
    expect(await getCheckoutOutcome(adminContext(db(), stranger, withStripe), session.id)).toEqual({
      state: 'unknown',
    });
    expect(await keysOf(user.id)).toEqual([]);
  });
});

test('reads a status in one statement, and refuses a deleted user (P6)', async () => {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user);
  await getUserStatus(ctx); // opens the connection
  const statements = vi.spyOn(pg.Client.prototype, 'query');
  await getUserStatus(ctx);
  expect(statements).toHaveBeenCalledTimes(1);
  statements.mockRestore();
  await db().user.delete({ where: { id: user.id } });
  await expect(getUserStatus(ctx)).rejects.toMatchObject({ code: 'unauthenticated' });
});
