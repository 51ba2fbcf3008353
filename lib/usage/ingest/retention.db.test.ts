import { expect, test } from 'vitest';
import { db, inTransaction, type Db } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { serverContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createUsageRows } from '#lib/testing/factories.ts';
import { recordUsageReport } from './record-report.ts';
import { retainUsage } from './retention.ts';

const now = new Date('2026-06-15T12:34:56Z');
const daysAgo = (days: number) => new Date(Date.parse('2026-06-15T12:00:00Z') - days * DAY);
const run = (tx: Db) => retainUsage(systemContext(tx, { now }));

const partitions = async (tx: Db) =>
  (
    await tx.$queryRaw<{ name: string }[]>`
      SELECT relname AS name FROM pg_class WHERE relnamespace = 'usage_parts'::regnamespace AND relkind = 'r' ORDER BY 1`
  ).map(({ name }) => name.replace('usage_points_', ''));
const left = async (tx: Db) => {
  const rows = { orderBy: { bucket: 'asc' }, select: { bucket: true } } as const;
  const age = ({ bucket }: { bucket: Date }) => (daysAgo(0).getTime() - bucket.getTime()) / DAY;
  return {
    points: (await tx.usagePoint.findMany(rows)).map(age),
    hours: (await tx.usageHour.findMany(rows)).map(age),
    days: (await tx.usageDay.findMany(rows)).map((row) => age(row) - 0.5),
  };
};

test('keeps raw rows 40 days, hours 400 and days forever, and drops whole months as partitions', () =>
  inRollback(async (tx) => {
    const [key, { server }] = [await createKeyRow(tx), await createServerRow(tx)];
    const ages = [500, 402, 400, 100, 42, 40, 1];
    const samples = ages.map((days) => ({ bucket: daysAgo(days), checked: 1, hits: 0, errors: 0 }));
    await createUsageRows(tx, { key: key.id, server: server.id }, samples);
    expect(await run(tx)).toEqual({
      partitions: ['usage_points_2025_01', 'usage_points_2025_05', 'usage_points_2026_03'],
      points: 1,
      hours: 2,
      reports: 0,
    });
    expect(await left(tx)).toEqual({ points: [40, 1], hours: [400, 100, 42, 40, 1], days: ages });
    expect(await run(tx)).toEqual({ partitions: [], points: 0, hours: 0, reports: 0 });
  }));

test('creates the partitions of the coming year in advance', () =>
  inRollback(async (tx) => {
    await run(tx);
    const first = ['2026_06', '2026_07', '2026_08', '2026_09', '2026_10', '2026_11', '2026_12', '2027_01', '2027_02'];
    expect(await partitions(tx)).toEqual(
      expect.arrayContaining([...first, '2027_03', '2027_04', '2027_05', '2027_06']),
    );
    await retainUsage(systemContext(tx, { now: new Date('2027-01-31T23:59:59Z') }));
    expect(await partitions(tx)).toEqual(expect.arrayContaining(['2027_07', '2028_01']));
  }));

test('remembers a report for as long as it could be counted again (R22)', () =>
  inRollback(async (tx) => {
    const [key, { server }] = [await createKeyRow(tx), await createServerRow(tx)];
    const ctx = serverContext(tx, server.id, { now });
    const to = new Date(now.getTime() - 400 * DAY + 1);
    const report = { sequence: 1, from: to, to, keys: [{ key_id: key.keyId, checked: 1, hits: 0, errors: 0 }] };
    await recordUsageReport(ctx, report);
    expect((await run(tx)).reports).toBe(0);
    expect(await recordUsageReport(ctx, report)).toMatchObject({ is_repeated: true });
    const later = systemContext(tx, { now: new Date(now.getTime() + 2 * DAY) });
    expect((await retainUsage(later)).reports).toBe(1);
    await expect(recordUsageReport({ ...ctx, now: later.now }, report)).rejects.toMatchObject({ code: 'invalid' });
  }));

/** Locks on the table `usage_points` that transactions in this database are waiting for. */
const waitingForTheTable = () => db().$queryRaw<object[]>`
  SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'usage_points'::regclass
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

test('leaves a partition that is in use to the next run, and does not hold up reports', async () => {
  const [key, { server }] = [await createKeyRow(db()), await createServerRow(db())];
  await createUsageRows(db(), { key: key.id, server: server.id }, [
    { bucket: daysAgo(100), checked: 1, hits: 0, errors: 0 },
  ]);
  await inTransaction(db(), async (reader) => {
    await reader.usagePoint.count();
    let retained = Promise.resolve();
    // The job waits for only a second, so a busy machine may look too late and has to try again.
    for (let isOver = true; isOver;) {
      isOver = false;
      retained = expect(run(db()))
        .rejects.toThrow(/lock timeout/)
        .then(() => void (isOver = true));
      await expect.poll(async () => isOver || (await waitingForTheTable()).length === 1, { interval: 10 }).toBe(true);
    }
    const report = { sequence: 1, from: now, to: now, keys: [{ key_id: key.keyId, checked: 7, hits: 0, errors: 0 }] };
    await recordUsageReport(serverContext(db(), server.id, { now }), report);
    const counted = await reader.$queryRaw<object[]>`
      SELECT FROM all_usage_points WHERE key_id = ${key.id} AND checked = 7`;
    expect(counted).toHaveLength(1);
    await retained;
  });
  expect((await run(db())).partitions).toEqual(['usage_points_2026_03']);
});
