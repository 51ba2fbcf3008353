import { expect, test } from 'vitest';
import { findSignInSession, startSignInSession } from '#lib/auth/sign-in-session.ts';
import { db, type Db } from '#lib/db.ts';
import { adminContext, anonymousContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { deleteUser } from './delete-user.ts';

const admin = async (store: Db) => adminContext(store, await createUserRow(store, { isAdmin: true }));
const exists = async (id: string, store: Db = db()) => (await store.user.count({ where: { id } })) === 1;

test('S24 the person and all that acts for them are gone; their keys go on without an owner and are named', () =>
  inRollback(async (store) => {
    const ctx = await admin(store);
    const user = await createUserRow(store);
    const { token } = await startSignInSession(anonymousContext(store), user.id);
    const own = await createKeyRow(store, { userId: user.id, email: user.email });
    const named = await createKeyRow(store, { email: user.email });
    const { associated_keys } = await deleteUser(ctx, user.id, { email: ` ${user.email?.toUpperCase() ?? ''} ` });
    expect(associated_keys).toEqual([`Manual ${own.keyId}`]);
    expect(await exists(user.id, store)).toBe(false);
    expect(await findSignInSession(store, token, new Date())).toBeNull();
    const keys = await store.fuzzyKey.findMany({ where: { id: { in: [own.id, named.id] } } });
    for (const key of keys) expect(key).toMatchObject({ userId: null, email: null, deletedAt: null });
    const events = await store.auditEvent.findMany({ where: { targetId: user.id } });
    expect(events).toMatchObject([{ action: 'user.deleted', actorId: ctx.actor.userId, data: { keys: [own.id] } }]);
    const mails = await store.$queryRaw<object[]>`SELECT 1 FROM pgboss.job WHERE data->>'template' = 'account_deleted'`;
    expect(mails).toHaveLength(1);
  }));

test.each([undefined, {}, { email: null }, { email: '' }, { email: 'DELETE' }, { email: 'somebody@test.example' }])(
  'S50 %j typed instead of the address deletes nothing',
  async (typed) => {
    const user = await createUserRow(db());
    await expect(deleteUser(await admin(db()), user.id, typed)).rejects.toMatchObject({
      code: 'invalid',
      fields: { email: expect.any(String) },
    });
    expect(await exists(user.id)).toBe(true);
  },
);

test('somebody without an address is deleted by typing the id', () =>
  inRollback(async (store) => {
    const ctx = await admin(store);
    const user = await createUserRow(store, { email: null });
    for (const email of ['', null, 'null'])
      await expect(deleteUser(ctx, user.id, { email })).rejects.toMatchObject({ code: 'invalid' });
    await deleteUser(ctx, user.id, { email: user.id });
    expect(await exists(user.id, store)).toBe(false);
  }));

test('S50 a customer at Stripe stays, whatever is typed', () =>
  inRollback(async (store) => {
    const ctx = await admin(store);
    const customer = await createUserRow(store, { stripeCustomerId: unique('cus') });
    const subscriber = await createUserRow(store);
    await createSubscriptionRow(store, { userId: subscriber.id, status: 'unpaid' });
    for (const { id, email } of [customer, subscriber]) {
      const refused = { code: 'conflict', message: 'Cannot delete user with Stripe integration' };
      await expect(deleteUser(ctx, id, { email })).rejects.toMatchObject(refused);
      await expect(deleteUser(ctx, id, {})).rejects.toMatchObject(refused);
    }
  }));

test('somebody whose customer is gone at Stripe, and whose subscriptions ended, can go', () =>
  inRollback(async (store) => {
    const user = await createUserRow(store);
    await createSubscriptionRow(store, { userId: user.id, status: 'canceled' });
    await deleteUser(await admin(store), user.id, user);
    expect(await exists(user.id, store)).toBe(false);
  }));

test('S47 nobody is not found; oneself is not deleted here', () =>
  inRollback(async (store) => {
    const ctx = await admin(store);
    await createUserRow(store, { isAdmin: true });
    const nobody = '00000000-0000-7000-8000-000000000000';
    await expect(deleteUser(ctx, nobody, { email: nobody })).rejects.toMatchObject({ code: 'not_found' });
    const { email } = await store.user.findUniqueOrThrow({ where: { id: ctx.actor.userId } });
    await expect(deleteUser(ctx, ctx.actor.userId, { email })).rejects.toMatchObject({
      message: expect.stringContaining('account page'),
    });
  }));

test('S49 two admins who delete each other at once: one of them stays', async () => {
  for (let round = 0; round < 5; round++) {
    await db().user.updateMany({ where: { isAdmin: true }, data: { isAdmin: false } });
    const [one, two] = [await createUserRow(db(), { isAdmin: true }), await createUserRow(db(), { isAdmin: true })];
    const results = await Promise.allSettled([
      deleteUser(adminContext(db(), one), two.id, two),
      deleteUser(adminContext(db(), two), one.id, one),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await db().user.count({ where: { isAdmin: true, blockedAt: null } })).toBe(1);
  }
});
