import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPurchase } from '#lib/testing/buyer.ts';
import { db } from '#lib/base/db/db.ts';
import { deleteFuzzyKey, setKeyEmail, setKeyRank } from '#lib/fuzzy-keys/console/admin.ts';
import { rotateFuzzyKey } from '#lib/fuzzy-keys/rotate.ts';
import { adminContext, subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { applyPlan, listAdminValues } from '#lib/billing/sync/admin-values.ts';
import { reconcile } from './reconcile.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';
import { verify } from './verify.ts';

let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
beforeAll(async () => void (shop = await startPausedEmulator()));
afterAll(() => shop.close());

const system = () => systemContext(db(), { stripe: () => shop.stripe });
const admin = () => adminContext(db(), undefined, { stripe: () => shop.stripe });

async function subscriber() {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { stripe: () => shop.stripe });
  const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
  const id = await shop.pay(url.split('/').at(-1) ?? '');
  await readAndSync(system(), id);
  const { id: keyId, description } = await db().fuzzyKey.findFirstOrThrow({ where: { accountId: user.id } });
  return { id, user, keyId, description };
}
const kindsOf = async (subscription: string) =>
  (await verify(system(), 0)).differences.flatMap(({ kind, subject }) => (subject === subscription ? [kind] : []));
const keyRow = (id: number) => db().fuzzyKey.findUniqueOrThrow({ where: { id } });

test('switches on a key that is off, and applies the plan to it, although its rank was last changed by an admin', async () => {
  const { id, keyId, description } = await subscriber();
  await setKeyRank(admin(), { description, rank: 90 });
  expect(await kindsOf(id), 'an admin chose the rank').toEqual([]);
  await db().fuzzyKey.update({ where: { id: keyId }, data: { deletedAt: new Date(), quantity: 7 } });
  expect(await kindsOf(id)).toEqual(['key_off']);
  expect((await reconcile(system(), 0)).mended).toContain(id);
  expect(await keyRow(keyId)).toMatchObject({ deletedAt: null, suspendedAt: null, quantity: 1 });
  expect(await kindsOf(id)).toEqual([]);
  const resumed = { action: 'fuzzy_key.resumed', targetId: String(keyId), actorKind: 'system' };
  expect(await db().auditEvent.count({ where: resumed })).toBe(1);
});

test('does not switch on a key that an admin deleted, whatever happened to it before or after', async () => {
  const { id, keyId, description } = await subscriber();
  await shop.control('status', { subscription: id, status: 'paused' });
  await readAndSync(system(), id);
  await shop.control('status', { subscription: id, status: 'active' });
  await readAndSync(system(), id);
  await deleteFuzzyKey(admin(), { description });
  await shop.stripe.subscriptions.update(id, { items: [{ id: await shop.itemOf(id), quantity: 4 }] });
  await readAndSync(system(), id);
  expect(await kindsOf(id)).toEqual([]);
  await reconcile(system(), 0);
  expect(await keyRow(keyId)).toMatchObject({ deletedAt: expect.any(Date) });
});

test('returns the key of an ended subscription to its owner without switching it on', async () => {
  const { id, user, keyId } = await subscriber();
  await shop.stripe.subscriptions.cancel(id);
  await readAndSync(system(), id);
  await db().fuzzyKey.update({ where: { id: keyId }, data: { accountId: null } });
  expect((await reconcile(system(), 0)).mended).toContain(id);
  expect(await keyRow(keyId)).toMatchObject({ accountId: user.id, deletedAt: expect.any(Date) });
  const resumed = { action: 'fuzzy_key.resumed', targetId: String(keyId) };
  expect(await db().auditEvent.count({ where: resumed })).toBe(0);
});

test("returns a key, and the key that it replaced, to its subscription's owner, unless an admin gave it to another user", async () => {
  const { id, user, keyId: oldId, description } = await subscriber();
  const { fuzzy_key: key } = await rotateFuzzyKey(admin(), { description, grace: '7d' });
  const keyId = key.id;
  const other = await createUserRow(db());
  for (const userId of [other.id, null]) {
    await db().fuzzyKey.updateMany({ where: { id: { in: [oldId, keyId] } }, data: { accountId: userId, email: null } });
    expect(await kindsOf(id)).toEqual(['key_owner']);
    await reconcile(system(), 0);
    for (const each of [oldId, keyId])
      expect(await keyRow(each)).toMatchObject({ accountId: user.id, email: user.email });
    expect(await kindsOf(id)).toEqual([]);
  }
  await setKeyEmail(admin(), { description, email: other.email });
  expect(await kindsOf(id)).toEqual([]);
  await reconcile(system(), 0);
  expect(await keyRow(keyId)).toMatchObject({ accountId: other.id });
});

test('keeps a rank that an admin set through renewals and a rotation, until the plan changes', async () => {
  const { id, keyId, description } = await subscriber();
  await setKeyRank(admin(), { description, rank: 90 });
  await shop.control('advance', { seconds: 40 * 86_400 });
  await readAndSync(system(), id);
  expect(await keyRow(keyId)).toMatchObject({ rankId: 90 });
  const { fuzzy_key: key } = await rotateFuzzyKey(admin(), { description, grace: '7d' });
  expect(await kindsOf(id)).toEqual([]);
  await reconcile(system(), 0);
  await readAndSync(system(), id);
  expect(await keyRow(key.id)).toMatchObject({ rankId: 90 });
  const items = [{ id: await shop.itemOf(id), price: await shop.priceOf('scale_monthly') }];
  await shop.stripe.subscriptions.update(id, { items });
  await readAndSync(system(), id);
  expect(await keyRow(key.id)).toMatchObject({ rankId: 75 });
  expect(await kindsOf(id)).toEqual([]);
});

test("mends the quantity of a key without undoing an admin's rank", async () => {
  const { id, keyId, description } = await subscriber();
  await setKeyRank(admin(), { description, rank: 90 });
  for (let times = 0; times < 2; times++) {
    await db().fuzzyKey.update({ where: { id: keyId }, data: { quantity: 7 } });
    expect(await kindsOf(id)).toEqual(['key_quantity']);
    await reconcile(system(), 0);
    expect(await keyRow(keyId)).toMatchObject({ rankId: 90, quantity: 1 });
  }
});

test('names the values that an admin set, and gives the key back to its plan, through a rotation', async () => {
  const { id, user, keyId, description } = await subscriber();
  expect(await listAdminValues(system(), user.id)).toEqual({});
  await setKeyRank(admin(), { description, rank: 90 });
  const { fuzzy_key: key } = await rotateFuzzyKey(admin(), { description, grace: '7d' });
  expect(await listAdminValues(system(), user.id)).toEqual({ [id]: ['rank'] });
  expect(await applyPlan(admin(), { subscription: id })).toEqual({ status: 'ok' });
  for (const each of [keyId, key.id]) expect(await keyRow(each)).toMatchObject({ rankId: 50 });
  expect(await listAdminValues(system(), user.id)).toEqual({});
  const applied = { action: 'fuzzy_key.plan_applied', targetId: String(key.id), actorKind: 'admin' };
  expect(await db().auditEvent.count({ where: applied })).toBe(1);
  await db().fuzzyKey.update({ where: { id: key.id }, data: { rankId: 20 } });
  expect(await kindsOf(id), 'no longer what an admin wanted').toEqual(['key_rank']);
});

test('forgets a rank that an admin set back to that of the plan when the plan is applied', async () => {
  const { id, keyId, description } = await subscriber();
  for (const rank of [90, 50]) await setKeyRank(admin(), { description, rank });
  await applyPlan(admin(), { subscription: id });
  await db().fuzzyKey.update({ where: { id: keyId }, data: { rankId: 20 } });
  expect(await kindsOf(id)).toEqual(['key_rank']);
  await setKeyRank(admin(), { description, rank: 90 });
  expect(await kindsOf(id), 'set again').toEqual([]);
});

test('applies no plan without a key or to a deleted one', async () => {
  await expect(applyPlan(admin(), { subscription: 'sub_unknown' })).rejects.toMatchObject({ code: 'not_found' });
  const { id, description } = await subscriber();
  await deleteFuzzyKey(admin(), { description });
  await expect(applyPlan(admin(), { subscription: id })).rejects.toMatchObject({ code: 'conflict' });
});
