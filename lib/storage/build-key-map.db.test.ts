import { expect, test, vi } from 'vitest';
import { seal } from '#lib/base/crypto.ts';
import type { Db } from '#lib/base/db/db.ts';
import { log } from '#lib/base/log.ts';
import { DAY } from '#lib/base/time.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { FUZZY_KEY_PURPOSE } from '#lib/fuzzy-keys/service.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { buildKeyMap, pairsOf } from './publication.ts';

const now = new Date('2026-06-15T12:00:30.500Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
type Entry = { pubkey: string; privkey: string; extensions: { name: string } };
const entriesAt = async (db: Db, known = new Map<string, string>()) =>
  JSON.parse(await buildKeyMap(db, now, known)) as Entry[];

test('contains our keys in the order of ids, without external keys and keys that ended long ago', () =>
  inRollback(async (db) => {
    const blocked = await createUserRow(db, { blockedAt: now, dailyLimit: null });
    const limited = await createUserRow(db, { dailyLimit: 86_400 });
    await createKeyRow(db, { description: 'z first', rankId: 50, quantity: 2 });
    await createKeyRow(db, { description: 'blocked', accountId: blocked.id, rankId: 0 });
    await createKeyRow(db, { description: 'suspended', suspendedAt: ago(400 * DAY), rankId: 0 });
    await createKeyRow(db, { description: 'deleted lately', deletedAt: ago(30 * DAY - 1), rankId: 0 });
    await createKeyRow(db, { description: 'deleted long ago', deletedAt: ago(30 * DAY), rankId: 0 });
    await createKeyRow(db, { description: 'in grace', worksUntil: ago(-1), rankId: 0 });
    await createKeyRow(db, { description: 'grace over', worksUntil: ago(30 * DAY - 1), rankId: 0 });
    await createKeyRow(db, { description: 'grace long over', worksUntil: ago(30 * DAY), rankId: 0 });
    await createKeyRow(db, { description: 'external' }, { publicKey: createKeyPair().publicKey, privateKey: null });
    await createKeyRow(db, { description: 'rank 10', rankId: 10, forbiddenFlags: [1] });
    await createKeyRow(db, { description: 'limited', accountId: limited.id, rankId: 0 });

    expect((await entriesAt(db)).map(({ extensions }) => extensions)).toEqual([
      { name: 'z first', ratelimit: { rate: 4.8, burst: 2880 } },
      { name: 'blocked', allowed_ops: [] },
      { name: 'suspended', allowed_ops: [] },
      { name: 'deleted lately', allowed_ops: [] },
      { name: 'in grace' },
      { name: 'grace over', allowed_ops: [] },
      { name: 'rank 10', forbidden_ids: [1, 8] },
      { name: 'limited', ratelimit: { rate: 1, burst: 600 } },
    ]);
  }));

test('leaves out a pair whose halves do not match or cannot be opened, and logs it without its private half', () =>
  inRollback(async (db) => {
    const errors = vi.spyOn(log(), 'error');
    const [whole, wrong, changed, foreign] = [createKeyPair(), createKeyPair(), createKeyPair(), createKeyPair()];
    await createKeyRow(db, {}, whole);
    await createKeyRow(db, {}, { publicKey: wrong.publicKey, privateKey: whole.privateKey });
    const sealed = seal(changed.privateKey, FUZZY_KEY_PURPOSE);
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    await createKeyRow(db, { privateKeySealed: sealed }, changed);
    await createKeyRow(db, { privateKeySealed: seal(foreign.privateKey, 'mail') }, foreign);
    expect((await entriesAt(db)).map(({ pubkey }) => pubkey)).toEqual([whole.publicKey]);
    expect(errors).toHaveBeenCalledTimes(3);
    const logged = errors.mock.calls
      .map((call) => JSON.stringify(call) + String((call[0] as { err: Error }).err.stack))
      .join();
    for (const { privateKey } of [whole, changed, foreign]) expect(logged).not.toContain(privateKey);
    errors.mockRestore();
  }));

test('throws if no pair can be opened, instead of returning an empty map', () =>
  inRollback(async (db) => {
    expect(await entriesAt(db)).toEqual([]);
    await createKeyRow(db, { privateKeySealed: new Uint8Array(100) });
    await expect(entriesAt(db)).rejects.toThrow('can be opened');
  }));

test('reuses the pairs that an earlier map has opened, and returns the same text', () =>
  inRollback(async (db) => {
    const pair = createKeyPair();
    await createKeyRow(db, {}, pair);
    const text = await buildKeyMap(db, now, new Map());
    await db.fuzzyKey.updateMany({ data: { privateKeySealed: new Uint8Array(100) } });
    expect(await buildKeyMap(db, now, pairsOf(text))).toBe(text);
    expect(JSON.parse(text)).toMatchObject([{ pubkey: pair.publicKey, privkey: pair.privateKey }]);
  }));
