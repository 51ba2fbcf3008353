import { expect, test } from 'vitest';
import { verifyPassword } from '#lib/auth/passwords/password-hash.ts';
import { db, type Db } from '#lib/base/db/db.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { adminContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { CreateManualUserInput, CreateUserFromKeyInput } from '#lib/users/schema.ts';
import { createManualUser, createUserFromKey } from './create-user.ts';

const PASSWORD = 'Quiet-Harbour-7531';
const input = (fields: object = {}) =>
  CreateManualUserInput.parse({ email: `${unique('made')}@x.example`, password: PASSWORD, country: 'de', ...fields });
const fromKey = (public_key: string, email = `${unique('made')}@x.example`) =>
  CreateUserFromKeyInput.parse({ email, password: PASSWORD, country: 'GB', public_key });
const keyOf = (store: Db, publicKey: string) => store.fuzzyKey.findUniqueOrThrow({ where: { publicKey } });

test('creates a verified user who can log in, with a key named after the address', () =>
  inRollback(async (store) => {
    const ctx = adminContext(store);
    const given = input({ daily_limit: 500, notes: 'Pays by transfer' });
    const { user, key } = await createManualUser(ctx, given);
    expect(user).toMatchObject({
      email: given.email,
      email_verified: true,
      is_admin: false,
      country: 'DE',
      custom_limits: { daily_limit: 500, is_blocked: false, custom_key: null, notes: 'Pays by transfer' },
      subscriptions: [{ public_key: key, stripe_subscription_id: null, key_description: `Manual ${given.email}` }],
    });
    expect(await keyOf(store, key)).toMatchObject({ rankId: 50, quantity: 1, email: given.email, accountId: user.id });
    const { passwordHash } = await store.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(await verifyPassword(passwordHash, PASSWORD)).toBe(true);
    const events = await store.auditEvent.findMany({
      where: { actorId: ctx.actor.userId },
      orderBy: { action: 'asc' },
    });
    expect(events.map(({ action, targetId }) => [action, targetId])).toEqual([
      ['fuzzy_key.generated', expect.any(String)],
      ['user.created', user.id],
    ]);
    expect(JSON.stringify(events)).not.toContain('argon2');
  }));

test("adds a number to the key's description if another key is named after the address", () =>
  inRollback(async (store) => {
    const given = input();
    await createKeyRow(store, { description: `Manual ${given.email}` });
    const { user } = await createManualUser(adminContext(store), given);
    expect(user.subscriptions[0]?.key_description).toBe(`Manual ${given.email} 2`);
  }));

test('stores an external custom key without a private half', () =>
  inRollback(async (store) => {
    const { publicKey } = createKeyPair();
    const { user, key } = await createManualUser(adminContext(store), input({ custom_key: publicKey, rank: 90 }));
    expect(key).toBe(publicKey);
    expect(user.custom_limits.custom_key).toBe(publicKey);
    expect(user.subscriptions).toMatchObject([{ public_key: publicKey, is_external: true }]);
    expect(await keyOf(store, publicKey)).toMatchObject({ privateKeySealed: null, rankId: 90, accountId: user.id });
  }));

test('links a custom key that already exists here, and keeps its rank and description', () =>
  inRollback(async (store) => {
    const row = await createKeyRow(store, { rankId: 20, email: 'before@x.example' });
    const { user } = await createManualUser(adminContext(store), input({ custom_key: row.publicKey, rank: 90 }));
    expect(await keyOf(store, row.publicKey)).toMatchObject({
      accountId: user.id,
      email: user.email,
      rankId: 20,
      description: row.description,
    });
    expect(await store.fuzzyKey.count({ where: { accountId: user.id } })).toBe(1);
  }));

test.each([
  ['an invalid custom key', { custom_key: 'x'.repeat(52) }, 'invalid', 'custom_key'],
  ['a custom key that is too short', { custom_key: 'yyy' }, 'invalid', 'custom_key'],
  ['a custom key that is too long (S55)', { custom_key: 'y'.repeat(53) }, 'invalid', 'custom_key'],
  ['an unknown rank', { rank: 51 }, 'invalid', 'rank'],
  ['a password that breaks the policy', { password: 'short' }, 'weak_password', 'password'],
  ['a password that is easy to guess (S6)', { password: 'Password1234!' }, 'weak_password', 'password'],
])('creates no user with %s', async (_name, fields, code, field) => {
  const given = input(fields);
  const refused = expect.objectContaining({ code, fields: { [field]: expect.any(String) } });
  await expect(createManualUser(adminContext(db()), given)).rejects.toEqual(refused);
  expect(await db().user.count({ where: { email: given.email } })).toBe(0);
});

test.each([
  ['country', { country: 'XX' }],
  ['country', { country: 'Germany' }],
  ['email', { email: 'a b@x.example' }],
  ['daily_limit', { daily_limit: -1 }],
  ['daily_limit', { daily_limit: '5' }],
  ['rank', { rank: 1.5 }],
])('refuses a malformed %s in %j (S52)', (field, fields) => {
  const base = { email: 'a@x.example', password: PASSWORD, country: 'DE' };
  expect(CreateManualUserInput.safeParse(base).success).toBe(true);
  expect(CreateManualUserInput.safeParse({ ...base, ...fields }).error?.issues[0]?.path).toEqual([field]);
});

test('refuses a taken address', () =>
  inRollback(async (store) => {
    const { email } = await createUserRow(store);
    await expect(createManualUser(adminContext(store), input({ email }))).rejects.toMatchObject({
      code: 'conflict',
      fields: { email: expect.any(String) },
    });
  }));

test("makes the new user the owner of a free key and sets the key's email", () =>
  inRollback(async (store) => {
    const row = await createKeyRow(store, { description: unique('free') });
    const { user, key } = await createUserFromKey(adminContext(store), fromKey(row.publicKey));
    expect(key).toBe(row.publicKey);
    expect(user).toMatchObject({ country: 'GB', email_verified: true });
    expect(await keyOf(store, key)).toMatchObject({
      accountId: user.id,
      email: user.email,
      description: row.description,
    });
  }));

test('creates no user from a deleted, owned, replaced or unknown key (S51, S53)', async () => {
  const owner = await createUserRow(db());
  const deleted = await createKeyRow(db(), { deletedAt: new Date() });
  const taken = await createKeyRow(db(), { accountId: owner.id });
  const replaced = await createKeyRow(db(), { replacedById: taken.id });
  for (const { publicKey } of [deleted, taken, replaced]) {
    const given = fromKey(publicKey);
    await expect(createUserFromKey(adminContext(db()), given)).rejects.toMatchObject({
      code: 'conflict',
      fields: { public_key: expect.any(String) },
    });
    expect(await db().user.count({ where: { email: given.email } })).toBe(0);
  }
  const unknown = fromKey(createKeyPair().publicKey);
  await expect(createUserFromKey(adminContext(db()), unknown)).rejects.toMatchObject({ code: 'not_found' });
});

test('creates one user from ten simultaneous requests for one key (S53)', async () => {
  const { publicKey } = await createKeyRow(db());
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => createUserFromKey(adminContext(db()), fromKey(publicKey))),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
});
