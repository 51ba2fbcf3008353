import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { startPurchase } from '#lib/testing/buyer.ts';
import { adminContext, subscriberContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { searchPalette } from './palette.ts';

let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
beforeAll(async () => void (shop = await startPausedEmulator()));
afterAll(() => shop.close());

test('finds a customer by the number of an invoice, however it is typed, and no other', async () => {
  const asked: string[] = [];
  const stripe = () => (asked.push('Stripe'), shop.stripe);
  const search = (q: string) => searchPalette(adminContext(db(), undefined, { stripe }), { q });
  const numbers: string[] = [];
  const users = [await createUserRow(db()), await createUserRow(db())];
  for (const user of users) {
    const ctx = subscriberContext(db(), user, { stripe: () => shop.stripe });
    const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
    const subscription = await shop.pay(url.split('/').at(-1) ?? '');
    const { data } = await shop.stripe.invoices.list({ subscription });
    numbers.push(data[0]?.number ?? '');
  }
  expect((await search(numbers[0] ?? '')).users.map(({ id }) => id)).toEqual([users[0]?.id]);
  expect((await search(numbers[1]?.toLowerCase() ?? '')).users.map(({ id }) => id)).toEqual([users[1]?.id]);
  expect((await search('NOSUCH-0001')).users).toEqual([]);
  expect(asked).toHaveLength(3);
  for (const other of ['starter', 'a@b-0001.example', 'AB-0001', 'NOSUCH-1"']) await search(other);
  expect(asked, 'other texts do not reach Stripe').toHaveLength(3);
});

test('finds users and keys while Stripe does not answer', async () => {
  const user = await createUserRow(db(), { email: 'down-0001@palette.example' });
  const { users } = await searchPalette(adminContext(db(), undefined, { stripe: () => shop.away }), { q: 'DOWN-0001' });
  expect(users.map(({ id }) => id)).toEqual([user.id]);
});
