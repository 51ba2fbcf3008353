import { expect, test } from 'vitest';
import { createOneTimeToken } from '#lib/auth/one-time-token.ts';
import { findSignInSession, startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { db, type Db } from '#lib/base/db/db.ts';
import { HOUR } from '#lib/base/time.ts';
import { rotateFuzzyKey } from '#lib/fuzzy-keys/rotate.ts';
import { anonymousContext, subscriberContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createClientRow, createKeyRow, createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { deleteOwnAccount } from './delete-own-account.ts';

async function person(store: Db = db(), fields: Parameters<typeof createUserRow>[1] = {}) {
  const { id, email } = await createUserRow(store, fields);
  const session = await startSignInSession(anonymousContext(store), id);
  const ctx = subscriberContext(store, { id });
  return {
    id,
    email: email ?? '',
    token: session.token,
    ctx: { ...ctx, actor: { ...ctx.actor, sessionId: session.id } },
  };
}
const exists = async (id: string, store: Db = db()) => (await store.user.count({ where: { id } })) === 1;

test('deletes the account with sessions, tokens and keys, and keeps the id in the audit log (S24)', () =>
  inRollback(async (store) => {
    const [who, other] = [await person(store), await person(store)];
    const elsewhere = await startSignInSession(anonymousContext(store), who.id);
    await createOneTimeToken(store, 'reset_password', who, new Date());
    await store.knownDevice.create({
      data: { userId: who.id, tokenHash: new Uint8Array(32), lastSeenAt: new Date(), expiresAt: new Date() },
    });
    const { client } = await createClientRow(store);
    await store.consent.create({ data: { userId: who.id, clientId: client.id, scopes: ['openid'] } });
    for (const userId of [who.id, other.id])
      await store.oidcArtifact.create({ data: { model: 'AccessToken', id: unique('token'), payload: {}, userId } });
    const ended = await createSubscriptionRow(store, { accountId: who.id, status: 'canceled' });
    const own = await createKeyRow(store, { accountId: who.id, email: who.email });
    const billed = await createKeyRow(store, {
      accountId: who.id,
      email: null,
      subscriptionId: ended.id,
      description: `Stripe ${unique('cus')} sub_${unique('x')}`,
      deletedAt: new Date(),
    });
    const named = await createKeyRow(store, { accountId: null, email: who.email });
    const foreign = await createKeyRow(store, { accountId: other.id, email: who.email });

    await deleteOwnAccount(who.ctx, { email: ` ${who.email.toUpperCase()}` });

    expect(await exists(who.id, store)).toBe(false);
    for (const token of [who.token, elsewhere.token])
      expect(await findSignInSession(store, token, new Date())).toBeNull();
    expect(await findSignInSession(store, other.token, new Date())).not.toBeNull();
    expect((await store.oidcArtifact.findMany()).map(({ userId }) => userId)).toEqual([other.id]);
    expect(await store.subscription.count({ where: { accountId: who.id } })).toBe(0);
    const keys = await store.fuzzyKey.findMany({
      where: { id: { in: [own.id, billed.id, named.id, foreign.id] } },
      orderBy: { id: 'asc' },
      select: { accountId: true, email: true, description: true, deletedAt: true, subscriptionId: true },
    });
    const free = { accountId: null, email: null, subscriptionId: null };
    expect(keys).toEqual([
      { ...free, description: `Manual ${own.keyId}`, deletedAt: who.ctx.now },
      { ...free, description: billed.description, deletedAt: billed.deletedAt },
      { ...free, description: named.description, deletedAt: null },
      { ...free, description: foreign.description, deletedAt: null, accountId: other.id },
    ]);
    expect(await store.auditEvent.findMany({ where: { targetId: who.id } })).toMatchObject([
      { action: 'user.deleted', actorId: who.id, data: { keys: [own.id, billed.id] } },
    ]);
    const mails = await store.$queryRaw<object[]>`SELECT 1 FROM pgboss.job WHERE data->>'template' = 'account_deleted'`;
    expect(mails).toHaveLength(1);
  }));

test('deletes a rotated key with its predecessor in the grace period, and updates the key map', () =>
  inRollback(async (store) => {
    const who = await person(store);
    const { description, id, keyId } = await createKeyRow(store, { accountId: who.id, email: who.email });
    const { fuzzy_key: fresh } = await rotateFuzzyKey(who.ctx, { description, grace: '7d' });
    await store.keyMapChange.deleteMany();
    await deleteOwnAccount(who.ctx, who);
    const keys = await store.fuzzyKey.findMany({
      where: { id: { in: [id, fresh.id] } },
      orderBy: { id: 'asc' },
      select: { deletedAt: true, description: true },
    });
    expect(keys).toEqual([
      { deletedAt: who.ctx.now, description: `Manual ${keyId}` },
      { deletedAt: who.ctx.now, description: `Manual ${fresh.key_id}` },
    ]);
    expect(await store.keyMapChange.count()).toBeGreaterThan(0);
    expect(await store.auditEvent.count({ where: { action: 'fuzzy_key.deleted', actorId: who.id } })).toBe(2);
  }));

test("adds a number to the key's new description if it is already taken", () =>
  inRollback(async (store) => {
    const who = await person(store);
    const own = await createKeyRow(store, { accountId: who.id, email: who.email });
    await createKeyRow(store, { description: `Manual ${own.keyId}` });
    await deleteOwnAccount(who.ctx, who);
    expect((await store.fuzzyKey.findUniqueOrThrow({ where: { id: own.id } })).description).toBe(
      `Manual ${own.keyId} 2`,
    );
  }));

test('requires a fresh login', async () => {
  const who = await person();
  const later = { ...who.ctx, now: new Date(Date.now() + HOUR) };
  await expect(deleteOwnAccount(later, who)).rejects.toMatchObject({ code: 'reauthentication_required' });
  expect(await exists(who.id)).toBe(true);
});

test.each(['', 'DELETE', 'somebody@test.example', '@'])(
  'deletes nothing when %j is typed instead of the address (S50)',
  async (email) => {
    const who = await person();
    await expect(deleteOwnAccount(who.ctx, { email })).rejects.toMatchObject({
      code: 'invalid',
      fields: { email: expect.any(String) },
    });
    expect(await exists(who.id)).toBe(true);
  },
);

test.each([
  ['active', false],
  ['trialing', false],
  ['past_due', false],
  ['incomplete', false],
  ['unpaid', false],
  ['paused', false],
  ['some_future_status', false],
  ['incomplete_expired', true],
  ['canceled', true],
])('decides whether to allow deletion with a subscription that is %s: %s', async (status, goes) => {
  const who = await person();
  await createSubscriptionRow(db(), { accountId: who.id, status });
  const key = await createKeyRow(db(), { accountId: who.id, email: who.email });
  if (goes) await deleteOwnAccount(who.ctx, who);
  else
    await expect(deleteOwnAccount(who.ctx, who)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('cancel it under Manage Billing'),
    });
  expect(await exists(who.id)).toBe(!goes);
  expect(await db().fuzzyKey.findUnique({ where: { id: key.id } })).toMatchObject({ accountId: goes ? null : who.id });
});

test('lets one of 20 simultaneous calls succeed, and refuses the others as unauthenticated', async () => {
  const who = await person();
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => deleteOwnAccount(who.ctx, who)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'unauthenticated' });
  expect(await db().auditEvent.count({ where: { targetId: who.id, action: 'user.deleted' } })).toBe(1);
});

test('keeps the last admin who is not blocked when all admins delete themselves simultaneously (S49)', async () => {
  await person(db(), { isAdmin: true, blockedAt: new Date() });
  const admins = await Promise.all(Array.from({ length: 4 }, () => person(db(), { isAdmin: true })));
  const results = await Promise.allSettled(admins.map((admin) => deleteOwnAccount(admin.ctx, admin)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
  expect(await db().user.count({ where: { isAdmin: true, blockedAt: null } })).toBe(1);
});
