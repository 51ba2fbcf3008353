import { expect, test } from 'vitest';
import { startTestEmulator } from '../testing.ts';

const DAY = 86_400;

async function renewed(before: (emulator: Emulator, subscription: string) => Promise<unknown>) {
  const emulator = await startTestEmulator();
  const { subscription } = await emulator.subscribe();
  await before(emulator, subscription);
  const { items } = await emulator.stripe.subscriptions.retrieve(subscription);
  const left = (items.data[0]?.current_period_end ?? 0) - Math.floor(Date.now() / 1000);
  await emulator.control('advance', { seconds: left + 60 });
  const status = async () => (await emulator.stripe.subscriptions.retrieve(subscription)).status;
  const invoice = async () => (await emulator.stripe.invoices.list({ subscription })).data[0];
  const intent = async () => {
    const { data } = await emulator.stripe.invoicePayments.list({ invoice: (await invoice())?.id ?? '' });
    const { id } = { id: data[0]?.payment.payment_intent as string };
    return (await emulator.stripe.paymentIntents.retrieve(id)).status;
  };
  return { emulator, status, invoice, intent };
}
type Emulator = Awaited<ReturnType<typeof startTestEmulator>>;

const byDebit = (isGood: boolean) => async (emulator: Emulator, id: string) => {
  const { customer } = await emulator.stripe.subscriptions.retrieve(id);
  await emulator.control('card', { customer, state: isGood ? 'good' : 'bad', method: 'debit' });
};

test('keeps a subscription active while the bank processes the debit of its renewal', async () => {
  const { emulator, status, invoice, intent } = await renewed(byDebit(true));
  expect([await status(), (await invoice())?.status, await intent()]).toEqual(['active', 'open', 'processing']);
  await emulator.control('advance', { seconds: 3 * DAY });
  expect([await status(), (await invoice())?.status, await intent()]).toEqual(['active', 'paid', 'succeeded']);
});

test('makes a subscription past due when the bank returns the debit, and tries again', async () => {
  const { emulator, status, invoice, intent } = await renewed(byDebit(false));
  await emulator.control('advance', { seconds: 3 * DAY });
  expect([await status(), await intent()]).toEqual(['past_due', 'requires_payment_method']);
  expect(await invoice()).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: expect.any(Number) });
  await emulator.control('advance', { seconds: 4 * DAY });
  expect([await status(), await intent(), (await invoice())?.attempt_count]).toEqual(['past_due', 'processing', 2]);
});

test('charges nothing for a subscription paid by invoice, which is past due from the due date', async () => {
  const { emulator, status, invoice } = await renewed((shop, id) =>
    shop.stripe.subscriptions.update(id, { collection_method: 'send_invoice', days_until_due: 30 }),
  );
  expect(await invoice()).toMatchObject({ collection_method: 'send_invoice', status: 'open', attempt_count: 0 });
  expect(await status()).toBe('active');
  await emulator.control('advance', { seconds: 31 * DAY });
  expect(await status()).toBe('past_due');
});
