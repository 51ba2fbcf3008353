import { expect, test } from 'vitest';
import { unseal } from '#lib/base/crypto.ts';
import type { Db } from '#lib/base/db/db.ts';
import { HOUR } from '#lib/base/time.ts';
import { adminContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { queuedMails } from '#lib/testing/queued-mails.ts';
import { freshAdmin } from '#lib/testing/signed-in.ts';
import { deleteFuzzyKey, restoreFuzzyKey, setKeyEmail, setKeyRank } from './console/admin.ts';
import { getKeyRow } from './console/key-rows.ts';
import { createKeyPair, publicKeyOf } from './key-pair.ts';
import { retireFuzzyKey, rotateFuzzyKey } from './rotate.ts';
import type { Grace } from './schema.ts';
import { FUZZY_KEY_PURPOSE, setKeyState, updateFuzzyKeyPlan } from './service.ts';

const START = new Date('2026-06-15T12:00:00.000Z');
const after = (hours: number) => new Date(START.getTime() + hours * HOUR);
const adminAt = (db: Db, hours = 0) => adminContext(db, undefined, { now: after(hours) });
const rotate = (db: Db, description: string, grace: Grace, hours = 0) =>
  rotateFuzzyKey(adminAt(db, hours), { description, grace });
const rowAt = (db: Db, hours: number, id: number) => getKeyRow(db, after(hours), id);
const jobsOf = (db: Db, id: number) =>
  db.$queryRaw<{ start_after: Date }[]>`
    SELECT start_after FROM pgboss.job WHERE name = 'fuzzy_key.retire' AND (data->>'id')::int = ${id} ORDER BY 1`;

test('gives all properties of a key to a new pair, and keeps the old key working until its grace period ends', () =>
  inRollback(async (db) => {
    const user = await createUserRow(db);
    const { id: subscriptionId } = await createSubscriptionRow(db, { accountId: user.id });
    const description = `Stripe cus_1 sub_${unique('x')}`;
    const old = await createKeyRow(db, {
      description,
      subscriptionId,
      accountId: user.id,
      email: user.email,
      rankId: 20,
      quantity: 3,
      rate: 0.5,
      forbiddenFlags: [1],
    });
    await db.account.update({ where: { id: user.id }, data: { customKey: old.publicKey } });
    const { key, fuzzy_key, old_key } = await rotate(db, description, '24h');

    const fresh = await db.fuzzyKey.findUniqueOrThrow({ where: { id: fuzzy_key.id } });
    expect(fresh).toMatchObject({
      description,
      subscriptionId,
      accountId: user.id,
      email: user.email,
      rankId: 20,
      quantity: 3,
      rate: 0.5,
      forbiddenFlags: [1],
      worksUntil: null,
      deletedAt: null,
      publicKey: key,
    });
    expect(publicKeyOf(unseal(fresh.privateKeySealed ?? new Uint8Array(), FUZZY_KEY_PURPOSE).toString())).toBe(key);
    expect(old_key).toMatchObject({
      id: old.id,
      public_key: old.publicKey,
      description: `${description} (old key ${old.keyId})`,
      state: 'on',
      deleted: false,
      type: 'stripe',
      replaced_by: description,
      subscription_status: null,
      works_until: after(24).toISOString(),
    });
    expect(await rowAt(db, 23.99, old.id)).toMatchObject({ state: 'on', deleted: false });
    expect(await rowAt(db, 24, old.id)).toMatchObject({ state: 'deleted', deleted: true });
    expect(await jobsOf(db, old.id)).toEqual([{ start_after: after(24) }]);
    expect(await db.account.findUnique({ where: { id: user.id } })).toMatchObject({ customKey: key });
    expect(await db.auditEvent.findMany({ where: { action: 'fuzzy_key.rotated' } })).toMatchObject([
      { targetId: String(old.id), data: { replaced_by: fuzzy_key.id, works_until: after(24).toISOString() } },
    ]);
  }));

test.each<[Grace, number]>([
  ['now', 0],
  ['1h', 1],
  ['24h', 24],
  ['7d', 168],
])('ends the old key after its grace period (%s, %d hours)', (grace, hours) =>
  inRollback(async (db) => {
    const { id, description } = await createKeyRow(db);
    await rotate(db, description, grace);
    expect(await rowAt(db, 0, id)).toMatchObject({ works_until: after(hours).toISOString(), deleted: hours === 0 });
    expect(await rowAt(db, hours, id)).toMatchObject({ deleted: true, state: 'deleted' });
    expect(await jobsOf(db, id)).toHaveLength(hours === 0 ? 0 : 1);
  }),
);

test('deletes the old key once in the retire job, and never before its grace period ends', () =>
  inRollback(async (db) => {
    const { id, description } = await createKeyRow(db);
    await rotate(db, description, '1h');
    await retireFuzzyKey(systemContext(db, { now: after(0.9) }), { id });
    expect(await db.fuzzyKey.findUnique({ where: { id } })).toMatchObject({ deletedAt: null });
    expect(await jobsOf(db, id)).toHaveLength(2);
    for (const hours of [1, 2]) await retireFuzzyKey(systemContext(db, { now: after(hours) }), { id });
    expect(await db.fuzzyKey.findUnique({ where: { id } })).toMatchObject({ deletedAt: after(1) });
    expect(await db.auditEvent.count({ where: { targetId: String(id), action: 'fuzzy_key.retired' } })).toBe(1);
  }));

test('tells only the owner, in an email without any key, who rotated the key and when the old one ends', () =>
  inRollback(async (db) => {
    const user = await createUserRow(db, { isAdmin: true });
    const { description } = await createKeyRow(db, { accountId: user.id });
    const { key } = await rotate(db, description, '24h');
    await rotate(db, (await createKeyRow(db)).description, '24h');
    const own = await freshAdmin(db, user, { now: START });
    const { key: last } = await rotateFuzzyKey(own, { description, grace: 'now' });
    const mails = await queuedMails(db);
    expect(mails.map(({ to }) => to)).toEqual([user.email, user.email]);
    const [byAdmin, byOwner] = mails.map(({ text }) => text);
    expect(byAdmin).toContain('Our support replaced');
    expect(byAdmin).toContain('16 June 2026, 12:00 UTC');
    expect(byAdmin).toContain('password of the package repository');
    expect(byOwner).toContain('no longer works');
    expect(byOwner).toContain('Not you? Change your password');
    for (const text of [byAdmin, byOwner])
      for (const part of [key, last]) expect(text).not.toContain(part.slice(0, 12));
  }));

test.each<[string, object, boolean]>([
  ['suspended', { suspendedAt: START }, false],
  ['deleted', { deletedAt: START }, false],
  ['external', {}, true],
])('refuses to rotate a key that is %s', (_name, fields, isExternal) =>
  inRollback(async (db) => {
    const pair = isExternal ? { publicKey: createKeyPair().publicKey, privateKey: null } : createKeyPair();
    const { description } = await createKeyRow(db, fields, pair);
    await expect(rotate(db, description, '1h')).rejects.toMatchObject({ code: 'conflict' });
    expect(await db.fuzzyKey.count()).toBe(1);
  }),
);

/** A key that was rotated twice: B replaced A, and C replaced B. */
async function rotatedTwice(db: Db, graces: [Grace, Grace]) {
  const { id: a, description } = await createKeyRow(db);
  const { fuzzy_key: b } = await rotate(db, description, graces[0]);
  const { fuzzy_key: c } = await rotate(db, description, graces[1], 1);
  return { description, ids: [a, b.id, c.id] as const };
}

test.each<[Grace, Grace, (number | null)[]]>([
  ['7d', '24h', [25, 25, null]],
  ['24h', '7d', [24, 169, null]],
  ['7d', 'now', [1, 1, null]],
])('lets no old key outlive its replacement, with grace periods of %s and then %s', (first, second, ends) =>
  inRollback(async (db) => {
    const { ids } = await rotatedTwice(db, [first, second]);
    for (const [index, id] of ids.entries()) {
      const end = ends[index] ?? null;
      expect((await rowAt(db, 1, id)).works_until).toBe(end === null ? null : after(end).toISOString());
      if (end !== null) expect((await rowAt(db, end, id)).deleted).toBe(true);
    }
  }),
);

test('suspends, deletes and changes replaced keys in their grace period along with the key that replaced them', () =>
  inRollback(async (db) => {
    const { description, ids } = await rotatedTwice(db, ['24h', '7d']);
    const [, , live] = ids;
    const states = async (hours: number) => {
      const found: string[] = [];
      for (const id of ids) found.push((await rowAt(db, hours, id)).state);
      return found;
    };
    const system = (hours: number) => systemContext(db, { now: after(hours) });
    await setKeyState(system(2), live, 'suspended');
    expect(await states(2)).toEqual(['suspended', 'suspended', 'suspended']);
    await setKeyState(system(3), live, 'on');
    expect(await states(3)).toEqual(['on', 'on', 'on']);
    await deleteFuzzyKey(adminAt(db, 4), { description });
    expect(await states(4)).toEqual(['deleted', 'deleted', 'deleted']);
    await restoreFuzzyKey(adminAt(db, 30), { description }); // the first key's 24 hours are over
    expect(await states(30)).toEqual(['deleted', 'on', 'on']);

    await setKeyRank(adminAt(db, 31), { description, rank: 90 });
    await setKeyEmail(adminAt(db, 31), { description, email: 'x@test.example' });
    await updateFuzzyKeyPlan(system(31), live, { rank: 90, quantity: 4, forbiddenFlags: [1] });
    const [first, second, third] = await db.fuzzyKey.findMany({
      orderBy: { id: 'asc' },
      select: { rankId: true, email: true, quantity: true, forbiddenFlags: true },
    });
    expect(third).toEqual({ rankId: 90, email: 'x@test.example', quantity: 4, forbiddenFlags: [1] });
    expect(second).toEqual(third);
    expect(first).toMatchObject({ rankId: 50, email: null, quantity: 1 });
  }));

test('refuses to edit, rotate or restore a replaced key; deleting it ends its grace period for good', () =>
  inRollback(async (db) => {
    const { id, description } = await createKeyRow(db);
    const { old_key } = await rotate(db, description, '7d');
    const which = { description: old_key.description };
    await expect(setKeyRank(adminAt(db), { ...which, rank: 20 })).rejects.toMatchObject({ code: 'conflict' });
    await expect(setKeyEmail(adminAt(db), { ...which, email: null })).rejects.toMatchObject({ code: 'conflict' });
    await expect(rotate(db, which.description, 'now')).rejects.toMatchObject({ code: 'conflict' });
    expect((await deleteFuzzyKey(adminAt(db, 1), which)).fuzzy_key).toMatchObject({
      state: 'deleted',
      works_until: after(1).toISOString(),
    });
    await expect(restoreFuzzyKey(adminAt(db, 2), which)).rejects.toMatchObject({ code: 'conflict' });
    await deleteFuzzyKey(adminAt(db, 3), { description });
    await restoreFuzzyKey(adminAt(db, 4), { description });
    expect(await rowAt(db, 4, id)).toMatchObject({ state: 'deleted' });
  }));
