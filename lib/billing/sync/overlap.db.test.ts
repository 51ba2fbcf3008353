import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPurchase } from '#lib/testing/buyer.ts';
import { transaction } from '#lib/base/context.ts';
import { db, lockInTransaction } from '#lib/base/db/db.ts';
import { subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { heldBack } from '#lib/testing/held-back.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { readForSync, type SyncRead } from './reads.ts';
import { readAndSync, syncSubscription } from './sync.ts';

let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
beforeAll(async () => void (shop = await startPausedEmulator()));
afterAll(() => shop.close());

const system = () => systemContext(db(), { stripe: () => shop.stripe });
const sync = (read: SyncRead) => transaction(system(), (tx) => syncSubscription(tx, read));

async function buyer() {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { stripe: () => shop.stripe });
  const buy = () => startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
  const pay = async () => shop.pay((await buy()).split('/').at(-1) ?? '');
  return { id: user.id, buy, pay };
}

test('keeps the newer of two states whose syncs overlap, even if the older sync ends last (R2)', async () => {
  const user = await buyer();
  const id = await user.pay();
  await readAndSync(system(), id);
  const older = await readForSync(system(), id);
  await shop.stripe.subscriptions.update(id, { items: [{ id: await shop.itemOf(id), quantity: 7 }] });
  const newer = await readForSync(system(), id);
  const results = await heldBack(
    (tx) => lockInTransaction(tx, `billing-user:${user.id}`),
    [() => sync(newer), () => sync(older)],
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  const where = { stripeSubscriptionId: id };
  expect(await db().subscription.findUnique({ where })).toMatchObject({ quantity: 7, readFrom: newer.from });
});

test('makes one key for two subscriptions of a user whose first syncs overlap (R2)', async () => {
  const user = await buyer();
  const first = await user.pay();
  const { customer } = await shop.stripe.subscriptions.retrieve(first);
  const items = [{ price: await shop.priceOf('starter_monthly') }];
  const second = await shop.stripe.subscriptions.create({ customer: customer as string, items, trial_period_days: 7 });
  const reads = [await readForSync(system(), first), await readForSync(system(), second.id)];
  await heldBack(
    (tx) => lockInTransaction(tx, `billing-user:${user.id}`),
    reads.map((read) => () => sync(read)),
  );
  expect(await db().subscription.count({ where: { accountId: user.id, status: { in: ['active', 'trialing'] } } })).toBe(
    2,
  );
  expect(await db().fuzzyKey.count({ where: { accountId: user.id } })).toBe(1);
});

test('opens one checkout for two tabs that wait for the same lock', async () => {
  const { id, buy } = await buyer();
  const urls = await heldBack((tx) => lockInTransaction(tx, `checkout:${id}`), [buy, buy]);
  const [one, two] = urls.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)));
  expect(one).toMatch(/^http/);
  expect(two).toBe(one);
});
