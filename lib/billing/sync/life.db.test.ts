import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { rotateFuzzyKey } from '#lib/fuzzy-keys/rotate.ts';
import { subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { createFreshAdmin, createSignedInUser } from '#lib/testing/signed-in.ts';
import { deleteOwnAccount } from '#lib/users/deletion/delete-own-account.ts';
import { queuedJobs } from '#lib/testing/queued-jobs.ts';
import { mailsTo } from '#lib/testing/queued-mails.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { startPurchase } from '#lib/testing/buyer.ts';
import { cancelOrphan, closeCheckouts, followEmail, forgetCustomer } from './customer.ts';
import { endUnpaid, settleDebts } from './settle-debts.ts';
import { getCheckoutOutcome } from '#lib/billing/purchase/outcome.ts';
import { getUserStatus } from '#lib/billing/queries.ts';
import { readAndSync } from './sync.ts';
import { verify } from '#lib/billing/reconcile/verify.ts';
import { handleStripeEvent } from './webhook.ts';

let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
beforeAll(async () => void (shop = await startPausedEmulator()));
afterAll(() => shop.close());

const DAY = 86_400;
const withStripe = () => ({ stripe: () => shop.stripe });
const system = () => systemContext(db(), withStripe());
const sync = (id: string) => readAndSync(system(), id);
const keysOf = (userId: string) => db().fuzzyKey.findMany({ where: { accountId: userId }, orderBy: { id: 'asc' } });
const rowOf = (id: string) => db().subscription.findUniqueOrThrow({ where: { stripeSubscriptionId: id } });

/** A user with an open checkout. */
async function buyer(plan: 'personal' | 'starter' | 'scale' = 'starter') {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, withStripe());
  const open = async (wanted = plan) => {
    const url = await startPurchase(ctx, { plan: wanted, interval: 'month', isTest: false });
    return url.split('/').at(-1) ?? '';
  };
  const session = await open();
  const customer = async () =>
    (await db().account.findUniqueOrThrow({ where: { id: user.id } })).stripeCustomerId ?? '';
  return { user, email: user.email ?? '', ctx, open, session, customer };
}
async function subscriber(plan: 'personal' | 'starter' | 'scale' = 'starter') {
  const person = await buyer(plan);
  const id = await shop.pay(person.session);
  await sync(id);
  return { ...person, id };
}

/** Subjects of the emails queued for an address, oldest first. */
const subjectsTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject);

test('sends one welcome email, however often the subscription is synced (R3)', async () => {
  const { email, id } = await subscriber();
  await Promise.all([sync(id), sync(id), sync(id)]);
  expect(await subjectsTo(email)).toEqual(['Your key is ready']);
});

test('makes no key and sends no email for a subscription paid by bank debit until the money arrives', async () => {
  const { user, email, ctx, session } = await buyer();
  const id = await shop.pay(session, 'async');
  await sync(id);
  expect(await rowOf(id)).toMatchObject({ status: 'active', awaitsPayment: true });
  expect(await keysOf(user.id)).toEqual([]);
  expect(await getCheckoutOutcome(ctx, session)).toEqual({ state: 'awaiting_payment' });
  expect(await subjectsTo(email)).toEqual([]);
  await shop.control('advance', { seconds: 4 * DAY });
  await sync(id);
  expect(await rowOf(id)).toMatchObject({ awaitsPayment: false });
  expect(await keysOf(user.id)).toHaveLength(1);
  expect(await subjectsTo(email)).toEqual(['Your key is ready']);
  expect(await getCheckoutOutcome(ctx, session)).toEqual({ state: 'active' });
});

test('makes no key for a bank debit that fails, and mails the buyer that the payment failed', async () => {
  const { user, email, session, customer } = await buyer();
  await shop.control('card', { customer: await customer(), state: 'bad' });
  const id = await shop.pay(session, 'async');
  await sync(id);
  await shop.control('advance', { seconds: 4 * DAY });
  await sync(id);
  expect(await rowOf(id)).toMatchObject({ status: 'canceled' });
  expect(await keysOf(user.id)).toEqual([]);
  expect(await subjectsTo(email)).toEqual(['Your payment did not go through']);
});

test('makes no key and sends no email for an incomplete subscription that expires', async () => {
  const { user, email, ctx, session } = await buyer();
  const id = await shop.pay(session, 'needs-action');
  await sync(id);
  expect(await rowOf(id)).toMatchObject({ status: 'incomplete' });
  expect((await getUserStatus(ctx)).has_subscription).toBe(false);
  await shop.control('advance', { seconds: 2 * DAY });
  await sync(id);
  expect(await rowOf(id)).toMatchObject({ status: 'incomplete_expired' });
  expect([await keysOf(user.id), await subjectsTo(email)]).toEqual([[], []]);
});

test('keeps the key while past due, deletes it after the last retry, and sends one email about each', async () => {
  const { user, email, id, customer } = await subscriber();
  await shop.control('card', { customer: await customer(), state: 'bad' });
  await shop.control('advance', { seconds: 32 * DAY });
  await sync(id);
  await shop.control('advance', { seconds: 3 * DAY });
  await sync(id);
  expect(await rowOf(id)).toMatchObject({ status: 'past_due' });
  expect(await keysOf(user.id)).toMatchObject([{ deletedAt: null, suspendedAt: null }]);
  expect(await subjectsTo(email)).toEqual(['Your key is ready', 'Your payment failed']);
  expect((await mailsTo(email)).at(-1)?.text).toMatch(/Due, with VAT: £\d+\.\d\d\nNext attempt: +\d+ \w+ \d{4}/);
  await shop.control('card', { customer: await customer() });
  await shop.control('advance', { seconds: 6 * DAY });
  await sync(id);
  expect(await rowOf(id)).toMatchObject({ status: 'active' });
  await shop.control('card', { customer: await customer(), state: 'bad' });
  await shop.control('advance', { seconds: 60 * DAY });
  await sync(id);
  expect(await keysOf(user.id)).toMatchObject([{ deletedAt: expect.any(Date) }]);
  expect((await subjectsTo(email)).slice(2)).toEqual(['Your subscription has ended']);
});

/** How many invoices of a subscription are open, and how many attempts to charge the card have failed. */
async function asked(id: string) {
  const { data } = await shop.stripe.invoices.list({ subscription: id, status: 'open' });
  const failed = (await shop.events()).filter(
    ({ type, data: { object } }) => type === 'invoice.payment_failed' && JSON.stringify(object).includes(id),
  );
  return { open: data.length, failed: failed.length };
}
const periodEnd = async (id: string) =>
  (await shop.stripe.subscriptions.retrieve(id)).items.data[0]?.current_period_end ?? 0;
/** Runs the jobs about the debts of a subscription that are queued, as the worker would. */
async function settle(id: string) {
  const isQueued = async (name: 'billing.end_unpaid' | 'billing.void_invoices') =>
    (await queuedJobs(db(), name)).some(({ subscription }) => subscription === id);
  if (await isQueued('billing.end_unpaid')) await endUnpaid(system(), { subscription: id });
  if (await isQueued('billing.void_invoices')) await settleDebts(system(), { subscription: id });
}

test.each([
  [
    'in the portal, for the end of the period',
    async (id: string) => shop.stripe.subscriptions.update(id, { cancel_at: await periodEnd(id) }),
  ],
  [
    'by an admin at Stripe, for the end of the period',
    (id: string) => shop.stripe.subscriptions.update(id, { cancel_at_period_end: true }),
  ],
  ['immediately', (id: string) => shop.stripe.subscriptions.cancel(id)],
] as const)(
  'cancelled while past due, %s: ends at once, voids the open invoice and says so in one mail',
  async (_name, cancel) => {
    const { user, email, id, customer } = await subscriber();
    await shop.control('card', { customer: await customer(), state: 'bad' });
    // Not 32 days: in a short month, these would include the second attempt.
    const left = (await periodEnd(id)) - Math.floor(shop.now().getTime() / 1000);
    await shop.control('advance', { seconds: left + 60 });
    await sync(id);
    expect(await asked(id)).toEqual({ open: 1, failed: 1 });
    await cancel(id);
    await sync(id);
    await settle(id);
    expect(await rowOf(id)).toMatchObject({ status: 'canceled', endedAt: expect.any(Date) });
    expect(await keysOf(user.id)).toMatchObject([{ deletedAt: expect.any(Date) }]);
    expect(await asked(id)).toEqual({ open: 0, failed: 1 });
    const told = (await subjectsTo(email)).slice(2);
    expect(told).toEqual(['Your subscription has ended']);
    await shop.control('card', { customer: await customer() });
    for (let days = 0; days < 60; days += 10) {
      await shop.control('advance', { seconds: 10 * DAY });
      await sync(id);
      await settle(id);
    }
    expect(await asked(id)).toEqual({ open: 0, failed: 1 });
    expect((await subjectsTo(email)).slice(2)).toEqual(told);
    await expect(shop.stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toThrow();
  },
);

test('continues and keeps the invoice if a cancellation while past due is undone before the job runs', async () => {
  const { user, id, customer } = await subscriber();
  await shop.control('card', { customer: await customer(), state: 'bad' });
  await shop.control('advance', { seconds: 32 * DAY });
  await sync(id);
  await shop.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await sync(id);
  await shop.stripe.subscriptions.update(id, { cancel_at_period_end: false });
  await settle(id);
  expect((await asked(id)).open).toBe(1);
  expect(await rowOf(id)).toMatchObject({ status: 'past_due', cancelAt: null });
  expect(await keysOf(user.id)).toMatchObject([{ deletedAt: null, suspendedAt: null }]);
});

test('makes no key after a change of plan until the first debit has arrived', async () => {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { stripe: () => shop.stripe });
  const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
  const id = await shop.pay(url.split('/').at(-1) ?? '', 'async');
  await sync(id);
  const items = [{ id: await shop.itemOf(id), price: await shop.priceOf('scale_monthly') }];
  await shop.stripe.subscriptions.update(id, { items, proration_behavior: 'always_invoice' });
  await sync(id);
  expect(await rowOf(id)).toMatchObject({ plan: 'scale', awaitsPayment: true });
  expect(await keysOf(user.id)).toEqual([]);
  expect((await verify(system(), 0)).differences.filter(({ subject }) => subject === id)).toEqual([]);
  await shop.control('advance', { seconds: 4 * DAY });
  expect((await verify(system(), 0)).differences.filter(({ subject }) => subject === id)).not.toEqual([]);
  await sync(id);
  expect(await rowOf(id)).toMatchObject({ awaitsPayment: false });
  expect(await keysOf(user.id)).toMatchObject([{ rankId: 75 }]);
});

test('suspends the key of an unpaid or paused subscription until the subscription is active again', async () => {
  const { user, email, id } = await subscriber();
  for (const status of ['unpaid', 'paused']) {
    await shop.control('status', { subscription: id, status });
    await sync(id);
    expect(await keysOf(user.id)).toMatchObject([{ deletedAt: null, suspendedAt: expect.any(Date) }]);
    await shop.control('status', { subscription: id, status: 'active' });
    await sync(id);
    expect(await keysOf(user.id)).toMatchObject([{ deletedAt: null, suspendedAt: null }]);
  }
  expect(await subjectsTo(email)).toEqual([
    'Your key is ready',
    'Your subscription is stopped',
    'Your subscription is stopped',
  ]);
});

test('gives a second subscription no key until the first has ended', async () => {
  const { user, email, ctx, session } = await buyer();
  const first = await shop.pay(session);
  const url = await startPurchase(ctx, { plan: 'scale', interval: 'month', isTest: false }); // no event has arrived yet
  const second = await shop.pay(url.split('/').at(-1) ?? '');
  await sync(second);
  await sync(first);
  const before = await keysOf(user.id);
  expect(before).toHaveLength(1);
  const rows = await db().subscription.findMany({ where: { accountId: user.id }, include: { key: true } });
  const held = rows.find(({ flags }) => flags.includes('second_subscription'));
  const holder = rows.find(({ key }) => key);
  expect([held?.key, rows.length]).toEqual([null, 2]);
  await shop.stripe.subscriptions.cancel(holder?.stripeSubscriptionId ?? '');
  await sync(holder?.stripeSubscriptionId ?? '');
  const job = (await queuedJobs(db(), 'billing.sync')).find(
    ({ subscription }) => subscription === held?.stripeSubscriptionId,
  );
  expect(job, 'the other one is synced again').toBeDefined();
  await sync(held?.stripeSubscriptionId ?? '');
  expect(await keysOf(user.id)).toMatchObject([{ deletedAt: expect.any(Date) }, { deletedAt: null }]);
  expect((await subjectsTo(email)).filter((subject) => subject === 'Your key is ready')).toHaveLength(2);
});

test('gives a second subscription its key at once while the first waits for its payment', async () => {
  const { user, ctx } = await buyer();
  const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
  const first = await shop.pay(url.split('/').at(-1) ?? '', 'async');
  await sync(first);
  expect(await keysOf(user.id)).toEqual([]);
  const { stripeCustomerId: customer } = await db().account.findUniqueOrThrow({ where: { id: user.id } });
  const items = [{ price: await shop.priceOf('scale_monthly') }];
  const params = { customer: customer ?? '', items, trial_period_days: 30, metadata: { user_id: user.id } };
  const { id: second } = await shop.stripe.subscriptions.create(params);
  await sync(second);
  expect(await keysOf(user.id)).toMatchObject([{ rankId: 75, deletedAt: null }]);
  await shop.control('advance', { seconds: 4 * DAY });
  await sync(first);
  expect(await keysOf(user.id), 'one key, although both are paid for').toHaveLength(1);
  expect((await rowOf(first))?.flags).toEqual(['second_subscription']);
  expect((await verify(system(), 0)).differences.filter(({ userId }) => userId === user.id)).toEqual([]);
});

test('deletes the key of a customer deleted at Stripe, and lets the user buy again', async () => {
  const { user, ctx, id, customer } = await subscriber();
  const old = await customer();
  await forgetCustomer(system(), old);
  expect(await customer(), 'Stripe still knows it').toBe(old);
  await shop.control('delete-customer', { customer: old });
  const events = (await shop.events()).filter(({ data }) => JSON.stringify(data.object).includes(old));
  for (const event of events.toReversed()) await handleStripeEvent(system(), event);
  expect(await db().account.findUnique({ where: { id: user.id } })).toMatchObject({ stripeCustomerId: null });
  expect(await rowOf(id)).toMatchObject({ status: 'canceled' });
  expect(await keysOf(user.id)).toMatchObject([{ deletedAt: expect.any(Date) }]);
  const audit = { action: 'user.stripe_customer_removed', targetId: user.id };
  expect(await db().auditEvent.count({ where: audit })).toBe(1);
  const url = await startPurchase(ctx, { plan: 'scale', interval: 'year', isTest: false });
  expect(await customer()).not.toBe(old);
  const again = await shop.pay(url.split('/').at(-1) ?? '');
  await sync(again);
  expect(await sync(id), 'the old one keeps its owner').toBe('synced');
  expect((await keysOf(user.id)).map(({ deletedAt }) => deletedAt === null)).toEqual([false, true]);
});

test('replaces a customer that was deleted at Stripe on the next purchase, even before an event arrives', async () => {
  const { ctx, open, customer } = await buyer();
  const old = await customer();
  await shop.control('delete-customer', { customer: old });
  expect(await open()).toMatch(/^cs_/);
  expect(await customer()).not.toBe(old);
  expect((await getUserStatus(ctx)).has_subscription).toBe(false);
});

test('deletes a replaced key during its grace period when the subscription ends', async () => {
  const { user, id } = await subscriber();
  const [key] = await keysOf(user.id);
  const admin = await createFreshAdmin(db());
  await rotateFuzzyKey(admin, { description: key?.description ?? '', grace: '7d' });
  await shop.stripe.subscriptions.cancel(id);
  await sync(id);
  const keys = await keysOf(user.id);
  expect(keys.map(({ deletedAt }) => deletedAt !== null)).toEqual([true, true]);
});

test("closes a deleted account's checkouts; cancels what was bought there anyway and alerts an admin", async () => {
  const { user, session, customer } = await buyer();
  const stripeCustomerId = await customer();
  await closeCheckouts(system(), { customer: stripeCustomerId });
  expect((await shop.stripe.checkout.sessions.retrieve(session)).status).toBe('expired');
  await closeCheckouts(system(), { customer: 'cus_nobody' });

  const late = await buyer();
  const lateCustomer = await late.customer();
  await db().auditEvent.create({
    data: { action: 'user.deleted', targetId: late.user.id, actorKind: 'subscriber', data: {} },
  });
  await db().user.delete({ where: { id: late.user.id } });
  const id = await shop.pay(late.session);
  expect(await sync(id)).toBe('unknown_customer');
  const where = { kind: 'paid_after_deletion', stripeCustomerId: lateCustomer };
  expect(await db().billingAlert.count({ where })).toBe(1);
  expect((await queuedJobs(db(), 'billing.cancel')).map(({ subscription }) => subscription)).toContain(id);
  await cancelOrphan(system(), { subscription: id });
  expect((await shop.stripe.subscriptions.retrieve(id)).status).toBe('canceled');
  expect(user.id).not.toBe(late.user.id);
});

test('cancels what was bought for an account that ended with another owner than its founder', async () => {
  const { user, session, customer } = await buyer();
  const heir = await createSignedInUser(db());
  await customer();
  await db().membership.create({ data: { accountId: user.id, userId: heir.id, role: 'owner' } });
  await db().membership.delete({ where: { accountId_userId: { accountId: user.id, userId: user.id } } });
  await deleteOwnAccount(heir.ctx, { email: heir.email });
  expect(await db().account.count({ where: { id: user.id } })).toBe(0);
  const id = await shop.pay(session);
  expect(await sync(id)).toBe('unknown_customer');
  expect(await db().billingAlert.findMany({ where: { subject: id } })).toMatchObject([{ kind: 'paid_after_deletion' }]);
});

test('leaves one job to cancel a subscription, however often Stripe refuses the cancellation', async () => {
  const { user, session } = await buyer();
  await db().auditEvent.create({
    data: { action: 'user.deleted', targetId: user.id, actorKind: 'subscriber', data: {} },
  });
  await db().user.delete({ where: { id: user.id } });
  const id = await shop.pay(session);
  await sync(id);
  const jobs = async () =>
    (await queuedJobs(db(), 'billing.cancel')).filter(({ subscription }) => subscription === id).length;
  const subscriptions = Object.assign(Object.create(shop.stripe.subscriptions) as typeof shop.stripe.subscriptions, {
    cancel: () => Promise.reject(new Error('refused')),
  });
  const refusing = Object.assign(Object.create(shop.stripe) as typeof shop.stripe, { subscriptions });
  for (let tries = 0; tries < 3; tries++) {
    const ctx = systemContext(db(), { stripe: () => refusing });
    await expect(cancelOrphan(ctx, { subscription: id })).rejects.toThrow('refused');
    await sync(id); // a webhook, or the nightly verify
    expect(await jobs()).toBe(1);
  }
});

test('alerts an admin and cancels nothing if the buyer is unknown and the audit log shows no deletion', async () => {
  const { user, session } = await buyer();
  await db().user.delete({ where: { id: user.id } });
  const id = await shop.pay(session);
  await sync(id);
  expect(await db().billingAlert.findFirst({ where: { subject: id } })).toMatchObject({ kind: 'unknown_buyer' });
  expect((await queuedJobs(db(), 'billing.cancel')).map(({ subscription }) => subscription)).not.toContain(id);
});

test("finds the subscription's user after a restore that lost the customer id", async () => {
  const { user, session, customer } = await buyer();
  const known = await customer();
  const id = await shop.pay(session);
  await db().account.update({ where: { id: user.id }, data: { stripeCustomerId: null } });
  expect(await sync(id)).toBe('synced');
  expect(await customer()).toBe(known);
});

test("copies the user's new email address to the customer at Stripe", async () => {
  const { user, customer } = await buyer();
  await db().user.update({ where: { id: user.id }, data: { email: `new-${user.email}` } });
  await followEmail(system(), { userId: user.id });
  expect(await shop.stripe.customers.retrieve(await customer())).toMatchObject({ email: `new-${user.email}` });
  await followEmail(system(), { userId: (await createUserRow(db())).id });
});

test('alerts once about a refund and once about a dispute, and leaves the key as it is', async () => {
  const { user, id, customer } = await subscriber();
  await shop.control('refund', { subscription: id });
  await shop.control('dispute', { subscription: id });
  const events = (await shop.events()).filter(({ type }) => type.startsWith('charge.')).slice(-2);
  for (const event of [...events, ...events]) await handleStripeEvent(system(), event);
  const subjects = events.map(({ data }) => (data.object as { id: string }).id);
  const alerts = await db().billingAlert.findMany({ where: { subject: { in: subjects } }, orderBy: { kind: 'asc' } });
  expect(alerts).toMatchObject([
    { kind: 'dispute', accountId: user.id, stripeCustomerId: await customer() },
    { kind: 'refund', accountId: user.id, stripeCustomerId: await customer() },
  ]);
  expect(await keysOf(user.id)).toMatchObject([{ deletedAt: null, suspendedAt: null }]);
});

test('queues a sync of the subscriptions of a renamed product', async () => {
  const { id } = await subscriber('personal');
  const { stripeProductId } = await rowOf(id);
  await shop.control('emit', { type: 'product.updated', object: stripeProductId });
  const event = (await shop.events()).at(-1);
  if (event) await handleStripeEvent(system(), event);
  expect((await queuedJobs(db(), 'billing.sync')).map(({ subscription }) => subscription)).toContain(id);
});
