import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Db } from '#lib/base/db/db.ts';
import { HOUR } from '#lib/base/time.ts';
import { findOwnKeyId, getUserStatus } from '#lib/billing/queries.ts';
import { subscriberContext, usageReaderContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import {
  createKeyRow,
  createServerRow,
  createSubscriptionRow,
  createUsageRows,
  createUserRow,
  unique,
} from '#lib/testing/factories.ts';
import { findReadKeys } from '#lib/usage-tokens/keys.ts';
import { getOwnUsage, readUsage } from './own.ts';
import { UsageQuery, type UsagePeriod } from './schema.ts';
import { OwnUsageView } from './views.ts';

const now = new Date('2026-06-15T12:34:56.000Z');
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR);
/** The start of a time's 10-minute bucket. */
const bucketAt = (moment: Date) => new Date(Math.floor(moment.getTime() / 600_000) * 600_000);

async function subscriber(db: Db, quantity = 2) {
  const [user, { server }] = [await createUserRow(db), await createServerRow(db)];
  const { id: subscriptionId } = await createSubscriptionRow(db, { accountId: user.id, quantity });
  const key = await createKeyRow(db, { accountId: user.id, subscriptionId, quantity });
  return { user, server, key, read: readerOf(db, user) };
}
const readerOf = (db: Db, user: { id: string }) => async (period: UsagePeriod) => {
  const ctx = usageReaderContext(db, user, { now });
  return readUsage(ctx, await findReadKeys(ctx), { period });
};
const use = (db: Db, key: { id: number }, server: { id: number }, hours: number, checked: number, errors = 0) =>
  createUsageRows(db, { key: key.id, server: server.id }, [
    { bucket: bucketAt(ago(hours)), checked, hits: Math.floor(checked / 2), errors },
  ]);
const counts = (checked: number, errors = 0) => ({
  requests: checked + errors,
  checked,
  errors,
  hits: Math.floor(checked / 2),
});

test.each(['24h', '168h', '720h'] as const)('returns the graphs of the dashboard for %s, with their sums', (period) =>
  inRollback(async (db) => {
    const { user, server, key, read } = await subscriber(db);
    const { server: other } = await createServerRow(db);
    for (const hours of [1, 30, 200]) await use(db, key, server, hours, 10, 1);
    await use(db, key, other, 2, 6);
    const { keys, ...about } = await read(period);
    const ctx = { ...subscriberContext(db, user), now };
    const { aggregate, ...servers } = await getOwnUsage(ctx, await findOwnKeyId(ctx), period);
    const { reports: _reports, forecast: _forecast, ...sum } = aggregate ?? {};
    expect(keys.map(({ graphs }) => graphs)).toEqual([{ aggregate: sum, ...servers }]);
    const reports = { '24h': 1, '168h': 2, '720h': 3 }[period];
    expect(keys[0]?.sums).toEqual({
      aggregate: {
        requests: reports * 11 + 6,
        checked: reports * 10 + 6,
        hits: reports * 5 + 3,
        errors: reports,
      },
      [server.name]: { requests: reports * 11, checked: reports * 10, hits: reports * 5, errors: reports },
      [other.name]: counts(6),
    });
    expect(about).toMatchObject({ period, time_zone: 'UTC', units: { counts: 'requests', limit: 'requests per day' } });
  }),
);

test('returns 72 hours that end with the current 10 minutes, in UTC', () =>
  inRollback(async (db) => {
    const { server, key, read } = await subscriber(db);
    await use(db, key, server, 71, 4);
    await use(db, key, server, 73, 100);
    const { keys, ...about } = await read('72h');
    expect(about).toMatchObject({
      generated_at: now.toISOString(),
      bucket_seconds: 3600,
      from: '2026-06-12T12:40:00.000Z',
      to: '2026-06-15T12:40:00.000Z',
    });
    const graph = keys[0]?.graphs['aggregate'];
    expect(graph?.xAxis.data).toHaveLength(72);
    expect(graph?.xAxis.data[0]).toBe('2026-06-12T12:40:00.000Z');
    expect(keys[0]?.sums['aggregate']).toEqual(counts(4));
  }));

test('returns null for a gap, not 0: in graphs, in sums and for the last day (R22)', () =>
  inRollback(async (db) => {
    const { server, key, read } = await subscriber(db);
    const silent = (await read('24h')).keys[0];
    expect(silent).toMatchObject({
      last_request_at: null,
      last_day: null,
      sums: { aggregate: null, [server.name]: null },
    });
    await use(db, key, server, 1, 0);
    const asked = (await read('24h')).keys[0];
    expect(asked).toMatchObject({ last_day: counts(0), sums: { aggregate: counts(0), [server.name]: counts(0) } });
    expect(asked?.graphs['aggregate']?.series[0]?.data.filter((value) => value !== null)).toEqual([0]);
  }));

test('returns the most recent 24 hours as the last day, whatever the period', () =>
  inRollback(async (db) => {
    const { server, key, read } = await subscriber(db);
    await use(db, key, server, 23, 7, 2);
    await use(db, key, server, 25, 100);
    for (const period of ['24h', '720h'] as const)
      expect((await read(period)).keys[0]?.last_day, period).toEqual(counts(7, 2));
  }));

test('returns each key of the user separately, and no key of another user (S47)', () =>
  inRollback(async (db) => {
    const { user, server, key, read } = await subscriber(db);
    const manual = await createKeyRow(db, { accountId: user.id, suspendedAt: ago(1) });
    const stranger = await createKeyRow(db, { accountId: (await createUserRow(db)).id });
    await use(db, key, server, 1, 3);
    await use(db, manual, server, 1, 8);
    await use(db, stranger, server, 1, 100);
    const { keys } = await read('24h');
    expect(keys.map(({ key_id, state, sums }) => [key_id, state, sums['aggregate']?.checked])).toEqual([
      [key.keyId, 'on', 3],
      [manual.keyId, 'suspended', 8],
    ]);
    expect((await readerOf(db, await createUserRow(db))('24h')).keys).toEqual([]);
  }));

test('counts the usage of a rotated key for its successor, and returns only the successor', () =>
  inRollback(async (db) => {
    const { user, server, key, read } = await subscriber(db);
    const old = await createKeyRow(db, { accountId: user.id, replacedById: key.id, worksUntil: ago(-1) });
    await use(db, old, server, 1, 5);
    await use(db, key, server, 3, 2);
    const { keys } = await read('24h');
    expect(keys.map(({ key_id, sums }) => [key_id, sums['aggregate']?.checked])).toEqual([[key.keyId, 7]]);
    expect(keys[0]?.last_request_at).toBe(bucketAt(ago(1)).toISOString());
  }));

test('returns a deleted key for the 30 days in which the storage refuses it', () =>
  inRollback(async (db) => {
    const user = await createUserRow(db);
    await createKeyRow(db, { accountId: user.id, deletedAt: ago(31 * 24) });
    const recent = await createKeyRow(db, { accountId: user.id, deletedAt: ago(29 * 24) });
    const { keys } = await readerOf(db, user)('24h');
    expect(keys.map(({ key_id, state }) => [key_id, state])).toEqual([[recent.keyId, 'deleted']]);
  }));

test('returns the limit and plan of the dashboard', () =>
  inRollback(async (db) => {
    const { user, read } = await subscriber(db, 3);
    const limitOf = async (who: { id: string }) => (await getUserStatus(subscriberContext(db, who))).usage_limit;
    const [bought] = (await read('24h')).keys;
    expect(bought).toMatchObject({
      plan: { product: 'Personal usage', status: 'active', quantity: 3 },
      limit: { daily: 12_000, source: 'plan' },
    });
    expect(bought?.limit).toEqual(await limitOf(user));
    await db.account.update({ where: { id: user.id }, data: { dailyLimit: 500 } });
    expect((await read('24h')).keys[0]?.limit).toEqual({ daily: 500, emails: 250, source: 'user' });

    const manual = await createUserRow(db);
    await createKeyRow(db, { accountId: manual.id });
    const [given] = (await readerOf(db, manual)('24h')).keys;
    expect(given).toMatchObject({
      plan: { product: null, status: null, quantity: 1 },
      limit: { daily: null, emails: null, source: 'none' },
    });
    expect(given?.limit).toEqual(await limitOf(manual));
  }));

test('matches its schema, and contains no whole public key and no text that an admin typed (S75)', () =>
  inRollback(async (db) => {
    const { user, server, key, read } = await subscriber(db);
    await db.fuzzyKey.update({
      where: { id: key.id },
      data: { description: unique('SECRET'), email: 'SECRET@of.somebody.else' },
    });
    await use(db, key, server, 1, 3);
    const answer = await read('24h');
    expect(z.strictObject(OwnUsageView.shape).parse(answer)).toEqual(answer);
    const text = JSON.stringify(answer);
    expect(text).toContain(`"key":"${key.publicKey.slice(0, 8)}"`);
    expect(text).not.toContain(key.publicKey.slice(0, 14));
    expect(text).not.toContain(key.publicKey.slice(-8));
    expect(text).not.toMatch(/SECRET/);
    expect(text).not.toContain(user.email ?? '');
  }));

test.each<[string, string | undefined, string | null]>([
  ['defaults to 24h', undefined, '24h'],
  ['accepts 72h', '72h', '72h'],
  ['accepts 720h', '720h', '720h'],
  ['refuses an unknown one', '25h', null],
  ['refuses an empty one', '', null],
  ['refuses a list of two', '24h,72h', null],
])('the period parameter %s', (_title, period, expected) => {
  const parsed = UsageQuery.safeParse(period === undefined ? {} : { period });
  expect(parsed.data?.period ?? null).toBe(expected);
});
