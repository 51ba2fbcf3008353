import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { adminContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createUsageRows, createUserRow } from '#lib/testing/factories.ts';
import { getUsageOverview } from './overview.ts';
import { getKeyUsage } from './queries.ts';
import { getSampleUsage } from './sample.ts';
import { UsageOverviewQuery } from './schema.ts';
import type { UsageRowView } from './views.ts';

const now = new Date('2026-06-15T12:34:56Z');
/** Requests `days` days ago, in the middle of that day's bucket. */
const day = (days: number, checked: number, errors = 0) => ({
  bucket: new Date(Date.parse('2026-06-15T01:00:00Z') - days * DAY),
  checked,
  hits: 1,
  errors,
});

type Sample = ReturnType<typeof day>;
async function rowOf(
  db: Db,
  samples: Sample[],
  fields: Parameters<typeof createKeyRow>[1] = {},
): Promise<UsageRowView> {
  const [key, { server }] = [await createKeyRow(db, fields), await createServerRow(db)];
  await createUsageRows(db, { key: key.id, server: server.id }, samples.toReversed());
  const { rows, buckets } = await getUsageOverview(adminContext(db, undefined, { now }), { keys: [key.keyId] });
  expect(buckets).toHaveLength(30);
  expect(buckets.at(-1)).toBe('2026-06-14T12:40:00.000Z');
  const [row] = rows;
  if (!row) throw new Error('no row');
  return row;
}

test("returns a key's last 24 hours, its average of 7 reported days, its limit and its overage", () =>
  inRollback(async (db) => {
    const samples = [day(0, 200, 20), ...[1, 2, 4, 5, 6, 7, 8, 9].map((days) => day(days, 100 * days, 1))];
    const row = await rowOf(db, samples, { description: 'Acme', rate: 0.001, quantity: 2 });
    expect(row).toMatchObject({
      description: 'Acme',
      limit: 173,
      limit_source: 'key',
      limit_rate: 0.001,
      quantity: 2,
      error: null,
      last_day: 220,
      is_over_limit: true,
      overage: 47,
      average_7_day: (220 + 101 + 201 + 401 + 501 + 601 + 701) / 7,
    });
    expect(row.daily_series).toHaveLength(30);
    expect(row.daily_series.slice(-5)).toEqual([401, null, 201, 101, 220]);
  }));

test.each<[string, Parameters<typeof createKeyRow>[1], object]>([
  ["the rank's", { rankId: 50 }, { limit: 207_360, limit_source: 'rank', limit_rate: 2.4 }],
  ["the rank's times quantity", { rankId: 50, quantity: 3 }, { limit: 622_080, limit_source: 'rank', limit_rate: 2.4 }],
  ["the key's own", { rankId: 0, rate: 4000 / 86_400 }, { limit: 4000, limit_source: 'key' }],
  ['none', { rankId: 0 }, { limit: null, limit_source: 'none', limit_rate: null }],
])('returns the limit: %s', (_name, fields, limit) =>
  inRollback(async (db) => {
    expect(await rowOf(db, [day(0, 5_000_000)], fields)).toMatchObject({
      ...limit,
      is_over_limit: limit !== null && 'limit' in limit && limit.limit !== null,
    });
  }),
);

test('does not count requests equal to the limit as over it', () =>
  inRollback(async (db) => {
    expect(await rowOf(db, [day(0, 4000)], { rate: 4000 / 86_400 })).toMatchObject({
      is_over_limit: false,
      overage: 0,
    });
    expect(await rowOf(db, [day(0, 4001)], { rate: 4000 / 86_400 })).toMatchObject({ is_over_limit: true, overage: 1 });
  }));

test('distinguishes zero requests, no reports and an unknown key', () =>
  inRollback(async (db) => {
    expect(await rowOf(db, [day(0, 0)])).toMatchObject({ last_day: 0, average_7_day: 0 });
    expect(await rowOf(db, [day(3, 7)])).toMatchObject({ last_day: null, average_7_day: 7 });
    expect(await rowOf(db, [])).toMatchObject({ daily_series: [], last_day: null, average_7_day: null, error: null });
    const { rows } = await getUsageOverview(adminContext(db), { keys: ['nobody'] });
    expect(rows).toMatchObject([{ key_id: 'nobody', description: null, error: 'This key does not exist.' }]);
  }));

test('takes one to five keys and returns their rows in the same order', () =>
  inRollback(async (db) => {
    const keys = [await createKeyRow(db), await createKeyRow(db)].map(({ keyId }) => keyId).toReversed();
    const { rows } = await getUsageOverview(adminContext(db), { keys });
    expect(rows.map(({ key_id }) => key_id)).toEqual(keys);
    expect(UsageOverviewQuery.parse({ keys: 'a,b,c,d,e' })).toEqual({ keys: ['a', 'b', 'c', 'd', 'e'] });
    for (const text of ['', 'a,,b', 'a,b,c,d,e,f', undefined])
      expect(UsageOverviewQuery.safeParse({ keys: text }).success).toBe(false);
  }));

test('throws not_found for an unknown key or server (S47)', () =>
  inRollback(async (db) => {
    const { keyId } = await createKeyRow(db);
    const ask = (changes: Partial<Parameters<typeof getKeyUsage>[1]>) =>
      getKeyUsage(adminContext(db), { keyId, duration: '24h', serverId: 0, ...changes });
    expect(Object.keys(await ask({}))).toEqual(['aggregate']);
    for (const missing of [{ keyId: 'x' }, { keyId: '' }, { serverId: 999_999 }])
      await expect(ask(missing)).rejects.toMatchObject({ code: 'not_found' });
  }));

test('finds a key by its id, its public key, or a prefix of at least 12 characters of either', () =>
  inRollback(async (db) => {
    const [user, { server }] = [await createUserRow(db), await createServerRow(db)];
    // Two keys whose ids differ only in the last character, which is not part of the public key.
    const start = createKeyPair().publicKey.slice(0, 12);
    const [one, two] = await Promise.all(
      ['a', 's'].map((letter) => {
        const publicKey = start + letter + createKeyPair().publicKey.slice(13);
        return createKeyRow(db, { accountId: user.id }, { publicKey, privateKey: null });
      }),
    );
    if (!one || !two) throw new Error('two keys');
    expect(one.keyId.slice(12)).not.toBe(one.publicKey.slice(12, 13));
    await createUsageRows(db, { key: one.id, server: server.id }, [
      { bucket: day(0, 0).bucket, checked: 7, hits: 0, errors: 0 },
    ]);
    const ask = async (keyId: string) => {
      const ctx = adminContext(db, undefined, { now });
      const { aggregate } = await getKeyUsage(ctx, { keyId, duration: '24h', serverId: 0 });
      return aggregate?.series[0]?.data.find((value) => value !== null) ?? null;
    };
    for (const text of [one.keyId, one.publicKey, one.publicKey.slice(0, 13), one.publicKey.slice(0, 40)])
      expect(await ask(text), text).toBe(7);
    for (const text of [two.keyId, two.publicKey, two.publicKey.slice(0, 13)]) expect(await ask(text)).toBeNull();
    await expect(ask(start)).rejects.toMatchObject({ code: 'conflict' });
    for (const text of [start.slice(0, 11), `${start}%`, `${one.publicKey}y`, one.publicKey.slice(0, 20) + '9yyyy'])
      await expect(ask(text)).rejects.toMatchObject({ code: 'not_found' });
  }));

test('returns sample usage only while there are no servers, however many were removed', () =>
  inRollback(async (db) => {
    await createServerRow(db, { removedAt: now });
    const sample = await getSampleUsage(adminContext(db), '720h');
    expect(Object.keys(sample)).toEqual(['aggregate', 'sample1', 'sample2']);
    expect(sample['sample2']?.series[0]?.data).toContain(null);
    await createServerRow(db);
    await expect(getSampleUsage(adminContext(db), '720h')).rejects.toMatchObject({ code: 'not_found' });
  }));
