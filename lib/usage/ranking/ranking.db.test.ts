import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { adminContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createUsageRows, createUserRow } from '#lib/testing/factories.ts';
import { randomFrom } from '#lib/testing/random.ts';
import { getUsageOverview } from '#lib/usage/overview.ts';
import type { UsageRowView } from '#lib/usage/views.ts';
import { rankKeysByUsage } from './rank-keys.ts';
import { listUsageRanking, UsageRankingQuery } from './ranking.ts';

const now = new Date('2026-06-15T12:34:56Z');
const admin = (db: Db) => adminContext(db, undefined, { now });
const rank = (db: Db) => rankKeysByUsage(systemContext(db, { now }));
const ask = (db: Db, query: Record<string, string> = {}) => listUsageRanking(admin(db), UsageRankingQuery.parse(query));
const names = async (db: Db, query: Record<string, string> = {}) =>
  (await ask(db, query)).keys.map(({ description }) => description);

/** Adds requests `days` days ago. */
async function use(db: Db, id: number, server: number, days: number, checked: number, errors = 0) {
  const bucket = new Date(Date.parse('2026-06-15T11:00:00Z') - days * DAY);
  await createUsageRows(db, { key: id, server }, [{ bucket, checked, hits: 0, errors }]);
}

/** Forty keys with random usage and limits, some idle, some never used. */
async function makeKeys(db: Db) {
  const random = randomFrom(1);
  const [{ server }, limited] = [await createServerRow(db), await createUserRow(db, { dailyLimit: 300 })];
  const keys = [];
  for (let index = 0; index < 40; index++) {
    const key = await createKeyRow(db, {
      description: `Key ${index}`,
      rankId: index % 3 ? 50 : 0,
      rate: index % 4 ? null : 200 / 86_400,
      quantity: 1 + (index % 2),
      email: index % 5 ? null : `mx${index}@test.example`,
      ...(index % 7 === 0 && { accountId: limited.id }),
    });
    const days = index % 6 === 0 ? 3 : 0;
    if (index % 8) await use(db, key.id, server.id, days, random.below(1000), index % 2 ? 50 : 0);
    keys.push(key);
  }
  return { keys, server };
}

const weightOf = (row: UsageRowView) => row.last_day ?? row.average_7_day ?? -1;

test('ranks keys by the last day, or by the 7-day average without reports in it, whether or not they exceed their limit', () =>
  inRollback(async (db) => {
    const { keys } = await makeKeys(db);
    expect(await rank(db), 'not the five unused keys').toBe(35);
    const ranked: UsageRowView[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null; page++) {
      const view: Awaited<ReturnType<typeof ask>> = await ask(db, { limit: '5', ...(cursor && { cursor }) });
      const ids = view.keys.map(({ key_id: id }) => id);
      ranked.push(...(await getUsageOverview(admin(db), { keys: ids })).rows);
      cursor = view.next_cursor;
      expect(page).toBeLessThan(8);
    }
    expect(new Set(ranked.map(({ key_id: id }) => id)).size).toBe(keys.length);
    expect(ranked.some((row) => row.is_over_limit && weightOf(row) < 1000)).toBe(true);
    expect(ranked.map(weightOf)).toEqual(ranked.map(weightOf).toSorted((a, b) => b - a));
    const upwards = await names(db, { sort: 'usage', limit: '200' });
    expect(upwards.toReversed()).toEqual(ranked.map(({ description }) => description));
  }));

test('filters the ranking by search, rank and email, and keeps its order', () =>
  inRollback(async (db) => {
    const { keys } = await makeKeys(db);
    await rank(db);
    const whole = await names(db, { limit: '200' });
    const of = (filter: (key: (typeof keys)[number]) => boolean) => {
      const wanted = new Set(keys.filter(filter).map(({ description }) => description));
      return whole.filter((name) => wanted.has(name));
    };
    expect(await names(db, { search: 'key 1' })).toEqual(of(({ description }) => description.startsWith('Key 1')));
    expect(await names(db, { rank: '50' })).toEqual(of(({ rankId }) => rankId === 50));
    expect(await names(db, { email: 'with' })).toEqual(of(({ email }) => email !== null));
    expect(await names(db, { email: 'without', rank: '0' })).toEqual(
      of(({ email, rankId }) => email === null && rankId === 0),
    );
  }));

test('ranks a key over its limit by its requests, like any other', () =>
  inRollback(async (db) => {
    const { server } = await createServerRow(db);
    const over = await createKeyRow(db, { description: 'over', rate: 10 / 86_400 });
    await use(db, over.id, server.id, 0, 11);
    for (let index = 0; index < 30; index++) {
      const busy = await createKeyRow(db);
      await use(db, busy.id, server.id, 0, 1000 + index);
    }
    await rank(db);
    expect((await names(db, { limit: '200' })).at(-1)).toBe('over');
  }));

test('notes since when a key is over its limit, until it is not', () =>
  inRollback(async (db) => {
    const { server } = await createServerRow(db);
    const { id: keyId } = await createKeyRow(db, { rate: 10 / 86_400 });
    await use(db, keyId, server.id, 0, 11);
    const overSince = async (at: Date) => {
      await rankKeysByUsage(systemContext(db, { now: at }));
      return (await db.rankedUsage.findUniqueOrThrow({ where: { keyId } })).overSince;
    };
    expect(await overSince(now)).toEqual(now);
    expect(await overSince(new Date(now.getTime() + DAY / 4)), 'still').toEqual(now);
    expect(await overSince(new Date(now.getTime() + 2 * DAY))).toBeNull();
  }));

test('counts the usage of a replaced key for its successor, and leaves out a deleted key', () =>
  inRollback(async (db) => {
    const { server } = await createServerRow(db);
    const [fresh, gone] = [await createKeyRow(db), await createKeyRow(db, { deletedAt: now })];
    const old = await createKeyRow(db, { replacedById: fresh.id, worksUntil: now });
    const other = await createKeyRow(db);
    for (const [id, days, checked] of [
      [old.id, 2, 70],
      [other.id, 0, 5],
      [gone.id, 0, 90],
    ] as const)
      await use(db, id, server.id, days, checked);
    await rank(db);
    expect(await names(db)).toEqual([fresh.description, other.description]);
    expect(await db.rankedUsage.findUnique({ where: { keyId: gone.id } })).toMatchObject({ requests: -1 });
  }));

test('lists a new key before the job has seen it', () =>
  inRollback(async (db) => {
    const { description } = await createKeyRow(db);
    expect(await names(db)).toEqual([description]);
  }));

test('adds a missing row, and does not write an unchanged one', () =>
  inRollback(async (db) => {
    const [key, other] = [await createKeyRow(db), await createKeyRow(db)];
    const { server } = await createServerRow(db);
    await use(db, other.id, server.id, 0, 5);
    await rank(db);
    await db.rankedUsage.delete({ where: { keyId: key.id } });
    const versions = () => db.$queryRaw`SELECT key_id, xmin::text, ctid::text FROM usage_standings ORDER BY key_id`;
    const before = await versions();
    await rank(db);
    const after = (await versions()) as { key_id: number }[];
    expect(after).toHaveLength(2);
    expect(after.find(({ key_id: id }) => id === other.id)).toEqual((before as object[])[0]);
  }));

test('forgets the usage of a key that is no longer used', () =>
  inRollback(async (db) => {
    const [{ server }, { id: keyId }] = [await createServerRow(db), await createKeyRow(db)];
    await use(db, keyId, server.id, 3, 70);
    const rankOn = async (day: string) => {
      await rankKeysByUsage(systemContext(db, { now: new Date(day) }));
      return (await db.rankedUsage.findUniqueOrThrow({ where: { keyId } })).requests;
    };
    expect(await rankOn('2026-06-15T12:00:00Z')).toBe(70);
    expect(await rankOn('2026-08-15T12:00:00Z')).toBe(-1);
  }));

test('refuses a cursor of another sort order (S52)', () =>
  inRollback(async (db) => {
    await createKeyRow(db);
    await createKeyRow(db);
    const { next_cursor: cursor } = await ask(db, { limit: '1' });
    await expect(ask(db, { sort: 'usage', cursor: cursor ?? '' })).rejects.toMatchObject({ code: 'malformed' });
    expect(UsageRankingQuery.safeParse({ cursor: `${cursor}x` }).success).toBe(false);
  }));
