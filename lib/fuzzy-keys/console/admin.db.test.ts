import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { db, inTransaction, type Db } from '#lib/base/db/db.ts';
import { isPublicKey } from '#lib/fuzzy-keys/key-pair.ts';
import { rotateFuzzyKey } from '#lib/fuzzy-keys/rotate.ts';
import {
  AssignKeyInput,
  GenerateFuzzyKeyInput,
  NamedKeyInput,
  RotateFuzzyKeyInput,
  SetEmailInput,
  SetRankInput,
} from '#lib/fuzzy-keys/schema.ts';
import { adminContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { heldBack } from '#lib/testing/held-back.ts';
import { queuedMails } from '#lib/testing/queued-mails.ts';
import { assignKey, deleteFuzzyKey, generateFuzzyKey, restoreFuzzyKey, setKeyEmail, setKeyRank } from './admin.ts';

const auditLogOf = (db: Db, id: number) =>
  db.auditEvent.findMany({ where: { targetId: String(id) }, orderBy: { id: 'asc' } });
const generate = (db: Db, input: object) => generateFuzzyKey(adminContext(db), GenerateFuzzyKeyInput.parse(input));

test('generates a key with its rank and email, owned by the user who has that email', () =>
  inRollback(async (db) => {
    const user = await createUserRow(db);
    const description = unique('Acme');
    const ctx = adminContext(db);
    const { key, fuzzy_key } = await generateFuzzyKey(
      ctx,
      GenerateFuzzyKeyInput.parse({ description, email: user.email?.toUpperCase(), rank: 75 }),
    );
    expect(isPublicKey(key)).toBe(true);
    expect(fuzzy_key).toMatchObject({
      public_key: key,
      description,
      email: user.email,
      user_id: user.id,
      rank: 75,
      quantity: 1,
      rate: null,
      deleted: false,
      state: 'on',
      type: 'user',
      is_external: false,
      works_until: null,
      replaced_by: null,
    });
    expect(await auditLogOf(db, fuzzy_key.id)).toMatchObject([
      { action: 'fuzzy_key.generated', actorKind: 'admin', actorId: ctx.actor.userId, data: { key } },
    ]);
    const stranger = await generate(db, { description: unique('B'), email: 'nobody@test.example' });
    expect(stranger.fuzzy_key).toMatchObject({ email: 'nobody@test.example', user_id: null, rank: 0 });
    const plain = await generate(db, { description: unique('C'), email: '' });
    expect(plain.fuzzy_key).toMatchObject({ email: null, user_id: null, type: 'manual' });
  }));

test("refuses a taken description, even a deleted key's, and an unknown rank", () =>
  inRollback(async (db) => {
    const description = unique('Acme');
    await generate(db, { description });
    await expect(generate(db, { description })).rejects.toMatchObject({ code: 'conflict' });
    await deleteFuzzyKey(adminContext(db), { description });
    await expect(generate(db, { description })).rejects.toMatchObject({ code: 'conflict' });
    await expect(generate(db, { description: unique('x'), rank: 30 })).rejects.toMatchObject({
      code: 'invalid',
      fields: { rank: expect.any(String) as string },
    });
  }));

test('refuses to edit, assign, rotate or delete a deleted key until it is restored (S51)', () =>
  inRollback(async (db) => {
    const ctx = adminContext(db);
    const user = await createUserRow(db);
    const { id, description } = await createKeyRow(db);
    const actions = {
      rank: () => setKeyRank(ctx, { description, rank: 20 }),
      email: () => setKeyEmail(ctx, { description, email: 'a@b.example' }),
      assign: () => assignKey(ctx, { description, user_id: user.id }),
      rotate: () => rotateFuzzyKey(ctx, { description, grace: 'now' }),
      delete: () => deleteFuzzyKey(ctx, { description }),
    };
    await expect(restoreFuzzyKey(ctx, { description })).rejects.toMatchObject({ code: 'conflict' });
    expect((await deleteFuzzyKey(ctx, { description })).fuzzy_key).toMatchObject({ deleted: true, state: 'deleted' });
    for (const action of Object.values(actions)) await expect(action()).rejects.toMatchObject({ code: 'conflict' });
    expect((await restoreFuzzyKey(ctx, { description })).fuzzy_key).toMatchObject({ deleted: false, state: 'on' });
    expect((await actions.rank()).fuzzy_key).toMatchObject({ rank: 20 });
    expect((await auditLogOf(db, id)).map(({ action }) => action)).toEqual([
      'fuzzy_key.deleted',
      'fuzzy_key.resumed',
      'fuzzy_key.updated',
    ]);
  }));

test.each<[string, { status?: string; requests?: number; suspendedAt?: Date }, boolean]>([
  ['a live subscription', { status: 'active' }, true],
  ['a subscription that is past due', { status: 'past_due' }, true],
  ['requests in the last days', { requests: 12 }, true],
  ['neither', {}, false],
  ['an ended subscription', { status: 'canceled' }, false],
  ['a live subscription, while it is suspended', { status: 'active', suspendedAt: new Date() }, false],
])('mails the owner of a deleted key only if it was in use: %s', (_name, { status, requests, suspendedAt }, isMailed) =>
  inRollback(async (db) => {
    const user = await createUserRow(db);
    const subscription = status ? await createSubscriptionRow(db, { accountId: user.id, status }) : null;
    const key = await createKeyRow(db, {
      accountId: user.id,
      subscriptionId: subscription?.id ?? null,
      suspendedAt: suspendedAt ?? null,
    });
    if (requests) await db.rankedUsage.update({ where: { keyId: key.id }, data: { requests } });
    await deleteFuzzyKey(adminContext(db), { description: key.description });
    const mails = await queuedMails(db);
    expect(mails.map(({ template, to }) => [template, to])).toEqual(isMailed ? [['key_switched_off', user.email]] : []);
  }),
);

test("restores a key whose subscription has ended, and returns the subscription's status", () =>
  inRollback(async (db) => {
    const user = await createUserRow(db);
    const { id: subscriptionId } = await createSubscriptionRow(db, { accountId: user.id, status: 'canceled' });
    const { description } = await createKeyRow(db, {
      subscriptionId,
      accountId: user.id,
      suspendedAt: new Date(),
      deletedAt: new Date(),
    });
    const { fuzzy_key } = await restoreFuzzyKey(adminContext(db), { description });
    expect(fuzzy_key).toMatchObject({ state: 'on', subscription_status: 'canceled' });
  }));

test('sets email and owner if a user has the email, only the email otherwise, and clears both if it is empty', () =>
  inRollback(async (db) => {
    const [a, b] = [await createUserRow(db), await createUserRow(db)];
    const { id, description } = await createKeyRow(db);
    const set = async (email: string | null) =>
      (await setKeyEmail(adminContext(db), SetEmailInput.parse({ description, email }))).fuzzy_key;
    expect(await set(a.email)).toMatchObject({ email: a.email, user_id: a.id, version: 2 });
    expect(await set(a.email)).toMatchObject({ version: 2 });
    expect(await set('billing@test.example')).toMatchObject({ email: 'billing@test.example', user_id: a.id });
    expect(await set(b.email)).toMatchObject({ email: b.email, user_id: b.id });
    expect(await set('')).toMatchObject({ email: null, user_id: null, version: 5 });
    const auditLog = await auditLogOf(db, id);
    expect(auditLog).toHaveLength(4);
    expect(auditLog[3]?.data).toMatchObject({
      before: { userId: b.id },
      after: { userId: null },
      changed: ['email'],
    });
  }));

test('assigns a key once, even to a user without an email, and refuses an unknown user', () =>
  inRollback(async (db) => {
    const [a, b] = [await createUserRow(db), await createUserRow(db)];
    const { description } = await createKeyRow(db);
    const assign = (user_id: string) => assignKey(adminContext(db), { description, user_id });
    await expect(assign(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    expect((await assign(a.id)).fuzzy_key).toMatchObject({ email: a.email, user_id: a.id, type: 'user' });
    await expect(assign(b.id)).rejects.toMatchObject({ code: 'conflict' });
    const nameless = await createUserRow(db, { email: null });
    const other = await createKeyRow(db);
    const assignOther = (user_id: string) => assignKey(adminContext(db), { description: other.description, user_id });
    expect((await assignOther(nameless.id)).fuzzy_key).toMatchObject({ email: null, user_id: nameless.id });
    await expect(assignOther(b.id)).rejects.toMatchObject({ code: 'conflict' });
  }));

test('refuses an edit that names a stale version', () =>
  inRollback(async (db) => {
    const { description } = await createKeyRow(db);
    const rank = (rank: number, version?: number) => setKeyRank(adminContext(db), { description, rank, version });
    expect((await rank(20, 1)).fuzzy_key.version).toBe(2);
    await expect(rank(75, 1)).rejects.toMatchObject({ code: 'conflict' });
    expect((await rank(75, 2)).fuzzy_key).toMatchObject({ rank: 75, version: 3 });
  }));

test('throws not_found for an unknown description', () =>
  inRollback(async (db) => {
    const ctx = adminContext(db);
    const description = unique('nothing');
    for (const action of [
      () => deleteFuzzyKey(ctx, { description }),
      () => restoreFuzzyKey(ctx, { description }),
      () => setKeyRank(ctx, { description, rank: 0 }),
      () => setKeyEmail(ctx, { description, email: null }),
      () => rotateFuzzyKey(ctx, { description, grace: 'now' }),
    ])
      await expect(action()).rejects.toMatchObject({ code: 'not_found' });
  }));

const WRONG = ['', 'a\0b', 'x'.repeat(301), 1, null, {}, ['a'], true];
test.each(WRONG)('refuses the description %j (S52)', (description) => {
  const user_id = randomUUID();
  for (const [schema, input] of [
    [NamedKeyInput, { description }],
    [GenerateFuzzyKeyInput, { description }],
    [SetRankInput, { description, rank: 0 }],
    [SetEmailInput, { description, email: null }],
    [AssignKeyInput, { description, user_id }],
    [RotateFuzzyKeyInput, { description, grace: 'now' }],
  ] as const)
    expect(schema.safeParse(input).success).toBe(false);
});

test.each([
  [GenerateFuzzyKeyInput, { description: 'a', rank: '0' }],
  [GenerateFuzzyKeyInput, { description: 'a', rank: 0.5 }],
  [GenerateFuzzyKeyInput, { description: 'a', quantity: 0 }],
  [GenerateFuzzyKeyInput, { description: 'a', email: 'no address' }],
  [SetEmailInput, { description: 'a' }],
  [SetEmailInput, { description: 'a', email: ['a@b.example'] }],
  [SetRankInput, { description: 'a', rank: -1 }],
  [AssignKeyInput, { description: 'a', user_id: "1' OR" }],
  [RotateFuzzyKeyInput, { description: 'a', grace: '2h' }],
])('refuses a malformed value, case %# (S52)', (schema, input) => {
  expect(schema.safeParse(input).success).toBe(false);
});

test('ignores fields that a caller may not set (S48)', () => {
  const input = { description: 'a', user_id: randomUUID(), rate: 9, subscriptionId: randomUUID(), deletedAt: null };
  expect(GenerateFuzzyKeyInput.parse(input)).toEqual({ description: 'a', email: null, rank: 0, quantity: 1 });
});

const namesOf = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.map((one) =>
    one.status === 'fulfilled' ? 'ok' : ((one.reason as { code?: string }).code ?? String(one.reason)),
  );
const outcomes = async (actions: Promise<unknown>[]) => namesOf(await Promise.allSettled(actions));
const TIMES = 8;
const atOnce = (action: (index: number) => Promise<unknown>) =>
  outcomes(Array.from({ length: TIMES }, (_, index) => action(index)));
const onlyOne = ['conflict', 'conflict', 'conflict', 'conflict', 'conflict', 'conflict', 'conflict', 'ok'];
const openConnections = () =>
  Promise.all(Array.from({ length: TIMES }, () => db().$queryRaw`SELECT 1 FROM pg_sleep(0.2)`));

test('lets one of eight concurrent callers generate, assign, rotate, delete or restore a key (S53)', async () => {
  await openConnections();
  const ctx = adminContext(db());
  const users = await Promise.all(Array.from({ length: TIMES }, () => createUserRow(db())));
  const description = unique('race');
  const sorted = async (results: Promise<string[]>) => (await results).toSorted();
  expect(await sorted(atOnce(() => generate(db(), { description })))).toEqual(onlyOne);
  expect(await sorted(atOnce((i) => assignKey(ctx, { description, user_id: users[i]?.id ?? '' })))).toEqual(onlyOne);
  // A caller who came after the first rotation would rotate the new key, so all of them wait for the same row.
  const lock = (tx: Db) => tx.$queryRaw`SELECT 1 FROM fuzzy_keys WHERE description = ${description} FOR UPDATE`;
  const rotations = Array.from({ length: TIMES }, () => () => rotateFuzzyKey(ctx, { description, grace: '1h' }));
  expect(await sorted(heldBack(lock, rotations).then(namesOf))).toEqual(onlyOne);
  expect(await sorted(atOnce(() => deleteFuzzyKey(ctx, { description })))).toEqual(onlyOne);
  expect(await sorted(atOnce(() => restoreFuzzyKey(ctx, { description })))).toEqual(onlyOne);
  expect(await db().fuzzyKey.count({ where: { description: { startsWith: description } } })).toBe(2);
});

test('neither deadlocks nor leaves partial changes when actions on one key run concurrently (S53)', async () => {
  await openConnections();
  const ctx = adminContext(db());
  for (let round = 0; round < 5; round++) {
    const user = await createUserRow(db());
    const { id, description } = await createKeyRow(db());
    const results = await outcomes([
      rotateFuzzyKey(ctx, { description, grace: '24h' }),
      deleteFuzzyKey(ctx, { description }),
      assignKey(ctx, { description, user_id: user.id }),
      setKeyRank(ctx, { description, rank: 20 }),
      db().user.delete({ where: { id: user.id } }),
    ]);
    expect(results.filter((one) => one !== 'ok' && one !== 'conflict' && one !== 'not_found')).toEqual([]);
    const rows = await db().fuzzyKey.findMany({ where: { description: { startsWith: description } } });
    const old = rows.find((row) => row.id === id);
    expect(old).toMatchObject({ replacedById: rows.find((row) => row.id !== id)?.id ?? null });
    for (const row of rows) expect(row.accountId).toBeNull();
    expect(new Set(rows.map((row) => row.rankId)).size).toBe(1);
  }
});

test('refuses an action that waited for the lock of a key while the key was rotated (S53)', async () => {
  const { id, description } = await createKeyRow(db());
  let [commit, tell] = [() => {}, () => {}];
  const gate = new Promise<void>((resolve) => (commit = resolve));
  const isRotated = new Promise<void>((resolve) => (tell = resolve));
  const rotating = inTransaction(db(), async (tx) => {
    await rotateFuzzyKey(adminContext(tx), { description, grace: '24h' });
    tell();
    await gate;
  });
  const isWaiting = async () => {
    const [row] = await db().$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM fuzzy_keys%FOR UPDATE%'`;
    return row?.n;
  };
  await isRotated;
  const deleting = outcomes([deleteFuzzyKey(adminContext(db()), { description })]);
  await expect.poll(isWaiting).toBe(1);
  commit();
  await rotating;
  expect(await deleting).toEqual(['conflict']);
  expect(await db().fuzzyKey.count({ where: { description: { startsWith: description }, deletedAt: null } })).toBe(2);
  expect((await db().fuzzyKey.findUniqueOrThrow({ where: { id } })).replacedById).not.toBeNull();
});
