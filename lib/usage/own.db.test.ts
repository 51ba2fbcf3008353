import { expect, test } from 'vitest';
import type { Context, Member } from '#lib/base/context.ts';
import type { Db } from '#lib/base/db/db.ts';
import { findOwnKeyId, getKeyIdOf, getUserDetails, getUserStatus } from '#lib/billing/queries.ts';
import { adminContext, subscriberContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import {
  createKeyRow,
  createServerRow,
  createSubscriptionRow,
  createUsageRows,
  createUserRow,
} from '#lib/testing/factories.ts';
import type { Selection } from './buckets.ts';
import { getLastRequest, getOwnUsage } from './own.ts';
import type { SelectionQuery } from './schema.ts';

const now = new Date('2026-06-15T12:34:56Z');
const at = <C extends { now: Date }>(ctx: C): C => ({ ...ctx, now });
/** Finds the caller's key first, as the routes do. */
const ownUsage = async (ctx: Context<Member>, period: Selection, range?: SelectionQuery) =>
  getOwnUsage(ctx, await findOwnKeyId(ctx), period, range);
const lastRequest = async (ctx: Context<Member>) => getLastRequest(ctx, await findOwnKeyId(ctx));
const checked = async (graphs: ReturnType<typeof getOwnUsage>, name = 'aggregate') =>
  (await graphs)[name]?.series[0]?.data.filter((value) => value !== null);

/** A subscriber whose key has 5 requests, and an older manual key with 100. */
async function subscriber(db: Db) {
  const [user, { server }] = [await createUserRow(db), await createServerRow(db)];
  const subscription = await createSubscriptionRow(db, { accountId: user.id, quantity: 2 });
  const manual = await createKeyRow(db, { accountId: user.id });
  const key = await createKeyRow(db, { accountId: user.id, subscriptionId: subscription.id });
  const use = (id: number, count: number) =>
    createUsageRows(db, { key: id, server: server.id }, [
      { bucket: new Date('2026-06-15T12:10:00Z'), checked: count, hits: 0, errors: 0 },
    ]);
  await use(key.id, 5);
  await use(manual.id, 100);
  return { user, server, key, manual, use, ctx: at(subscriberContext(db, user)) };
}

test('shows the usage of the key that the status reports, in total and per server', () =>
  inRollback(async (db) => {
    const { ctx, server, user } = await subscriber(db);
    const { server: idle } = await createServerRow(db);
    expect(await checked(ownUsage(ctx, '24h'))).toEqual([5]);
    expect(await checked(ownUsage(ctx, '24h'), server.name)).toEqual([5]);
    expect(await checked(ownUsage(ctx, '24h'), idle.name)).toEqual([]);
    const admin = at(adminContext(db));
    const ofUser = getOwnUsage(admin, await getKeyIdOf(admin, user.id), '24h');
    expect(await ofUser).toEqual(await ownUsage(ctx, '24h'));
  }));

test('counts replaced keys with their successor, over several rotations', () =>
  inRollback(async (db) => {
    const { ctx, key, user, use } = await subscriber(db);
    const middle = await createKeyRow(db, { accountId: user.id, replacedById: key.id, worksUntil: now });
    const first = await createKeyRow(db, { replacedById: middle.id, worksUntil: now, deletedAt: now });
    await use(middle.id, 20);
    await use(first.id, 300);
    expect(await checked(ownUsage(ctx, '168h'))).toEqual([325]);
  }));

test('shows a range of days, and the days before it', () =>
  inRollback(async (db) => {
    const { ctx, key, server } = await subscriber(db);
    const use = (bucket: string, count: number) =>
      createUsageRows(db, { key: key.id, server: server.id }, [
        { bucket: new Date(bucket), checked: count, hits: 0, errors: 0 },
      ]);
    await use('2026-05-31T23:50:00Z', 7);
    await use('2026-06-01T00:00:00Z', 11);
    await use('2026-06-14T23:50:00Z', 13);
    const range = { from: '2026-06-01', to: '2026-06-14' };
    expect(await checked(ownUsage(ctx, 'range', range))).toEqual([11, 13]);
    expect(await checked(ownUsage(ctx, 'range', { ...range, before: 'true' }))).toEqual([7]);
    const hours = { from: '2026-06-14', to: '2026-06-14' };
    expect((await ownUsage(ctx, 'range', hours))['aggregate']?.series[0]?.data.at(-1)).toBe(13);
  }));

test('names the silent servers in each bucket of the sum, and forecasts only for 24 hours up to now', () =>
  inRollback(async (db) => {
    const { ctx, key, server } = await subscriber(db);
    const { server: silent } = await createServerRow(db);
    await createUsageRows(db, { key: key.id, server: silent.id }, [
      { bucket: new Date('2026-06-13T20:00:00Z'), checked: 2400, hits: 0, errors: 0 },
    ]);
    const { aggregate, [server.name]: one } = await ownUsage(ctx, '24h');
    expect(aggregate?.reports?.at(-1)).toEqual({ expected: 2, missing: [silent.name], partial: [], is_final: false });
    expect(aggregate?.reports?.at(-2)).toEqual({ expected: 1, missing: [silent.name], partial: [], is_final: true });
    expect(aggregate?.forecast).toHaveLength(24);
    expect(one).not.toHaveProperty('reports');
    expect((await ownUsage(ctx, '24h', { before: 'true' }))['aggregate']).not.toHaveProperty('forecast');
    expect((await ownUsage(ctx, '168h'))['aggregate']).not.toHaveProperty('forecast');
  }));

test('returns empty graphs and no last request without a key', () =>
  inRollback(async (db) => {
    const [user, { server }] = [await createUserRow(db), await createServerRow(db)];
    const ctx = at(subscriberContext(db, user));
    const graphs = await ownUsage(ctx, '720h');
    expect(Object.keys(graphs)).toEqual(['aggregate', server.name]);
    expect(graphs['aggregate']?.series[0]?.data).toEqual(Array.from({ length: 30 }, () => null));
    expect(await lastRequest(ctx)).toEqual({
      has_key: false,
      at: null,
      server: null,
      servers: [],
      first_match: null,
      waits_for_hosts: false,
      live_in_seconds: 0,
    });
  }));

test('throws not_found for an unknown user (S47)', () =>
  inRollback(async (db) => {
    const nobody = '00000000-0000-7000-8000-000000000000';
    const admin = adminContext(db);
    await expect(getKeyIdOf(admin, nobody)).rejects.toMatchObject({ code: 'not_found' });
    await expect(getUserDetails(admin, nobody)).rejects.toMatchObject({ code: 'not_found' });
  }));

test('returns the last request and its server, and when the key works, even if a replaced key made it', () =>
  inRollback(async (db) => {
    const { ctx, key, user, server } = await subscriber(db);
    await db.fuzzyKey.update({ where: { id: key.id }, data: { lastUsedAt: null } });
    await db.fuzzyKey.update({ where: { id: key.id }, data: { createdAt: new Date(now.getTime() - 20_500) } });
    const none = {
      has_key: true,
      at: null,
      server: null,
      servers: [],
      first_match: null,
      waits_for_hosts: false,
      live_in_seconds: 50,
    };
    await db.storageServer.update({ where: { id: server.id }, data: { lastSeenAt: new Date(now.getTime() - 30_000) } });
    expect(await lastRequest(ctx)).toEqual({ ...none, waits_for_hosts: true });
    await db.storageServer.update({ where: { id: server.id }, data: { lastSeenAt: now } });
    expect(await lastRequest(ctx)).toEqual(none);
    await db.fuzzyKey.update({ where: { id: key.id }, data: { lastUsedAt: new Date('2026-06-15T12:19:00Z') } });
    const used = { ...none, at: '2026-06-15T12:19:00.000Z', server: server.name, servers: [server.name] };
    expect(await lastRequest(ctx)).toEqual(used);
    const firstMatchAt = new Date('2026-06-15T12:18:00Z');
    const first = { firstMatchAt, firstMatchServerId: server.id, firstMatchFlag: 1 };
    await db.fuzzyKey.update({ where: { id: key.id }, data: first });
    const match = { at: firstMatchAt.toISOString(), server: server.name, list: 'bulk' };
    expect(await lastRequest(ctx)).toEqual({ ...used, first_match: match });
    const lastUsedAt = new Date('2026-06-15T12:25:00Z');
    await createKeyRow(db, { accountId: user.id, replacedById: key.id, lastUsedAt });
    expect(await lastRequest(ctx)).toMatchObject({ at: lastUsedAt.toISOString() });
    await db.fuzzyKey.update({ where: { id: key.id }, data: { createdAt: new Date(now.getTime() - 70_000) } });
    expect(await lastRequest(ctx)).toMatchObject({ live_in_seconds: 0 });
  }));

test('reports the limit in requests and emails; admins also get the row of the list', () =>
  inRollback(async (db) => {
    const { ctx, user } = await subscriber(db);
    expect(await getUserStatus(ctx)).toMatchObject({ usage_limit: { daily: 8000, emails: 4000, source: 'plan' } });
    const details = await getUserDetails(adminContext(db), user.id);
    expect(details).toMatchObject({
      has_subscription: true,
      usage_limit: { daily: 8000, emails: 4000, source: 'plan' },
      user: { id: user.id, subscriptions: [{ stripe_quantity: 2 }, { stripe_quantity: null }] },
    });
    await db.account.update({ where: { id: user.id }, data: { dailyLimit: 123 } });
    expect(await getUserStatus(ctx)).toMatchObject({ usage_limit: { daily: 123, emails: 61, source: 'user' } });
  }));
