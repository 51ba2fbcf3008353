import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { DAY, HOUR } from '#lib/base/time.ts';
import { serverContext, subscriberContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createUserRow } from '#lib/testing/factories.ts';
import { pseudonymOf, reportSources } from '#lib/testing/sources.ts';
import { getOwnServers, nameServer } from './own-servers.ts';

const now = new Date('2026-06-15T12:34:56Z');

async function setUp(db: Db) {
  const [user, { server }] = [await createUserRow(db), await createServerRow(db)];
  const key = await createKeyRow(db, { accountId: user.id });
  const use = (of: string | null, ms = 0, key_id = key.keyId) =>
    reportSources(serverContext(db, server.id, { now: new Date(now.getTime() + ms) }), [{ key_id, of }]);
  return { user, key, use, ctx: subscriberContext(db, user, { now }) };
}

test('lists the servers of a key, the latest first, and the sum of the others', () =>
  inRollback(async (db) => {
    const { key, use, ctx } = await setUp(db);
    expect(await getOwnServers(ctx, key.id)).toMatchObject({ has_key: true, servers: [], others: null });
    await use('a', -HOUR);
    await use('b');
    await use(null);
    const counts = { checked: 10, hits: 2, errors: 0 };
    const server = { name: null, address: null, ...counts, uses_old_key: false };
    const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
    expect(await getOwnServers(ctx, key.id)).toEqual({
      ...{ has_key: true, is_reported: true, shows_addresses: false },
      servers: [
        { ...server, id: pseudonymOf(`${key.keyId} b`), first_seen_at: at(0), last_seen_at: at(0) },
        { ...server, id: pseudonymOf(`${key.keyId} a`), first_seen_at: at(-HOUR), last_seen_at: at(-HOUR) },
      ],
      others: counts,
    });
    expect(await getOwnServers(ctx, null)).toMatchObject({ has_key: false, servers: [], others: null });
  }));

test('marks servers that still use a replaced key, until its grace period ends', () =>
  inRollback(async (db) => {
    const { user, key, use, ctx } = await setUp(db);
    const worksUntil = new Date(now.getTime() + DAY);
    const old = await createKeyRow(db, { accountId: user.id, replacedById: key.id, worksUntil });
    await use('a', 0, old.keyId);
    expect((await getOwnServers(ctx, key.id)).servers).toMatchObject([{ uses_old_key: true }]);
    expect((await getOwnServers({ ...ctx, now: worksUntil }, key.id)).servers).toEqual([]);
  }));

test('names a server and removes its name, and keeps the text out of the audit log', () =>
  inRollback(async (db) => {
    const { user, key, use, ctx } = await setUp(db);
    await use('a');
    const source = pseudonymOf(`${key.keyId} a`);
    expect(await nameServer(ctx, key.id, { source, name: 'mx1' })).toMatchObject({ id: source, name: 'mx1' });
    await use('a', HOUR);
    expect((await getOwnServers(ctx, key.id)).servers).toMatchObject([{ name: 'mx1', checked: 20 }]);
    expect(await nameServer(ctx, key.id, { source, name: '' })).toMatchObject({ name: null });
    const audit = await db.auditEvent.findMany({ where: { targetId: user.id } });
    const event = { action: 'user.server_named', data: { changed: ['name'] } };
    expect(audit).toMatchObject([event, event]);
  }));

test("neither shows nor names servers of another user's key, even by its row id", () =>
  inRollback(async (db) => {
    const { key, use } = await setUp(db);
    await use('a');
    const other = subscriberContext(db, await createUserRow(db), { now });
    expect((await getOwnServers(other, key.id)).servers).toEqual([]);
    const source = pseudonymOf(`${key.keyId} a`);
    await expect(nameServer(other, key.id, { source, name: 'mine' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await db.keySource.findMany({ where: { keyId: key.id } })).toMatchObject([{ name: null }]);
  }));
