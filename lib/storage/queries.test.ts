import { expect, test, vi } from 'vitest';
import { seal } from '#lib/crypto.ts';
import type { Db } from '#lib/db.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { FUZZY_KEY_PURPOSE } from '#lib/fuzzy-keys/service.ts';
import { log } from '#lib/log.ts';
import { inRollback } from '#lib/testing/database.ts';
import { serverContext } from '#lib/testing/context.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { keyMapResponse } from './key-map-response.ts';
import { getKeyMap } from './queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const now = new Date('2026-06-15T12:00:30.500Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const mapAt = (db: Db, at = now) => getKeyMap(serverContext(db, 1, { now: at }));
type Entry = {
  pubkey: string;
  extensions: { name: string; ratelimit?: object; forbidden_ids?: number[]; allowed_ops?: [] };
};
const entries = (body: string) => JSON.parse(body) as Entry[];

test('the map holds every key of ours in the order of ids, and no external or long deleted one', () =>
  inRollback(async (db) => {
    const blocked = await createUserRow(db, { blockedAt: now, dailyLimit: null });
    const limited = await createUserRow(db, { dailyLimit: 86_400 });
    await createKeyRow(db, { description: 'z first', rankId: 50, quantity: 2 });
    await createKeyRow(db, { description: 'blocked', userId: blocked.id, rankId: 0 });
    await createKeyRow(db, { description: 'suspended', suspendedAt: ago(400 * DAY_MS), rankId: 0 });
    await createKeyRow(db, { description: 'deleted lately', deletedAt: ago(30 * DAY_MS - 1), rankId: 0 });
    await createKeyRow(db, { description: 'deleted long ago', deletedAt: ago(30 * DAY_MS), rankId: 0 });
    await createKeyRow(db, { description: 'external' }, { publicKey: createKeyPair().publicKey, privateKey: null });
    await createKeyRow(db, { description: 'rank 10', rankId: 10, forbiddenFlags: [1] });
    await createKeyRow(db, { description: 'limited', userId: limited.id, rankId: 0 });

    expect(entries((await mapAt(db)).body).map(({ extensions }) => extensions)).toEqual([
      { name: 'z first', ratelimit: { rate: 4.8, burst: 2880 } },
      { name: 'blocked', allowed_ops: [] },
      { name: 'suspended', allowed_ops: [] },
      { name: 'deleted lately', allowed_ops: [] },
      { name: 'rank 10', forbidden_ids: [1, 8] },
      { name: 'limited', ratelimit: { rate: 1, burst: 600 } },
    ]);
  }));

test('nothing but a change of content changes the text and its ETag', () =>
  inRollback(async (db) => {
    const user = await createUserRow(db);
    const key = await createKeyRow(db, { userId: user.id });
    const first = await mapAt(db);
    await db.user.update({ where: { id: user.id }, data: { lastSeenAt: now, notes: 'seen' } });
    expect(await mapAt(db, new Date(now.getTime() + 60_000))).toMatchObject({ body: first.body, etag: first.etag });
    await db.fuzzyKey.update({ where: { id: key.id }, data: { quantity: 2 } });
    expect((await mapAt(db)).etag).not.toBe(first.etag);
  }));

test('a pair that does not fit, or cannot be opened, is left out and logged without its private half', () =>
  inRollback(async (db) => {
    const errors = vi.spyOn(log(), 'error');
    const [whole, wrong, changed, foreign] = [createKeyPair(), createKeyPair(), createKeyPair(), createKeyPair()];
    await createKeyRow(db, {}, whole);
    await createKeyRow(db, {}, { publicKey: wrong.publicKey, privateKey: whole.privateKey });
    const sealed = seal(changed.privateKey, FUZZY_KEY_PURPOSE);
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    await createKeyRow(db, { privateKeySealed: sealed }, changed);
    await createKeyRow(db, { privateKeySealed: seal(foreign.privateKey, 'mail') }, foreign);
    expect(entries((await mapAt(db)).body).map(({ pubkey }) => pubkey)).toEqual([whole.publicKey]);
    expect(errors).toHaveBeenCalledTimes(3);
    const logged = errors.mock.calls
      .map((call) => JSON.stringify(call) + String((call[0] as { err: Error }).err.stack))
      .join();
    for (const { privateKey } of [whole, changed, foreign]) expect(logged).not.toContain(privateKey);
    errors.mockRestore();
  }));

test('when no pair can be opened there is an error, not an empty map', () =>
  inRollback(async (db) => {
    expect((await mapAt(db)).body).toBe('[]\n');
    await createKeyRow(db, { privateKeySealed: new Uint8Array(100) });
    await expect(mapAt(db)).rejects.toThrow('can be opened');
  }));

test('Last-Modified is the newest change of a key or its owner, or the end of a deleted key, and never the running second', () =>
  inRollback(async (db) => {
    const at = async () => (await mapAt(db)).lastModified.toISOString();
    expect(await at()).toBe('1970-01-01T00:00:00.000Z');
    const user = await createUserRow(db, { updatedAt: ago(5 * DAY_MS) });
    const key = await createKeyRow(db, { userId: user.id, updatedAt: ago(7 * DAY_MS) });
    expect(await at()).toBe('2026-06-10T12:00:30.000Z');
    await db.fuzzyKey.update({ where: { id: key.id }, data: { updatedAt: ago(3 * DAY_MS) } });
    expect(await at()).toBe('2026-06-12T12:00:30.000Z');
    await createKeyRow(db, { deletedAt: ago(31 * DAY_MS), updatedAt: ago(31 * DAY_MS) });
    expect(await at()).toBe('2026-06-14T12:00:30.000Z');
    await db.fuzzyKey.update({ where: { id: key.id }, data: { updatedAt: ago(100) } });
    expect(await at()).toBe('2026-06-15T12:00:29.000Z');
  }));

const map = { body: '[{"pubkey":"ü"}]\n', etag: '"abc"', lastModified: new Date('2026-06-15T12:00:29Z') };
const answer = (headers: Record<string, string>, method = 'GET') =>
  keyMapResponse(new Request('http://localhost/api/storage/keys', { method, headers }), map, now);

test.each<[string, Record<string, string>, number]>([
  ['no validator', {}, 200],
  ['its ETag', { 'if-none-match': '"abc"' }, 304],
  ['its ETag, called weak', { 'if-none-match': 'W/"abc"' }, 304],
  ['its ETag among others', { 'if-none-match': '"x", "abc"' }, 304],
  ['any', { 'if-none-match': '*' }, 304],
  ['another ETag', { 'if-none-match': '"abcd"' }, 200],
  [
    'another ETag, whatever the date',
    { 'if-none-match': '"x"', 'if-modified-since': 'Mon, 15 Jun 2026 12:00:29 GMT' },
    200,
  ],
  [
    'its ETag, whatever the date',
    { 'if-none-match': '"abc"', 'if-modified-since': 'Mon, 15 Jun 2020 12:00:29 GMT' },
    304,
  ],
  ['its date', { 'if-modified-since': 'Mon, 15 Jun 2026 12:00:29 GMT' }, 304],
  ['an older date', { 'if-modified-since': 'Mon, 15 Jun 2026 12:00:28 GMT' }, 200],
  ['a date that is no longer true', { 'if-modified-since': 'Mon, 15 Jun 2026 12:00:30 GMT' }, 200],
  ['no date', { 'if-modified-since': 'yesterday' }, 200],
])('a poll with %s', async (_name, headers, status) => {
  for (const method of ['GET', 'HEAD']) {
    const response = answer(headers, method);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      etag: '"abc"',
      'last-modified': 'Mon, 15 Jun 2026 12:00:29 GMT',
      expires: 'Mon, 15 Jun 2026 12:01:30 GMT',
      'cache-control': 'private',
    });
    expect(response.headers.get('content-length')).toBe(status === 200 ? '18' : null);
    expect(await response.text()).toBe(method === 'GET' && status === 200 ? map.body : '');
  }
});
