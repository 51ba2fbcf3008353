import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPurchase } from '#lib/billing/purchase/checkout.ts';
import { db } from '#lib/db.ts';
import { subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { voidOpenInvoices } from './let-go.ts';
import { reconcile } from './reconcile.ts';
import { readAndSync } from './sync.ts';
import { verify } from './verify.ts';

const DAY = 86_400;

let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
beforeAll(async () => void (shop = await startPausedEmulator()));
afterAll(() => shop.close());

const system = () => systemContext(db(), { stripe: () => shop.stripe });

/** A subscriber whose renewal has just failed at Stripe, while our row still shows the subscription as active. */
async function debtor() {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { stripe: () => shop.stripe });
  const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
  const id = await shop.pay(url.split('/').at(-1) ?? '');
  await readAndSync(system(), id);
  const { customer } = await shop.stripe.subscriptions.retrieve(id);
  await shop.control('card', { customer, state: 'bad' });
  await shop.control('advance', { seconds: 32 * DAY });
  return id;
}
const openInvoices = async (subscription: string) =>
  (await shop.stripe.invoices.list({ subscription, status: 'open' })).data.length;
const isVoidQueued = async (id: string) => {
  const jobs = await db().$queryRaw<object[]>`
    SELECT 1 FROM pgboss.job WHERE name = 'billing.void_invoices' AND data->>'subscription' = ${id}`;
  return jobs.length > 0;
};
const kindsOf = async (id: string) =>
  (await verify(system(), 0)).differences.flatMap(({ kind, subject }) => (subject === id ? [kind] : []));

test('voids the invoice of an immediate cancellation although no event said that the payment was past due', async () => {
  const id = await debtor();
  await shop.stripe.subscriptions.cancel(id);
  await readAndSync(system(), id);
  expect(await isVoidQueued(id)).toBe(true);
  await voidOpenInvoices(system(), { subscription: id });
  expect(await openInvoices(id)).toBe(0);
});

test('reports the open invoice of an immediate cancellation while past due, and voids it in reconcile', async () => {
  const id = await debtor();
  await readAndSync(system(), id);
  await shop.stripe.subscriptions.cancel(id);
  await readAndSync(system(), id); // queues the job that voids the invoice; nothing runs it
  expect(await kindsOf(id)).toEqual(['invoice']);
  await reconcile(system(), 0);
  expect([await openInvoices(id), await kindsOf(id)]).toEqual([0, []]);
});

test('leaves the invoice open, without a difference, when Stripe ends a subscription after its last retry', async () => {
  const id = await debtor();
  await readAndSync(system(), id);
  await shop.control('advance', { seconds: 30 * DAY });
  await readAndSync(system(), id);
  expect([await isVoidQueued(id), await openInvoices(id), await kindsOf(id)]).toEqual([false, 1, []]);
});

test('voids the latest invoice last, so that verify still finds the difference after a failure', async () => {
  const id = await debtor();
  await shop.stripe.subscriptions.cancel(id);
  const voided: string[] = [];
  const invoices = {
    list: async () => ({ data: [{ id: 'in_latest' }, { id: 'in_before' }, { id: 'in_first' }] }),
    voidInvoice: async (invoice: string) => void voided.push(invoice),
  };
  const stripe = Object.assign(Object.create(shop.stripe) as typeof shop.stripe, { invoices });
  await voidOpenInvoices(systemContext(db(), { stripe: () => stripe }), { subscription: id });
  expect(voided).toEqual(['in_first', 'in_before', 'in_latest']);
});

test('leaves the first invoice open while its bank payment is pending', async () => {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { stripe: () => shop.stripe });
  const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
  const id = await shop.pay(url.split('/').at(-1) ?? '', 'async');
  await readAndSync(system(), id);
  await shop.stripe.subscriptions.cancel(id);
  await readAndSync(system(), id);
  expect([await isVoidQueued(id), await openInvoices(id), await kindsOf(id)]).toEqual([false, 1, []]);
});
