import { expect, test } from 'vitest';
import { db, type Db } from '#lib/base/db/db.ts';
import { DAY, HOUR, MINUTE } from '#lib/base/time.ts';
import { serverContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { inDeadlock } from '#lib/testing/deadlock.ts';
import { createKeyRow, createServerRow } from '#lib/testing/factories.ts';
import { findLastRequest, findLastUses } from '#lib/usage/queries.ts';
import { foldUsage } from './fold.ts';
import { recordUsageReport } from './record-report.ts';

const now = new Date('2026-06-15T12:34:56.789Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE);

let sequence = now.getTime();
type Counts = [checked: number, hits: number, errors: number];

/** Reports counts of a key at a time. */
const report = (tx: Db, server: number, { keyId }: { keyId: string }, to: Date, [checked, hits, errors]: Counts) =>
  recordUsageReport(serverContext(tx, server, { now }), {
    sequence: ++sequence,
    from: new Date(to.getTime() - MINUTE),
    to,
    keys: [{ key_id: keyId, checked, hits, errors }],
  });
const fold = (tx: Db, at: Date) => foldUsage(systemContext(tx, { now: at }));

const TABLES = ['usage_points', 'usage_hours', 'usage_days'] as const;
const rowsOf = (tx: Db, table: string, key: { id: number }) =>
  tx.$queryRawUnsafe<object[]>(
    `SELECT to_char(bucket AT TIME ZONE 'UTC', 'HH24:MI') AS at, server_id, checked::int, hits::int, errors::int
     FROM ${table} WHERE key_id = ${key.id} ORDER BY bucket, server_id`,
  );
const stagedRows = async (tx: Db, key: { id: number }) =>
  (await tx.$queryRaw<object[]>`SELECT FROM tallies.usage WHERE key_id = ${key.id}`).length;

async function setUp(tx: Db) {
  const [{ server }, { server: second }] = [await createServerRow(tx), await createServerRow(tx)];
  return { server: server.id, second: second.id, key: await createKeyRow(tx) };
}

test('folds the reports of closed buckets into points, hours and days, and the rest once theirs is closed (R22)', () =>
  inRollback(async (tx) => {
    const { server, second, key } = await setUp(tx);
    await report(tx, server, key, ago(6), [1, 1, 0]);
    await report(tx, server, key, ago(5), [2, 0, 1]);
    await report(tx, second, key, ago(5), [4, 0, 0]);
    await report(tx, server, key, ago(1), [8, 0, 0]);
    await fold(tx, now);
    expect(await stagedRows(tx, key)).toBe(1);
    expect(await rowsOf(tx, 'usage_points', key)).toEqual([
      { at: '12:20', server_id: server, checked: 3, hits: 1, errors: 1 },
      { at: '12:20', server_id: second, checked: 4, hits: 0, errors: 0 },
    ]);
    await fold(tx, new Date(now.getTime() + 10 * MINUTE));
    expect(await stagedRows(tx, key)).toBe(0);
    const sums = [
      { server_id: server, checked: 11, hits: 1, errors: 1 },
      { server_id: second, checked: 4, hits: 0, errors: 0 },
    ];
    expect(await rowsOf(tx, 'usage_hours', key)).toEqual(sums.map((sum) => ({ at: '12:00', ...sum })));
    expect(await rowsOf(tx, 'usage_days', key)).toEqual(sums.map((sum) => ({ at: '00:00', ...sum })));
  }));

test('moves the last use to the last report with requests, and never back', () =>
  inRollback(async (tx) => {
    const { server, key } = await setUp(tx);
    const lastUse = async () => (await tx.fuzzyKey.findUniqueOrThrow({ where: { id: key.id } })).lastUsedAt;
    await report(tx, server, key, ago(9), [1, 0, 0]);
    await report(tx, server, key, ago(7), [1, 0, 0]);
    await report(tx, server, key, ago(6), [0, 0, 0]);
    expect(await lastUse()).toEqual(ago(9));
    await fold(tx, now);
    expect(await lastUse()).toEqual(ago(7));
    await report(tx, server, key, ago(60), [1, 0, 0]);
    await fold(tx, now);
    expect(await lastUse()).toEqual(ago(7));
  }));

test('reports the last use up to the last report with requests, folded or not', () =>
  inRollback(async (tx) => {
    const { server, second, key } = await setUp(tx);
    const lastUse = async () => [await findLastUses(tx, [key.id]), (await findLastRequest(tx, key.id, now)).at];
    expect(await lastUse()).toEqual([[], null]);
    await report(tx, server, key, ago(9), [1, 0, 0]);
    await report(tx, second, key, ago(7), [0, 0, 1]);
    await report(tx, server, key, ago(6), [0, 0, 0]);
    const used = [[{ id: key.id, at: ago(7) }], ago(7).toISOString()];
    expect(await lastUse()).toEqual(used);
    await fold(tx, now);
    expect(await lastUse()).toEqual(used);
  }));

test('drops the counts of keys and servers that no longer exist', () =>
  inRollback(async (tx) => {
    const { server, second, key } = await setUp(tx);
    const other = await createKeyRow(tx);
    await report(tx, server, key, ago(20), [1, 0, 0]);
    await report(tx, second, other, ago(20), [1, 0, 0]);
    await tx.fuzzyKey.delete({ where: { id: key.id } });
    await tx.storageServer.delete({ where: { id: second } });
    await fold(tx, now);
    expect([await stagedRows(tx, key), await stagedRows(tx, other)]).toEqual([0, 0]);
    for (const table of TABLES) expect(await rowsOf(tx, table, other)).toEqual([]);
  }));

test('folds a backlog in steps of a bounded number of rows, and keeps the finished ones when it is stopped (R22)', () =>
  inRollback(async (tx) => {
    const { server, key } = await setUp(tx);
    const other = await createKeyRow(tx);
    for (let day = 0; day < 9; day++)
      await report(tx, server, day < 7 ? key : other, new Date(ago(20).getTime() - day * DAY), [1, 0, 0]);
    const staged = async () => (await stagedRows(tx, key)) + (await stagedRows(tx, other));
    let statements = 0;
    const stopping = {
      $queryRaw: (...query: Parameters<Db['$queryRaw']>) =>
        ++statements > 2 ? Promise.reject(new Error('stopped')) : tx.$queryRaw(...query),
    } as unknown as Db;
    await expect(foldUsage(systemContext(stopping, { now }), 3)).rejects.toThrow('stopped');
    expect(await staged()).toBe(3);
    expect(await foldUsage(systemContext(tx, { now }), 3)).toBe(3);
    expect(await staged()).toBe(0);
    for (const table of TABLES) {
      expect(await rowsOf(tx, table, key)).toHaveLength(7);
      expect(await rowsOf(tx, table, other)).toHaveLength(2);
    }
  }));

test('tries again after a deadlock with a change of two keys, and counts once', async () => {
  const { server, key } = await setUp(db());
  const other = await createKeyRow(db());
  for (const each of [key, other])
    for (const minutes of [20, 19]) await report(db(), server, each, ago(minutes), [5, 0, 0]);
  expect(await inDeadlock(key, other, () => fold(db(), now))).toBe(4);
  for (const each of [key, other])
    for (const table of TABLES) expect(await rowsOf(db(), table, each)).toMatchObject([{ checked: 10 }]);
});

test('counts each report once while several jobs fold in small steps and hosts report at the same time (R22)', async () => {
  const { server, second, key } = await setUp(db());
  const REPORTS = 60;
  const later = new Date(now.getTime() + HOUR);
  const sums = async () =>
    (
      await db().$queryRaw<{ n: number }[]>`
        SELECT sum(checked)::int AS n FROM all_usage_hours WHERE key_id = ${key.id}`
    )[0]?.n ?? 0;
  let acknowledged = 0;
  const reporting = [server, second].map(async (host) => {
    for (let n = 0; n < REPORTS / 2; n++) {
      await report(db(), host, key, ago(n), [1, 0, 0]);
      acknowledged++;
    }
  });
  let isOver = false;
  const folding = [1, 2].map(async () => {
    while (!isOver) {
      await foldUsage(systemContext(db(), { now: later }), 7);
      const least = acknowledged;
      const seen = await sums();
      expect(seen).toBeGreaterThanOrEqual(least);
      expect(seen).toBeLessThanOrEqual(REPORTS);
    }
  });
  await Promise.all(reporting);
  isOver = true;
  await Promise.all(folding);
  await fold(db(), later);
  expect(await stagedRows(db(), key)).toBe(0);
  for (const table of TABLES) {
    const [row] = await db().$queryRawUnsafe<{ n: number }[]>(
      `SELECT sum(checked)::int AS n FROM ${table} WHERE key_id = ${key.id}`,
    );
    expect(row?.n).toBe(REPORTS);
  }
}, 60_000);
