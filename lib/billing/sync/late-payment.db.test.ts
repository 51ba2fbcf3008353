import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPurchase } from '#lib/testing/buyer.ts';
import { db } from '#lib/base/db/db.ts';
import { subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { mailsTo } from '#lib/testing/queued-mails.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { reconcile } from '#lib/billing/reconcile/reconcile.ts';
import { readAndSync } from './sync.ts';
import { verify } from '#lib/billing/reconcile/verify.ts';
import { handleStripeEvent } from './webhook.ts';

const DAY = 86_400;

let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
beforeAll(async () => void (shop = await startPausedEmulator()));
afterAll(() => shop.close());

const system = () => systemContext(db(), { stripe: () => shop.stripe });

/** A person whose subscription Stripe ended after its last attempt, and who has then paid the open invoice. */
async function latePayer() {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { stripe: () => shop.stripe });
  const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
  const id = await shop.pay(url.split('/').at(-1) ?? '');
  await readAndSync(system(), id);
  const { customer } = await shop.stripe.subscriptions.retrieve(id);
  await shop.control('card', { customer, state: 'bad' });
  await shop.control('advance', { seconds: 60 * DAY });
  await readAndSync(system(), id);
  const { data } = await shop.stripe.invoices.list({ subscription: id, status: 'open' });
  const invoice = data[0]?.id ?? '';
  await shop.control('pay-invoice', { invoice });
  return { id, invoice, userId: user.id, email: user.email ?? '' };
}
const alertsOf = async (userId: string) =>
  (await db().billingAlert.findMany({ where: { accountId: userId } })).map(({ kind, subject }) => [kind, subject]);
const templatesTo = async (email: string) => (await mailsTo(email)).map(({ template }) => template);
const kindsOf = async (id: string) =>
  (await verify(system(), 0)).differences.flatMap(({ kind, subject }) => (subject === id ? [kind] : []));

test('tells admins and payer once when an invoice is paid after its subscription has ended', async () => {
  const { id, invoice, userId, email } = await latePayer();
  const paid = (await shop.events()).filter(({ type, data: { object } }) => {
    return type === 'invoice.paid' && (object as { id?: string }).id === invoice;
  });
  for (const event of [...paid, ...paid]) await handleStripeEvent(system(), event);
  await readAndSync(system(), id);
  expect(await alertsOf(userId)).toEqual([['paid_after_end', invoice]]);
  expect(await templatesTo(email)).toEqual(['welcome', 'subscription_ended', 'paid_after_end']);
  expect(await kindsOf(id)).toEqual([]);
});

test('finds a payment after the end whose event was lost, and reports it in reconcile', async () => {
  const { id, userId, email, invoice } = await latePayer();
  expect(await kindsOf(id)).toEqual(['paid_after_end']);
  await reconcile(system(), 0);
  expect([await alertsOf(userId), await kindsOf(id)]).toEqual([[['paid_after_end', invoice]], []]);
  expect((await templatesTo(email)).at(-1)).toBe('paid_after_end');
});

test('says nothing about a payment before the end whose event arrives after it', async () => {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { stripe: () => shop.stripe });
  const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
  const id = await shop.pay(url.split('/').at(-1) ?? '');
  await shop.control('advance', { seconds: 60 });
  await shop.stripe.subscriptions.cancel(id);
  for (const event of (await shop.events()).filter(({ data }) => JSON.stringify(data).includes(id)))
    await handleStripeEvent(system(), event);
  expect(await alertsOf(user.id)).toEqual([]);
});
