import { expect, test, vi } from 'vitest';
import { seal, unseal } from '#lib/base/crypto.ts';
import { db, inTransaction, type Db } from '#lib/base/db/db.ts';
import { log } from '#lib/base/log.ts';
import { DAY, inSeconds } from '#lib/base/time.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { setKeyState } from '#lib/fuzzy-keys/service.ts';
import { serverContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { getKeyMap, KEY_MAP_PURPOSE } from './publication.ts';

const START = Date.parse('2026-06-15T12:00:30.500Z');
const DAY_SECONDS = inSeconds(DAY);
const at = (seconds: number) => new Date(START + seconds * 1000);
const mapAt = (db: Db, seconds: number) => getKeyMap(serverContext(db, 1, { now: at(seconds) }));
const etagAt = async (db: Db, seconds: number) => (await mapAt(db, seconds)).etag;
const namesAt = async (db: Db, seconds: number) => {
  const { body } = await (await mapAt(db, seconds)).open();
  return (JSON.parse(body) as { extensions: { name: string; allowed_ops?: [] } }[]).map(({ extensions }) =>
    extensions.allowed_ops ? `${extensions.name} off` : extensions.name,
  );
};

test('publishes the first change after a quiet minute immediately, later ones when the minute is over', () =>
  inRollback(async (db) => {
    const add = (description: string) => createKeyRow(db, { description });
    await add('a');
    expect(await namesAt(db, 0)).toEqual(['a']);
    await add('b');
    expect(await namesAt(db, 59.999)).toEqual(['a']);
    await add('c');
    expect(await namesAt(db, 60)).toEqual(['a', 'b', 'c']);
    await add('d');
    expect(await namesAt(db, 119)).toEqual(['a', 'b', 'c']);
    expect(await namesAt(db, 120)).toEqual(['a', 'b', 'c', 'd']);
    await add('e');
    expect(await namesAt(db, 400)).toEqual(['a', 'b', 'c', 'd', 'e']);
  }));

test('keeps ETag and date if the text stays the same, and publishes the next change immediately', () =>
  inRollback(async (db) => {
    const user = await createUserRow(db);
    const key = await createKeyRow(db, { accountId: user.id });
    const first = await mapAt(db, 0);
    expect(first.lastModified).toEqual(new Date('2026-06-15T12:00:30Z'));
    await db.account.update({ where: { id: user.id }, data: { blockedAt: at(61) } });
    await db.account.update({ where: { id: user.id }, data: { blockedAt: null } });
    expect(await mapAt(db, 62)).toMatchObject({ etag: first.etag, lastModified: first.lastModified });
    await db.fuzzyKey.update({ where: { id: key.id }, data: { quantity: 2 } });
    const second = await mapAt(db, 63);
    expect(second.etag).not.toBe(first.etag);
    expect(second.lastModified).toEqual(new Date('2026-06-15T12:01:33Z'));
  }));

test("does not count a user's visit or a key's use as a change", () =>
  inRollback(async (db) => {
    const user = await createUserRow(db);
    const key = await createKeyRow(db, { accountId: user.id });
    await mapAt(db, 0);
    await db.user.update({
      where: { id: user.id },
      data: { lastSeenAt: at(1), notes: 'seen', emailVerifiedAt: at(2) },
    });
    await db.fuzzyKey.update({ where: { id: key.id }, data: { lastUsedAt: at(1), email: 'x@y.example' } });
    expect(await db.keyMapChange.count()).toBe(0);
  }));

test.each<[string, (db: Db, ids: { key: number; free: number; user: string }) => Promise<unknown>]>([
  ['a new key', (db) => createKeyRow(db)],
  ["a key's state", (db, { key }) => setKeyState(systemContext(db), key, 'suspended')],
  ["a key's rank", (db, { key }) => db.fuzzyKey.update({ where: { id: key }, data: { rankId: 10 } })],
  ["a key's rate", (db, { free }) => db.fuzzyKey.update({ where: { id: free }, data: { rate: 3 } })],
  ["a key's description", (db, { key }) => db.fuzzyKey.update({ where: { id: key }, data: { description: 'other' } })],
  ["a key's flags", (db, { key }) => db.fuzzyKey.update({ where: { id: key }, data: { forbiddenFlags: [1] } })],
  ["an owner's limit", (db, { user }) => db.account.update({ where: { id: user }, data: { dailyLimit: 5 } })],
  ['a blocked account', (db, { user }) => db.account.update({ where: { id: user }, data: { blockedAt: new Date() } })],
  ['the deletion of an owner', (db, { user }) => db.user.delete({ where: { id: user } })],
  ["a rank's rate", (db) => db.rank.update({ where: { rank: 50 }, data: { rate: 9 } })],
  ['the removal of a key', (db, { key }) => db.fuzzyKey.delete({ where: { id: key } })],
])('publishes a change: %s', (_name, change) =>
  inRollback(async (db) => {
    const { id: user } = await createUserRow(db, { dailyLimit: 1000 });
    const { id: key } = await createKeyRow(db, { accountId: user });
    const { id: free } = await createKeyRow(db);
    const before = await etagAt(db, 0);
    await change(db, { key, free, user });
    expect(await etagAt(db, 100)).not.toBe(before);
  }),
);

test("publishes a change when a grace period or a deleted key's 30 days end", () =>
  inRollback(async (db) => {
    await createKeyRow(db, { description: 'rotated', worksUntil: at(90) });
    await createKeyRow(db, { description: 'deleted', deletedAt: at(200 - 30 * DAY_SECONDS) });
    await createKeyRow(db, { description: 'stays' });
    expect(await namesAt(db, 0)).toEqual(['rotated', 'deleted off', 'stays']);
    expect(await namesAt(db, 89)).toEqual(['rotated', 'deleted off', 'stays']);
    expect(await namesAt(db, 90)).toEqual(['rotated off', 'deleted off', 'stays']);
    expect(await namesAt(db, 200)).toEqual(['rotated off', 'stays']);
    expect(await namesAt(db, 90 + 30 * DAY_SECONDS)).toEqual(['stays']);
  }));

test.each([
  ['a day forward, and back', DAY_SECONDS],
  ['an hour forward, and back', 3600],
])('keeps publishing after the clock jumps %s, and restores keys that the jump had ended (R21)', (_name, jump) =>
  inRollback(async (db) => {
    await createKeyRow(db, { description: 'rotated', worksUntil: at(1800) });
    expect(await namesAt(db, 0)).toEqual(['rotated']);
    expect(await namesAt(db, jump)).toEqual(['rotated off']);
    expect(await namesAt(db, 10)).toEqual(['rotated']);
    await createKeyRow(db, { description: 'new' });
    expect(await namesAt(db, 20)).toEqual(['rotated']);
    expect(await namesAt(db, 70)).toEqual(['rotated', 'new']);
  }),
);

test('publishes once a minute from two instances whose clocks differ a little', () =>
  inRollback(async (db) => {
    await createKeyRow(db, { description: 'a' });
    expect(await namesAt(db, 5)).toEqual(['a']);
    await createKeyRow(db, { description: 'b' });
    expect(await namesAt(db, 0)).toEqual(['a']);
    expect(await namesAt(db, 65)).toEqual(['a', 'b']);
  }));

test('stores the map sealed, and rebuilds it if it cannot be opened (S76)', () =>
  inRollback(async (db) => {
    const pair = createKeyPair();
    await createKeyRow(db, {}, pair);
    const { etag } = await mapAt(db, 0);
    const row = await db.keyMapPublication.findUniqueOrThrow({ where: { id: 1 } });
    expect(Buffer.from(row.bodySealed).includes(pair.privateKey.slice(0, 8))).toBe(false);
    expect(unseal(row.bodySealed, KEY_MAP_PURPOSE).toString()).toContain(pair.privateKey);
    await db.keyMapPublication.update({ where: { id: 1 }, data: { bodySealed: seal('[]', 'another purpose') } });
    await createKeyRow(db);
    const next = await mapAt(db, 100);
    expect(next.etag).not.toBe(etag);
    expect((await next.open()).body).toContain(pair.privateKey);
  }));

test('publishes one map when twenty instances ask at once, the first time and later (R12)', async () => {
  await createKeyRow(db());
  await Promise.all(Array.from({ length: 20 }, () => db().$queryRaw`SELECT 1 FROM pg_sleep(0.2)`)); // opens connections
  const told = vi.spyOn(log(), 'info');
  const ask = (seconds: number) => Promise.all(Array.from({ length: 20 }, () => etagAt(db(), seconds)));
  expect(new Set(await ask(0)).size).toBe(1);
  await createKeyRow(db());
  const during = new Set(await ask(100)); // some may still get the old map
  const [after] = await ask(101);
  expect(during.has(after ?? '')).toBe(true);
  expect(during.size).toBeLessThanOrEqual(2);
  const row = await db().keyMapPublication.findUniqueOrThrow({ where: { id: 1 } });
  expect(row).toMatchObject({ etag: after, publishedAt: at(100) });
  expect(told.mock.calls.filter(([, text]) => text === 'key map published')).toHaveLength(2);
  told.mockRestore();
});

test('neither loses a change that is not yet committed, nor waits for it', async () => {
  const { id } = await createKeyRow(db(), { description: 'late' });
  await etagAt(db(), 1000);
  let commit = () => {};
  const gate = new Promise<void>((resolve) => (commit = resolve));
  let changed = () => {};
  const hasChanged = new Promise<void>((resolve) => (changed = resolve));
  const late = inTransaction(db(), async (tx) => {
    await tx.fuzzyKey.update({ where: { id }, data: { suspendedAt: at(0) } });
    changed();
    await gate;
  });
  await hasChanged;
  await createKeyRow(db(), { description: 'meanwhile' });
  expect(await namesAt(db(), 1100)).toEqual(expect.arrayContaining(['late', 'meanwhile']));
  commit();
  await late;
  expect(await namesAt(db(), 1200)).toContain('late off');
});
