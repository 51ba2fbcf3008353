import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { serverContext, subscriberContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createUserRow } from '#lib/testing/factories.ts';
import { pseudonymOf, reportSources } from '#lib/testing/sources.ts';
import { getOwnServers, nameServer } from './own-servers.ts';
import { listRenewedKeys } from './renewed.ts';

const now = new Date('2026-06-15T12:34:56Z');

/** A key that was replaced, whose host `a` is named mx1. */
async function setUp(db: Db) {
  const [user, { server }] = [await createUserRow(db), await createServerRow(db)];
  const key = await createKeyRow(db, { accountId: user.id });
  const old = await createKeyRow(db, { accountId: user.id, replacedById: key.id, worksUntil: now });
  const at = (ms: number) => serverContext(db, server.id, { now: new Date(now.getTime() + ms) });
  const ctx = subscriberContext(db, user, { now });
  await reportSources(at(-2 * DAY), [{ key_id: old.keyId, of: 'a' }]);
  await db.keySource.updateMany({ where: { keyId: old.id }, data: { name: 'mx1' } });
  const report = (ms: number, of = 'a', before: string | undefined = old.keyId) =>
    reportSources(at(ms), [{ key_id: key.keyId, of, ...(before !== undefined && { before }) }]);
  const names = async () => (await getOwnServers(ctx, key.id)).servers.map(({ name }) => name);
  return { user, key, old, at, ctx, report, names };
}

test('lets a host keep its name when its key is rotated, and stores nothing that links its pseudonyms', () =>
  inRollback(async (db) => {
    const { key, old, report, names } = await setUp(db);
    await report(0, 'b');
    await reportSources(serverContext(db, (await createServerRow(db)).server.id, { now }), [
      { key_id: key.keyId, of: 'a' },
    ]);
    expect(await names()).toEqual([null, null]);
    await report(1);
    expect((await names()).toSorted()).toEqual(['mx1', null]);
    const rows = await db.keySource.findMany({ where: { keyId: key.id } });
    expect(JSON.stringify(rows, (_, value: unknown) => String(value))).not.toContain(pseudonymOf(`${old.keyId} a`));
    expect(rows.filter(({ isAnnounced }) => isAnnounced)).toMatchObject([{ name: 'mx1' }]);
  }));

test('reads no other keys than those in the report', () =>
  inRollback(async (db) => {
    const { report } = await setUp(db);
    await db.$executeRaw`
      INSERT INTO fuzzy_keys (description, public_key, key_id, rank, updated_at)
      SELECT name, rpad(name, 52, 'y'), name, 50, now()
      FROM (SELECT rpad(translate(lpad(to_hex(n), 8, '0'), '0123456789abcdef', 'ybndrfg8ejkmcpqx'), 13, 'o') AS name
        FROM generate_series(1, 5000) n) named`;
    await db.$executeRaw`
      INSERT INTO key_sources (key_id, source, secret_id, checked, hits, errors, first_seen_at, last_seen_at)
      SELECT id, 'x', '0123abcd', 1, 0, 0, ${now}, ${now} FROM fuzzy_keys WHERE user_id IS NULL`;
    await db.$executeRaw`ANALYZE fuzzy_keys, key_sources`;
    const scanned = () =>
      db.$queryRaw<object[]>`
        SELECT relname, seq_tup_read FROM pg_stat_xact_user_tables WHERE relname IN ('fuzzy_keys', 'key_sources')`;
    const before = await scanned();
    await report(0);
    expect(await scanned()).toEqual(before);
  }));

test('keeps the name that the owner gives the host afterwards, or its removal', () =>
  inRollback(async (db) => {
    const { key, ctx, report, names } = await setUp(db);
    await report(0);
    for (const name of ['mx2', '']) {
      await nameServer(ctx, key.id, { source: pseudonymOf(`${key.keyId} a`), name });
      await report(1);
      expect(await names()).toEqual([name || null]);
    }
  }));

test('takes names only from the key that was replaced, of the same owner', () =>
  inRollback(async (db) => {
    const { old, at, report, names } = await setUp(db);
    const other = await createKeyRow(db, { accountId: (await createUserRow(db)).id });
    const nameTheirs = async (theirs: { id: number; keyId: string }) => {
      await reportSources(at(0), [{ key_id: theirs.keyId, of: 'a' }]);
      await db.keySource.updateMany({ where: { keyId: theirs.id }, data: { name: 'theirs' } });
    };
    await nameTheirs(other);
    await report(0, 'a', other.keyId);
    expect(await names()).toEqual([null]);
    await db.fuzzyKey.update({ where: { id: old.id }, data: { accountId: other.accountId } });
    await nameTheirs(old);
    await report(1);
    expect(await names()).toEqual([null]);
  }));

test('tells hosts which keys replaced another of the same owner, until a week after that one has ended', () =>
  inRollback(async (db) => {
    const { key, old, at } = await setUp(db);
    const listed = async (days = 0) => (await listRenewedKeys(at(days * DAY))).map((row) => ({ ...row }));
    expect(await listed()).toEqual([{ key_id: key.keyId, before: old.keyId }]);
    expect(await listed(6)).toHaveLength(1);
    expect(await listed(7)).toEqual([]);
    await db.keySource.deleteMany({ where: { keyId: old.id } });
    expect(await listed()).toEqual([]);
    await reportSources(at(0), [{ key_id: old.keyId, of: 'a' }]);
    expect(await listed()).toHaveLength(1);
    await db.fuzzyKey.update({ where: { id: key.id }, data: { deletedAt: now } });
    expect(await listed()).toEqual([]);
    await db.fuzzyKey.update({ where: { id: key.id }, data: { deletedAt: null } });
    await db.fuzzyKey.update({ where: { id: old.id }, data: { accountId: (await createUserRow(db)).id } });
    expect(await listed()).toEqual([]);
  }));
