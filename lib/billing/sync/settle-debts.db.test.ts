import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPurchase } from '#lib/testing/buyer.ts';
import { db } from '#lib/base/db/db.ts';
import { subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { queuedJobs } from '#lib/testing/queued-jobs.ts';
import { mailsTo } from '#lib/testing/queued-mails.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { reconcile } from '#lib/billing/reconcile/reconcile.ts';
import { endSubscription, endUnpaid, settleDebts } from './settle-debts.ts';
import { readAndSync } from './sync.ts';
import { verify } from '#lib/billing/reconcile/verify.ts';

const DAY = 86_400;

let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
beforeAll(async () => void (shop = await startPausedEmulator()));
afterAll(() => shop.close());

const system = () => systemContext(db(), { stripe: () => shop.stripe });
const sync = (id: string) => readAndSync(system(), id);

async function subscriber(course: 'card' | 'async' = 'card') {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { stripe: () => shop.stripe });
  const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
  const id = await shop.pay(url.split('/').at(-1) ?? '', course);
  await sync(id);
  const { customer } = await shop.stripe.subscriptions.retrieve(id);
  return { id, customer, userId: user.id };
}
/** Moves time to a minute after the end of the period. */
async function renew(id: string) {
  const { items } = await shop.stripe.subscriptions.retrieve(id);
  const left = (items.data[0]?.current_period_end ?? 0) - Math.floor(shop.now().getTime() / 1000);
  await shop.control('advance', { seconds: left + 60 });
}
/** A subscriber whose renewal has just failed at Stripe, while our row still shows the subscription as active. */
async function debtor() {
  const person = await subscriber();
  await shop.control('card', { customer: person.customer, state: 'bad' });
  await renew(person.id);
  return person;
}
/** Cancels for the end of the period, and runs the jobs that follow. */
async function cancel(id: string) {
  await shop.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await sync(id);
  await endUnpaid(system(), { subscription: id });
  await settleDebts(system(), { subscription: id });
}
const invoicesOf = async (subscription: string) =>
  (await shop.stripe.invoices.list({ subscription })).data.map(({ status }) => status);
const alertsOf = async (userId: string) =>
  (await db().billingAlert.findMany({ where: { accountId: userId } })).map(({ kind }) => kind);
const isVoidQueued = async (id: string) =>
  (await queuedJobs(db(), 'billing.void_invoices')).some(({ subscription }) => subscription === id);
const kindsOf = async (id: string) =>
  (await verify(system(), 0)).differences.flatMap(({ kind, subject }) => (subject === id ? [kind] : []));
const rowOf = (id: string) => db().subscription.findUniqueOrThrow({ where: { stripeSubscriptionId: id } });

test('gives no free period to a year that is not paid, however often the renewal fails and is cancelled', async () => {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { stripe: () => shop.stripe });
  const url = await startPurchase(ctx, { plan: 'scale', interval: 'year', isTest: false });
  const id = await shop.pay(url.split('/').at(-1) ?? '');
  await sync(id);
  const { customer } = await shop.stripe.subscriptions.retrieve(id);
  await shop.control('card', { customer, state: 'bad' });
  await renew(id);
  await sync(id);
  await cancel(id);
  expect((await shop.stripe.subscriptions.retrieve(id)).status).toBe('canceled');
  expect(await rowOf(id)).toMatchObject({ status: 'canceled', endedAt: expect.any(Date) });
  expect(await db().fuzzyKey.findFirstOrThrow({ where: { accountId: user.id } })).toMatchObject({
    deletedAt: expect.any(Date),
  });
  expect([await invoicesOf(id), await alertsOf(user.id)]).toEqual([['void', 'paid'], []]);
  const { _sum: sum } = await db().revenueMovement.aggregate({
    where: { userId: user.id },
    _sum: { yearlyPence: true },
  });
  expect(sum.yearlyPence).toBe(0);
});

test('cancels before it voids, so that no running period has a void invoice', async () => {
  const { id } = await debtor();
  await shop.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await settleDebts(system(), { subscription: id });
  expect(await invoicesOf(id)).toEqual(['open', 'paid']);
});

test('voids the invoice of an immediate cancellation although no event said that the payment was past due', async () => {
  const { id } = await debtor();
  await shop.stripe.subscriptions.cancel(id);
  await sync(id);
  expect(await isVoidQueued(id)).toBe(true);
  await settleDebts(system(), { subscription: id });
  expect(await invoicesOf(id)).toEqual(['void', 'paid']);
});

test('reports what the jobs did not settle, and settles it in reconcile', async () => {
  const { id, userId } = await debtor();
  await sync(id);
  await shop.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await sync(id); // queues the job that ends it; nothing runs it
  expect(await kindsOf(id)).toEqual(['unpaid_end']);
  await reconcile(system(), 0);
  expect([await invoicesOf(id), await kindsOf(id), await alertsOf(userId)]).toEqual([['void', 'paid'], [], []]);
});

test('leaves the invoice open, without a difference, when Stripe ends a subscription after its last retry', async () => {
  const { id } = await debtor();
  await sync(id);
  await shop.control('advance', { seconds: 30 * DAY });
  await sync(id);
  expect([await isVoidQueued(id), await invoicesOf(id), await kindsOf(id)]).toEqual([false, ['open', 'paid'], []]);
});

test('leaves the first invoice open while its bank payment is pending', async () => {
  const { id } = await subscriber('async');
  await shop.stripe.subscriptions.cancel(id);
  await sync(id);
  expect([await isVoidQueued(id), await invoicesOf(id), await kindsOf(id)]).toEqual([false, ['open'], []]);
});

test('lets a paid period run to its end if only a change of plan is past due', async () => {
  const { id, customer } = await subscriber();
  await shop.control('card', { customer, state: 'bad' });
  const items = [{ id: await shop.itemOf(id), quantity: 3 }];
  await shop.stripe.subscriptions.update(id, { items, proration_behavior: 'always_invoice' });
  await cancel(id);
  expect(await rowOf(id)).toMatchObject({ status: 'past_due' });
  expect(await invoicesOf(id)).toEqual(['open', 'paid']);
});

/** A customer who pays by invoice, and whose invoice is overdue. */
async function payer() {
  const person = await subscriber();
  await shop.stripe.subscriptions.update(person.id, { collection_method: 'send_invoice', days_until_due: 7 });
  await renew(person.id);
  await shop.control('advance', { seconds: 8 * DAY });
  return person;
}

const OWED: Record<string, () => Promise<{ id: string; userId: string }>> = {
  'that the customer pays by invoice': payer,
  'whose bank debit is under way': async () => {
    const person = await subscriber();
    await shop.control('card', { customer: person.customer, method: 'debit' });
    await renew(person.id);
    return person;
  },
  'with a line for time that was used': async () => {
    const person = await subscriber();
    await shop.stripe.subscriptions.update(person.id, { items: [{ id: await shop.itemOf(person.id), quantity: 9 }] });
    await shop.control('card', { customer: person.customer, state: 'bad' });
    await renew(person.id);
    return person;
  },
};

test.each(Object.entries(OWED))('leaves an invoice open %s, and tells the admins once', async (_name, owe) => {
  const { id, userId } = await owe();
  await sync(id);
  await cancel(id);
  if ((await rowOf(id)).status !== 'canceled') {
    await shop.stripe.subscriptions.cancel(id);
    await sync(id);
    expect(await isVoidQueued(id)).toBe(true);
  }
  for (let times = 0; times < 2; times++) await settleDebts(system(), { subscription: id });
  expect((await invoicesOf(id))[0]).toBe('open');
  expect(await alertsOf(userId)).toEqual(['owed_after_end']);
  expect(await kindsOf(id)).toEqual([]);
});

test('mails about an overdue invoice that Stripe does not charge in its own words', async () => {
  const { id, userId } = await payer();
  await sync(id);
  const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const [, mail] = await mailsTo(email ?? '');
  expect(mail?.template).toBe('invoice_overdue');
  await sync(id);
  await cancel(id);
  expect((await mailsTo(email ?? '')).map(({ template }) => template).slice(2)).toEqual(['subscription_ended']);
});

test('voids the latest invoice last, so that verify still finds the difference after a failure', async () => {
  const { id } = await debtor();
  await shop.stripe.subscriptions.cancel(id);
  const { data } = await shop.stripe.invoices.list({ subscription: id, status: 'open' });
  const voided: string[] = [];
  const invoices = {
    list: async ({ status }: { status: string }) => ({
      data: status === 'open' ? ['in_latest', 'in_before', 'in_first'].map((name) => ({ ...data[0], id: name })) : [],
    }),
    voidInvoice: async (invoice: string) => void voided.push(invoice),
  };
  const invoicePayments = { list: async () => ({ data: [] }) };
  const stripe = Object.assign(Object.create(shop.stripe) as typeof shop.stripe, { invoices, invoicePayments });
  await settleDebts(systemContext(db(), { stripe: () => stripe }), { subscription: id });
  expect(voided).toEqual(['in_first', 'in_before', 'in_latest']);
});

test('ends a subscription at once for an admin, without a refund, and changes nothing when repeated', async () => {
  const { id, userId } = await subscriber();
  for (let times = 0; times < 2; times++) await endSubscription(system(), { subscription: id });
  expect((await shop.stripe.subscriptions.retrieve(id)).status).toBe('canceled');
  expect(await db().subscription.findFirstOrThrow({ where: { accountId: userId } })).toMatchObject({
    status: 'canceled',
  });
  expect(await db().fuzzyKey.findFirstOrThrow({ where: { accountId: userId } })).toMatchObject({
    deletedAt: expect.any(Date),
  });
  expect(await invoicesOf(id)).toEqual(['paid']);
  expect(await kindsOf(id)).toEqual([]);
});
