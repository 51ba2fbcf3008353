import { expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { SPREAD_NETWORKS } from '#lib/fuzzy-keys/schema.ts';
import { serverContext, subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createServerRow, createUserRow } from '#lib/testing/factories.ts';
import { reportSources } from '#lib/testing/sources.ts';
import { DAY, MINUTE, SECOND } from '#lib/base/time.ts';
import { followSources } from './follow-sources.ts';
import { getOwnServers } from './own-servers.ts';

const [KEYS, SOURCES] = [100_000, 4];
const now = new Date();

/** 100,000 keys with four sources each, of which every thousandth key has twenty. */
async function fill(userId: string): Promise<void> {
  await db().$executeRaw`
    INSERT INTO fuzzy_keys (description, public_key, key_id, rank, user_id, updated_at)
    SELECT 'scale ' || n, rpad(name, 52, 'y'), name, 50, ${userId}::uuid, now()
    FROM (SELECT n, rpad(translate(lpad(to_hex(n), 8, '0'), '0123456789abcdef', 'ybndrfg8ejkmcpqx'), 13, 'o') AS name
      FROM generate_series(1, ${KEYS}::int) n) named`;
  await db().$executeRaw`
    INSERT INTO key_sources (key_id, source, network, secret_id, checked, hits, errors, first_seen_at, last_seen_at, is_announced)
    SELECT k.id, left(md5('s' || k.id || ' ' || n), 22), left(md5('n' || k.id || ' ' || n), 22), '0123abcd', 1000, 100, 0,
      ${new Date(now.getTime() - 20 * DAY)}, ${new Date(now.getTime() - 5 * MINUTE)}, true
    FROM fuzzy_keys k, generate_series(1, CASE WHEN k.id % 1000 = 0 THEN 20 ELSE ${SOURCES}::int END) n`;
  await db().$executeRaw`VACUUM ANALYZE key_sources`;
  await db().$executeRaw`VACUUM ANALYZE fuzzy_keys`;
}

const timings: Record<string, number> = {};
async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  timings[what] = Math.round(performance.now() - start);
  return result;
}

test('takes reports, follows sources and lists servers at 100,000 keys with four sources each', async () => {
  const [user, { server }] = [await createUserRow(db()), await createServerRow(db())];
  await fill(user.id);
  const some = await db().fuzzyKey.findMany({
    orderBy: { id: 'asc' },
    skip: 40_000,
    take: 1250,
    select: { id: true, keyId: true },
  });
  const rows = some.flatMap(({ keyId: key_id }) => ['a', 'b', 'c', 'd'].map((of) => ({ key_id, of })));
  const ctx = serverContext(db(), server.id, { now });
  expect(await timed('a report of 5,000 new sources', () => reportSources(ctx, rows))).toMatchObject({ rows: 5000 });
  await timed('ten reports of 5,000 known sources', async () => {
    for (let round = 0; round < 10; round++) await reportSources(ctx, rows);
  });
  const sums = await db().keySource.aggregate({
    where: { checked: { not: 1000 } },
    _sum: { checked: true },
    _count: true,
  });
  expect(sums).toEqual({ _sum: { checked: 550_000n }, _count: 5000 });
  await timed('the job, the first time', () => followSources(systemContext(db(), { now })));
  await timed('the job, with nothing to change', () => followSources(systemContext(db(), { now })));
  expect(await db().rankedUsage.count({ where: { networks: { gt: SPREAD_NETWORKS } } })).toBe(KEYS / 1000);
  const person = subscriberContext(db(), user, { now });
  await timed('a hundred lists of servers', async () => {
    for (const { id } of some.slice(0, 100))
      expect((await getOwnServers(person, id)).servers.length).toBeGreaterThanOrEqual(8);
  });
  const [size] = await db().$queryRaw<{ bytes: number; rows: number }[]>`
    SELECT pg_total_relation_size('key_sources')::float8 AS bytes, count(*)::int AS rows FROM key_sources`;
  console.log({ ...timings, 'bytes per source': Math.round((size?.bytes ?? 0) / (size?.rows ?? 1)) });
  expect(timings['ten reports of 5,000 known sources']).toBeLessThan(30 * SECOND);
  expect(timings['the job, with nothing to change']).toBeLessThan(30 * SECOND);
});
