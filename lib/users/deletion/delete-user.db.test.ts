import { expect, test } from 'vitest';
import { findSignInSession, startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { db, type Db } from '#lib/base/db/db.ts';
import { assignKey, setKeyEmail } from '#lib/fuzzy-keys/console/admin.ts';
import { buildKeyMap } from '#lib/storage/publication.ts';
import type { KeyMapEntry } from '#lib/storage/views.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { createFreshAdmin, freshAdmin } from '#lib/testing/signed-in.ts';
import { deleteUser } from './delete-user.ts';

const exists = async (id: string, store: Db = db()) => (await store.user.count({ where: { id } })) === 1;

test('deletes the user with sessions and tokens, keeps the keys without an owner and lists them (S24)', () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    const user = await createUserRow(store);
    const { token } = await startSignInSession(anonymousContext(store), user.id);
    const own = await createKeyRow(store, { accountId: user.id, email: user.email });
    const named = await createKeyRow(store, { email: user.email });
    const { associated_keys } = await deleteUser(ctx, user.id, { email: ` ${user.email?.toUpperCase() ?? ''} ` });
    expect(associated_keys).toEqual([`Manual ${own.keyId}`]);
    expect(await exists(user.id, store)).toBe(false);
    expect(await findSignInSession(store, token, new Date())).toBeNull();
    const keys = await store.fuzzyKey.findMany({ where: { id: { in: [own.id, named.id] } } });
    for (const key of keys) expect(key).toMatchObject({ accountId: null, email: null, deletedAt: null });
    const events = await store.auditEvent.findMany({ where: { targetId: user.id } });
    expect(events).toMatchObject([{ action: 'user.deleted', actorId: ctx.actor.userId, data: { keys: [own.id] } }]);
    const mails = await store.$queryRaw<object[]>`SELECT 1 FROM pgboss.job WHERE data->>'template' = 'account_deleted'`;
    expect(mails).toHaveLength(1);
  }));

test.each([undefined, {}, { email: null }, { email: '' }, { email: 'DELETE' }, { email: 'somebody@test.example' }])(
  'deletes nothing when %j is sent instead of the address (S50)',
  async (typed) => {
    const user = await createUserRow(db());
    await expect(deleteUser(await createFreshAdmin(db()), user.id, typed)).rejects.toMatchObject({
      code: 'invalid',
      fields: { email: expect.any(String) },
    });
    expect(await exists(user.id)).toBe(true);
  },
);

test('deletes a user without an address when the id is typed', () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    const user = await createUserRow(store, { email: null });
    for (const email of ['', null, 'null'])
      await expect(deleteUser(ctx, user.id, { email })).rejects.toMatchObject({ code: 'invalid' });
    await deleteUser(ctx, user.id, { email: user.id });
    expect(await exists(user.id, store)).toBe(false);
  }));

test('refuses to delete a Stripe customer, whatever is typed (S50)', () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    const customer = await createUserRow(store, { stripeCustomerId: unique('cus') });
    const subscriber = await createUserRow(store);
    await createSubscriptionRow(store, { accountId: subscriber.id, status: 'unpaid' });
    for (const { id, email } of [customer, subscriber]) {
      const refused = { code: 'conflict', message: 'Cannot delete user with Stripe integration' };
      await expect(deleteUser(ctx, id, { email })).rejects.toMatchObject(refused);
      await expect(deleteUser(ctx, id, {})).rejects.toMatchObject(refused);
    }
  }));

test('deletes a user without a Stripe customer whose subscriptions have ended', () =>
  inRollback(async (store) => {
    const user = await createUserRow(store);
    await createSubscriptionRow(store, { accountId: user.id, status: 'canceled' });
    await deleteUser(await createFreshAdmin(store), user.id, user);
    expect(await exists(user.id, store)).toBe(false);
  }));

test('returns not_found for an unknown user and refuses self-deletion (S47)', () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    await createUserRow(store, { isAdmin: true });
    const nobody = '00000000-0000-7000-8000-000000000000';
    await expect(deleteUser(ctx, nobody, { email: nobody })).rejects.toMatchObject({ code: 'not_found' });
    const { email } = await store.user.findUniqueOrThrow({ where: { id: ctx.actor.userId } });
    await expect(deleteUser(ctx, ctx.actor.userId, { email })).rejects.toMatchObject({
      message: expect.stringContaining('account page'),
    });
  }));

test('keeps one admin when two delete each other simultaneously (S49)', async () => {
  for (let round = 0; round < 5; round++) {
    await db().user.updateMany({ where: { isAdmin: true }, data: { isAdmin: false } });
    const [one, two] = [await createUserRow(db(), { isAdmin: true }), await createUserRow(db(), { isAdmin: true })];
    const [first, second] = [await freshAdmin(db(), one), await freshAdmin(db(), two)];
    const results = await Promise.allSettled([deleteUser(first, two.id, two), deleteUser(second, one.id, one)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await db().user.count({ where: { isAdmin: true, blockedAt: null } })).toBe(1);
  }
});

/** The entry of a key in the key map, as the storage hosts read it. */
async function mapEntryOf(store: Db, publicKey: string) {
  const map = JSON.parse(await buildKeyMap(store, new Date(), new Map())) as KeyMapEntry[];
  return map.find(({ pubkey }) => pubkey === publicKey);
}

test.each([
  ['is blocked', { blockedAt: new Date() }],
  ['has a daily limit of 0', { dailyLimit: 0 }],
])('keeps the key of a user who %s refused after the deletion, until it is assigned', (_name, fields) =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    const user = await createUserRow(store, fields);
    const { publicKey, id } = await createKeyRow(store, { accountId: user.id, email: user.email });
    const { associated_keys, suspended_keys } = await deleteUser(ctx, user.id, user);
    expect(suspended_keys).toEqual(associated_keys);
    expect((await mapEntryOf(store, publicKey))?.extensions).toMatchObject({ allowed_ops: [] });
    const heir = await createUserRow(store);
    const { fuzzy_key: key } = await assignKey(ctx, { user_id: heir.id, description: associated_keys[0] ?? '' });
    expect(key).toMatchObject({ id, state: 'on', user_id: heir.id });
  }),
);

test("turns a deleted user's daily limit into the rate of the key", () =>
  inRollback(async (store) => {
    const user = await createUserRow(store, { dailyLimit: 8640 });
    const { id } = await createKeyRow(store, { accountId: user.id, quantity: 2 });
    const { suspended_keys } = await deleteUser(await createFreshAdmin(store), user.id, user);
    expect(suspended_keys).toEqual([]);
    expect(await store.fuzzyKey.findUniqueOrThrow({ where: { id } })).toMatchObject({ rate: 0.05, suspendedAt: null });
  }));

test("keeps a blocked owner's key refused when its email is removed or names another user", () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    const other = await createUserRow(store);
    for (const email of [null, other.email]) {
      const user = await createUserRow(store, { blockedAt: new Date() });
      const { description } = await createKeyRow(store, { accountId: user.id, email: user.email });
      const { fuzzy_key: key } = await setKeyEmail(ctx, { description, email });
      expect(key).toMatchObject({ state: 'suspended', user_id: email && other.id });
    }
  }));
