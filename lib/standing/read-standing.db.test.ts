import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { HOUR } from '#lib/base/time.ts';
import { subscriberContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import {
  createKeyRow,
  createServerRow,
  createSubscriptionRow,
  createUsageRows,
  createUserRow,
} from '#lib/testing/factories.ts';
import { getStanding } from './read-standing.ts';

const now = new Date('2026-06-15T12:00:00Z');
const read = (db: Db, id: string) => getStanding(subscriberContext(db, { id }, { now }));

/** A Starter subscriber: 60,000 requests a day. */
async function subscriber(db: Db, fields: Partial<Parameters<typeof createSubscriptionRow>[1]> = {}) {
  const { id } = await createUserRow(db);
  const subscription = await createSubscriptionRow(db, { accountId: id, plan: 'starter', ...fields });
  const key = await createKeyRow(db, { accountId: id, subscriptionId: subscription.id });
  const { server } = await createServerRow(db);
  const use = (hoursAgo: number, checked: number, hits = 0, errors = 0, of = key.id) =>
    createUsageRows(db, { key: of, server: server.id }, [
      { bucket: new Date(now.getTime() - hoursAgo * HOUR), checked, hits, errors },
    ]);
  return { id, key, use };
}

test('shows a new subscriber as waiting, without figures', () =>
  inRollback(async (db) => {
    const { id } = await subscriber(db);
    expect(await read(db, id)).toEqual({
      standing: 'waiting',
      limit: { daily: 60_000, emails: 30_000, source: 'plan' },
      last_day: null,
      day_before: null,
      reaches_limit_at: null,
      last_request_at: null,
      raise: null,
    });
  }));

test('counts checked and errors of the last 24 hours, and separately those of the day before', () =>
  inRollback(async (db) => {
    const { id, use } = await subscriber(db);
    await use(30, 700, 70, 7);
    await use(2, 1000, 200, 50);
    expect(await read(db, id)).toMatchObject({
      standing: 'fine',
      last_day: { requests: 1050, checked: 1000, hits: 200, errors: 50 },
      day_before: { requests: 707, checked: 700, hits: 70, errors: 7 },
      last_request_at: '2026-06-15T10:00:00.000Z',
    });
  }));

test('suggests a larger plan to a user over the limit', () =>
  inRollback(async (db) => {
    const { id, use } = await subscriber(db);
    await use(3, 76_000);
    expect(await read(db, id)).toMatchObject({
      standing: 'over',
      reaches_limit_at: null,
      raise: { plan: 'scale', quantity: 1, daily: 200_000, pounds: 50 },
    });
  }));

test('forecasts when a growing user reaches the limit', () =>
  inRollback(async (db) => {
    const { id, use } = await subscriber(db);
    await use(26, 1000);
    await use(2, 5000);
    await use(20, 30_000);
    const { standing, reaches_limit_at: at } = await read(db, id);
    expect(standing).toBe('near');
    expect(at).toBe('2026-06-15T15:12:30.000Z');
  }));

test('suggests nothing to a user whose limit an admin has set', () =>
  inRollback(async (db) => {
    const { id, use } = await subscriber(db);
    await db.account.update({ where: { id }, data: { dailyLimit: 100 } });
    await use(3, 100);
    expect(await read(db, id)).toMatchObject({ standing: 'over', raise: null, limit: { source: 'user' } });
  }));

test('counts the usage of a key that the current key replaced', () =>
  inRollback(async (db) => {
    const { id, key, use } = await subscriber(db);
    const old = await createKeyRow(db, { accountId: id, replacedById: key.id });
    await use(3, 59_000);
    await use(4, 1000, 0, 0, old.id);
    expect(await read(db, id)).toMatchObject({ standing: 'over', last_day: { requests: 60_000 } });
  }));

test('shows a key that has not been used for a week as silent', () =>
  inRollback(async (db) => {
    const { id, use } = await subscriber(db);
    await use(24 * 8, 1000);
    expect(await read(db, id)).toMatchObject({ standing: 'silent', last_day: null });
  }));

test.each([
  ['past_due', 'past_due'],
  ['unpaid', 'unpaid'],
  ['canceled', 'none'],
])('shows a subscription that is %s as %s', (status, standing) =>
  inRollback(async (db) => {
    const { id, key } = await subscriber(db, { status });
    if (status !== 'past_due') await db.fuzzyKey.update({ where: { id: key.id }, data: { suspendedAt: now } });
    expect((await read(db, id)).standing).toBe(standing);
  }),
);

test('returns `none` for a user who never bought anything, and `fine` for one with a manual key', () =>
  inRollback(async (db) => {
    const [nobody, manual] = [await createUserRow(db), await createUserRow(db)];
    const key = await createKeyRow(db, { accountId: manual.id });
    await db.fuzzyKey.update({ where: { id: key.id }, data: { lastUsedAt: new Date(now.getTime() - HOUR) } });
    expect((await read(db, nobody.id)).standing).toBe('none');
    expect(await read(db, manual.id)).toMatchObject({ standing: 'fine', limit: { daily: null } });
  }));
