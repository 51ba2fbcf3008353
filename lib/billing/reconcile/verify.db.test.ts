import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { adminContext, subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { startPurchase } from '#lib/testing/buyer.ts';
import { lineOf } from './differences.ts';
import { listRuns } from '#lib/billing/revenue/runs.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';
import { sweepEvents } from './sweep.ts';
import { verify } from './verify.ts';
import { handleStripeEvent } from '#lib/billing/sync/webhook.ts';

const DAY = 86_400;
/** In seconds: more than the ten minutes after which an unhandled event counts as a difference. */
const LATE = 11 * 60;

let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
beforeAll(async () => void (shop = await startPausedEmulator()));
afterAll(() => shop.close());

/** A system context late enough that no event counts as still on its way. */
async function system() {
  const now = new Date(shop.now().getTime() + LATE * 1000);
  return systemContext(db(), { stripe: () => shop.stripe, now });
}

type Person = { id: string; userId: string; customer: string; keyId: number };

async function subscriber(): Promise<Person> {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { stripe: () => shop.stripe });
  const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
  const id = await shop.pay(url.split('/').at(-1) ?? '');
  await readAndSync(await system(), id);
  const { stripeCustomerId } = await db().account.findUniqueOrThrow({ where: { id: user.id } });
  const key = await db().fuzzyKey.findFirstOrThrow({ where: { accountId: user.id } });
  return { id, userId: user.id, customer: stripeCustomerId ?? '', keyId: key.id };
}

const delivered = new Set<string>();
/** Delivers all events that have not been delivered yet, except the event `held`. */
async function deliver(held?: string) {
  for (const event of await shop.events()) {
    if (event.id === held || delivered.has(event.id)) continue;
    await handleStripeEvent(await system(), event);
    delivered.add(event.id);
  }
}

type Row = Parameters<ReturnType<typeof db>['subscription']['update']>[0]['data'];
type Key = Parameters<ReturnType<typeof db>['fuzzyKey']['update']>[0]['data'];
const row = (data: Row) => async (person: Person) => {
  await db().subscription.update({ where: { stripeSubscriptionId: person.id }, data });
  return person.id;
};
const key = (data: Key) => async (person: Person) => {
  await db().fuzzyKey.update({ where: { id: person.keyId }, data });
  return person.id;
};
const then = new Date('2024-02-29T00:00:00Z');

/** For each kind of difference: plants one, and returns the Stripe id of the object that differs. */
const PLANTED: Record<string, (person: Person) => Promise<string>> = {
  status: row({ status: 'past_due' }),
  stripePriceId: row({ stripePriceId: 'price_other' }),
  stripeProductId: row({ stripeProductId: 'prod_other' }),
  stripeCustomerId: row({ stripeCustomerId: 'cus_other' }),
  plan: row({ plan: 'scale' }),
  interval: row({ interval: 'year' }),
  quantity: row({ quantity: 9 }),
  currentPeriodEnd: row({ currentPeriodEnd: then }),
  cancelAt: row({ cancelAt: then }),
  endedAt: row({ endedAt: then }),
  startedAt: row({ startedAt: then }),
  awaitsPayment: row({ awaitsPayment: true }),
  flags: row({ flags: ['several_items'] }),
  key: async ({ id, keyId }) => {
    await db().fuzzyKey.delete({ where: { id: keyId } });
    return id;
  },
  key_off: key({ suspendedAt: then }),
  key_owner: key({ accountId: null }),
  key_rank: key({ rankId: 90 }),
  key_rate: key({ rate: 99 }),
  key_quantity: key({ quantity: 7 }),
  key_flags: key({ forbiddenFlags: [1, 8] }),
  key_state: async ({ id, keyId }) => {
    await db().fuzzyKey.update({ where: { id: keyId }, data: { deletedAt: null } });
    return id;
  },
  revenue: async ({ id, userId }) => {
    const movement = { at: then, kind: 'expansion', cause: 'test', yearlyPence: 1, currency: 'gbp' };
    await db().revenueMovement.create({ data: { ...movement, stripeSubscriptionId: id, userId } });
    return id;
  },
  subscription: async ({ id, keyId }) => {
    await db().fuzzyKey.delete({ where: { id: keyId } });
    await db().subscription.delete({ where: { stripeSubscriptionId: id } });
    return id;
  },
  missing_at_stripe: async ({ userId }) => {
    const { stripeSubscriptionId } = await createSubscriptionRow(db(), { accountId: userId, status: 'canceled' });
    return stripeSubscriptionId;
  },
  customer_unknown: async () => {
    const stripeCustomerId = unique('cus_gone');
    await createUserRow(db(), { stripeCustomerId });
    return stripeCustomerId;
  },
  customer_deleted: async () => {
    const customer = await shop.stripe.customers.create({ email: 'gone@example.com' });
    await shop.stripe.customers.del(customer.id);
    await deliver();
    await createUserRow(db(), { stripeCustomerId: customer.id });
    return customer.id;
  },
  email: async ({ userId, customer }) => {
    await db().user.update({ where: { id: userId }, data: { email: `${unique('new')}@test.example` } });
    return customer;
  },
  user: async () => {
    const { id: customer } = await shop.stripe.customers.create({ email: 'elsewhere@example.com' });
    const items = [{ price: await shop.priceOf('starter_monthly') }];
    const { id } = await shop.stripe.subscriptions.create({ customer, items, trial_period_days: 7 });
    await deliver();
    return id;
  },
};

/** The same for a person whose renewal has failed. The jobs that follow do not run. */
const PLANTED_DEBTS: typeof PLANTED = {
  unpaid_end: async ({ id }) => {
    await shop.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await deliver();
    return id;
  },
  invoice: async ({ id }) => {
    await shop.stripe.subscriptions.cancel(id);
    await deliver();
    return id;
  },
  paid_after_end: async ({ id }) => {
    await shop.stripe.subscriptions.cancel(id);
    const { latest_invoice: invoice } = await shop.stripe.subscriptions.retrieve(id);
    await shop.control('advance', { seconds: 60 });
    await shop.control('pay-invoice', { invoice });
    await deliver();
    await db().billingAlert.deleteMany({ where: { subject: invoice as string } });
    return id;
  },
};

async function plantEach(): Promise<[string, string][]> {
  const { key_state: keyState, ...plain } = PLANTED;
  const debtors = new Map<string, Person>();
  for (const kind of Object.keys(PLANTED_DEBTS)) debtors.set(kind, await subscriber());
  for (const { customer } of debtors.values()) await shop.control('card', { customer, state: 'bad' });
  await shop.control('advance', { seconds: 32 * DAY });
  for (const { id } of debtors.values()) await readAndSync(await system(), id);
  const leaver = await subscriber();
  await shop.stripe.subscriptions.cancel(leaver.id);
  await readAndSync(await system(), leaver.id);
  const people = new Map<string, Person>();
  for (const kind of Object.keys(plain)) people.set(kind, await subscriber());
  await deliver();
  const planted: [string, string][] = [];
  const plant = async (kind: string, work: typeof keyState, person: Person) =>
    planted.push([kind, (await work?.(person)) ?? '']);
  for (const [kind, person] of debtors) await plant(kind, PLANTED_DEBTS[kind], person);
  await plant('key_state', keyState, leaver);
  for (const [kind, person] of people) await plant(kind, plain[kind], person);
  return planted;
}

/**
 * Everything that a repair could change: all tables and sequences, and what Stripe has. Leaves out `billing_runs`, the
 * only table that verify writes to.
 */
async function everything() {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
      AND table_name <> 'billing_runs' ORDER BY 1`;
  const dump: Record<string, unknown> = {};
  for (const { name } of tables)
    dump[name] = await db().$queryRawUnsafe(`SELECT coalesce(jsonb_agg(t ORDER BY t::text), '[]') FROM ${name} t`);
  dump['sequences'] = await db().$queryRaw`
    SELECT jsonb_agg(s ORDER BY s::text) FROM (SELECT schemaname, sequencename, last_value FROM pg_sequences) s`;
  const state = (await (await fetch(`${shop.base}/_control/state`)).json()) as object;
  return JSON.stringify({ dump, atStripe: { ...state, now: null } });
}

/** Runs a command of `bin`, with its clock set to the emulator's. */
async function run(command: string) {
  const ahead = (await system()).now.getTime() - Date.now();
  const clock = `const { now } = Date; const Real = Date; Date.now = () => now() + ${ahead};
    globalThis.Date = class extends Real { constructor(...at) { super(...(at.length ? at : [Date.now()])); } };`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(clock)}`, command];
  const env = { ...process.env, STRIPE_SECRET_KEY: shop.key, STRIPE_API_BASE: shop.base, LOG_LEVEL: 'error' };
  return promisify(execFile)(process.execPath, args, { env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: unknown) => error as { code: number; stdout: string },
  );
}

// First, because it reads every subscription of this file again.
test('sweeps up events that no webhook delivered, or reconciles if Stripe no longer has them', async () => {
  await db().billingRun.deleteMany();
  await sweepEvents(await system());
  const ranAt = async () =>
    Object.fromEntries((await listRuns(adminContext(db()))).runs.map(({ name, ran_at: at }) => [name, at]));
  const first = await ranAt();
  expect(Object.keys(first)).toEqual(['reconcile', 'sweep', 'verify']);

  const { id, userId } = await subscriber();
  await shop.stripe.subscriptions.cancel(id);
  expect((await sweepEvents(await system())).events).toBeGreaterThan(0);
  expect(await db().fuzzyKey.findMany({ where: { accountId: userId } })).toMatchObject([
    { deletedAt: expect.any(Date) },
  ]);
  expect(await sweepEvents(await system())).toEqual({ events: 0, failed: [] });
  expect(await ranAt()).toMatchObject({ reconcile: first['reconcile'], verify: first['verify'] });

  await shop.control('advance', { seconds: 31 * DAY });
  await sweepEvents(await system());
  expect((await ranAt())['reconcile']).not.toBe(first['reconcile']);
});

test('names planted differences of thirty kinds and changes nothing in billing:verify, and repairs what is safe in billing:reconcile (R5, R27)', async () => {
  await subscriber();
  await deliver();
  expect(await run('bin/billing-verify.ts')).toMatchObject({
    code: 0,
    stdout: '2 subscriptions at Stripe, 0 of the demo not compared, 0 differences\n',
  });
  const planted = await plantEach();
  const { id: lost } = await subscriber();
  const never = (await shop.events()).find(
    ({ type, data }) => type === 'customer.subscription.created' && (data.object as { id: string }).id === lost,
  );
  await deliver(never?.id);
  planted.push(['event', never?.id ?? '']);
  await db().stripeEvent.create({
    data: { id: 'evt_undone', type: 'customer.updated', livemode: false, createdAt: then, receivedAt: then },
  });
  planted.push(['event', 'evt_undone']);

  const before = await everything();
  const { code, stdout } = await run('bin/billing-verify.ts');
  expect(await everything()).toBe(before);
  expect(code).toBe(1);
  const lines = stdout.split('\n').filter((line) => / of .* \(user /.test(line));
  const named = lines.map((line) => /^(\w+) of (\S+) \(user (?:[-0-9a-f]{36}|unknown)\): Stripe says /.exec(line));
  expect(named.map((match) => [match?.[1], match?.[2]].join(' ')).toSorted()).toEqual(
    planted.map((each) => each.join(' ')).toSorted(),
  );
  expect(new Set(planted.map(([kind]) => kind)).size).toBeGreaterThanOrEqual(30);
  expect(stdout).not.toContain('@');
  const stored = (await listRuns(adminContext(db()))).runs.find(({ name }) => name === 'verify');
  expect(stored?.found).toContainEqual({ what: 'differences', count: planted.length, names: lines });

  const repaired = await run('bin/billing-reconcile.ts');
  expect(repaired.code).toBe(1);
  const left = (await verify(await system(), 0)).differences;
  expect(left.map(({ kind }) => kind).toSorted()).toEqual(['customer_unknown', 'missing_at_stripe', 'user']);
  for (const difference of left) expect(repaired.stdout).toContain(`Still different: ${lineOf(difference)}\n`);
}, 300_000); // forty purchases and three commands

test('reports no difference that disappears while verify waits for events on their way', async () => {
  const { id } = await subscriber();
  await deliver();
  const differing = async (settleMs: number) =>
    (await verify(await system(), settleMs)).differences.filter(({ subject }) => subject === id);
  await row({ quantity: 9 })({ id, userId: '', customer: '', keyId: 0 });
  expect(await differing(0)).toMatchObject([{ kind: 'quantity' }]);
  const { subscriptions } = shop.stripe;
  const retrieve = subscriptions.retrieve.bind(subscriptions);
  const start = performance.now();
  let waitedMs = 0;
  vi.spyOn(subscriptions, 'retrieve').mockImplementationOnce(async (...asked) => {
    waitedMs = performance.now() - start;
    await row({ quantity: 1 })({ id, userId: '', customer: '', keyId: 0 });
    return retrieve(...asked);
  });
  expect(await differing(1000)).toEqual([]);
  expect(waitedMs).toBeGreaterThan(900);
});
