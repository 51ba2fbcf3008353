import { expect, test } from 'vitest';
import { unseal } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { adminContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { keyIdOf, publicKeyOf } from './key-pair.ts';
import { createFuzzyKey, FUZZY_KEY_PURPOSE, setKeyState, updateFuzzyKeyPlan } from './service.ts';

const plain = { rank: 20, quantity: 1, email: null, accountId: null, subscriptionId: null };

test('creates a key for a subscription; only its public half can be read (S76)', () =>
  inRollback(async (db) => {
    const user = await createUserRow(db);
    const subscription = await createSubscriptionRow(db, { accountId: user.id });
    const view = await createFuzzyKey(systemContext(db), {
      description: `Stripe cus_1 ${unique('sub')}`,
      rank: 20,
      quantity: 3,
      rate: 0.5,
      forbiddenFlags: [8, 1, 8],
      email: user.email,
      accountId: user.id,
      subscriptionId: subscription.id,
    });
    expect(view).toMatchObject({
      rank: 20,
      quantity: 3,
      rate: 0.5,
      forbiddenFlags: [1, 8],
      state: 'on',
      isExternal: false,
    });
    expect(view).toMatchObject({ accountId: user.id, subscriptionId: subscription.id, email: user.email });
    expect(view.keyId).toBe(keyIdOf(view.publicKey));

    const row = await db.fuzzyKey.findUniqueOrThrow({ where: { id: view.id } });
    const privateKey = unseal(row.privateKeySealed ?? new Uint8Array(), FUZZY_KEY_PURPOSE).toString();
    expect(publicKeyOf(privateKey)).toBe(view.publicKey);
    expect(JSON.stringify(view)).not.toContain(privateKey);
    expect(Buffer.from(row.privateKeySealed ?? []).includes(privateKey)).toBe(false);
    const auditLog = await db.auditEvent.findMany({ where: { targetId: String(view.id) } });
    expect(auditLog.map(({ action }) => action)).toEqual(['fuzzy_key.generated']);
    expect(JSON.stringify(auditLog)).not.toContain(privateKey);
  }));

test('refuses a taken description, and leaves the outer transaction usable (S53)', () =>
  inRollback(async (db) => {
    const description = unique('taken');
    await createFuzzyKey(systemContext(db), { ...plain, description });
    await expect(createFuzzyKey(systemContext(db), { ...plain, description })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await db.fuzzyKey.count({ where: { description } })).toBe(1);
  }));

test('refuses a second key for a subscription', () =>
  inRollback(async (db) => {
    const user = await createUserRow(db);
    const { id: subscriptionId } = await createSubscriptionRow(db, { accountId: user.id });
    await createFuzzyKey(systemContext(db), { ...plain, subscriptionId, description: unique('first') });
    const second = createFuzzyKey(systemContext(db), { ...plain, subscriptionId, description: unique('second') });
    await expect(second).rejects.toMatchObject({ code: 'conflict' });
  }));

test('changes between all states, and writes one audit row per change, with the states before and after (S81)', () =>
  inRollback(async (db) => {
    const { id } = await createKeyRow(db);
    const ctx = adminContext(db);
    const states = [
      'on',
      'suspended',
      'suspended',
      'deleted',
      'deleted',
      'on',
      'deleted',
      'suspended',
      'on',
      'on',
    ] as const;
    for (const state of states) expect((await setKeyState(ctx, id, state)).state).toBe(state);
    const auditLog = await db.auditEvent.findMany({ where: { targetId: String(id) }, orderBy: { id: 'asc' } });
    expect(auditLog.map(({ action, data }) => [action, data])).toEqual([
      ['fuzzy_key.suspended', { before: 'on', after: 'suspended' }],
      ['fuzzy_key.deleted', { before: 'suspended', after: 'deleted' }],
      ['fuzzy_key.resumed', { before: 'deleted', after: 'on' }],
      ['fuzzy_key.deleted', { before: 'on', after: 'deleted' }],
      ['fuzzy_key.suspended', { before: 'deleted', after: 'suspended' }],
      ['fuzzy_key.resumed', { before: 'suspended', after: 'on' }],
    ]);
    expect(auditLog.every(({ actorKind, actorId }) => actorKind === 'admin' && actorId === ctx.actor.userId)).toBe(
      true,
    );
    expect(await db.fuzzyKey.findUnique({ where: { id } })).toMatchObject({
      version: 7,
      suspendedAt: null,
      deletedAt: null,
    });
  }));

test('keeps the time at which a state began', () =>
  inRollback(async (db) => {
    const { id } = await createKeyRow(db);
    const [first, later] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')];
    await setKeyState(systemContext(db, { now: first }), id, 'suspended');
    await setKeyState(systemContext(db, { now: later }), id, 'suspended');
    await setKeyState(systemContext(db, { now: later }), id, 'deleted');
    expect(await db.fuzzyKey.findUnique({ where: { id } })).toMatchObject({ suspendedAt: first, deletedAt: later });
  }));

test('keeps the time of a suspension when a deletion is undone', () =>
  inRollback(async (db) => {
    const [first, later] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')];
    const { id } = await createKeyRow(db, { suspendedAt: first, deletedAt: first });
    await setKeyState(systemContext(db, { now: later }), id, 'suspended');
    expect(await db.fuzzyKey.findUnique({ where: { id } })).toMatchObject({ suspendedAt: first, deletedAt: null });
  }));

test('records one deletion for ten concurrent callers', async () => {
  const { id } = await createKeyRow(db());
  // Opens ten connections first, so that the callers run in parallel.
  await Promise.all(Array.from({ length: 10 }, () => db().$queryRaw`SELECT 1 FROM pg_sleep(0.2)`));
  await Promise.all(Array.from({ length: 10 }, () => setKeyState(systemContext(db()), id, 'deleted')));
  expect(await db().auditEvent.count({ where: { targetId: String(id) } })).toBe(1);
  expect(await db().fuzzyKey.findUnique({ where: { id } })).toMatchObject({ version: 2 });
});

test('applies a plan once, and to a deleted key, too, which then has it when it is restored', () =>
  inRollback(async (db) => {
    const { id } = await createKeyRow(db, { rate: 3 });
    const plan = { rank: 75, quantity: 2, forbiddenFlags: [1] };
    expect(await updateFuzzyKeyPlan(systemContext(db), id, plan)).toMatchObject({ ...plan, rate: 3, version: 2 });
    expect(await updateFuzzyKeyPlan(systemContext(db), id, plan)).toMatchObject({ version: 2 });
    expect(await updateFuzzyKeyPlan(systemContext(db), id, { ...plan, rate: null })).toMatchObject({
      rate: null,
      version: 3,
    });
    await setKeyState(systemContext(db), id, 'deleted');
    expect(await updateFuzzyKeyPlan(systemContext(db), id, { ...plan, rank: 90 })).toMatchObject({
      rank: 90,
      state: 'deleted',
      version: 5,
    });
    expect(await db.auditEvent.count({ where: { targetId: String(id), action: 'fuzzy_key.updated' } })).toBe(3);
  }));

test('throws not_found for an unknown id', () =>
  inRollback(async (db) => {
    await expect(setKeyState(systemContext(db), 2_000_000, 'on')).rejects.toMatchObject({ code: 'not_found' });
    const plan = { rank: 20, quantity: 1, forbiddenFlags: [] };
    await expect(updateFuzzyKeyPlan(systemContext(db), 2_000_000, plan)).rejects.toMatchObject({ code: 'not_found' });
  }));
