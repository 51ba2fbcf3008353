import { expect, test } from 'vitest';
import { db, type Db } from '#lib/base/db/db.ts';
import { DAY, HOUR, MINUTE } from '#lib/base/time.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { serverContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { inDeadlock } from '#lib/testing/deadlock.ts';
import { createKeyRow, createServerRow } from '#lib/testing/factories.ts';
import type { UsageReportInput } from '#lib/usage/schema.ts';
import { foldUsage } from './fold.ts';
import { recordUsageReport } from './record-report.ts';

const now = new Date('2026-06-15T12:34:56.789Z');
const at = (text: string) => new Date(text);

let sequence = now.getTime();
type Row = UsageReportInput['keys'][number];
const row = (key: { keyId: string }, checked: number, hits = 0, errors = 0): Row => ({
  key_id: key.keyId,
  checked,
  hits,
  errors,
});
const report = (keys: Row[], changes: Partial<UsageReportInput> = {}): UsageReportInput => ({
  sequence: ++sequence,
  from: new Date((changes.to ?? now).getTime() - MINUTE),
  to: now,
  keys,
  ...changes,
});

async function setUp(tx: Db) {
  const [{ server }, key, other] = [await createServerRow(tx), await createKeyRow(tx), await createKeyRow(tx)];
  return { server, key, other, ctx: serverContext(tx, server.id, { now }) };
}
const numbers = ({
  bucket,
  checked,
  hits,
  errors,
}: { bucket: Date } & Record<'checked' | 'hits' | 'errors', unknown>) =>
  `${bucket.toISOString().slice(0, 16)} ${String(checked)} ${String(hits)} ${String(errors)}`;
/** All usage counted for a key, folded or not, in chronological order. */
async function stored(tx: Db, { id }: { id: number }) {
  const sums = async (view: string) => {
    const rows = await tx.$queryRawUnsafe<Parameters<typeof numbers>[0][]>(
      `SELECT bucket, sum(checked) AS checked, sum(hits) AS hits, sum(errors) AS errors
       FROM ${view} WHERE key_id = ${id} GROUP BY server_id, bucket ORDER BY bucket`,
    );
    return rows.map(numbers);
  };
  return {
    points: await sums('all_usage_points'),
    hours: await sums('all_usage_hours'),
    days: await sums('all_usage_days'),
  };
}
/** Folds all usage counted so far, as the job does at a later time. */
const fold = (tx: Db, at = new Date(now.getTime() + HOUR)) => foldUsage(systemContext(tx, { now: at }));
const lastUse = async (tx: Db, { id }: { id: number }) =>
  (await tx.fuzzyKey.findUniqueOrThrow({ where: { id } })).lastUsedAt?.toISOString() ?? null;

test('counts a report in its 10 minutes, hour and day, and moves the last use (R22)', () =>
  inRollback(async (tx) => {
    const { ctx, key, other } = await setUp(tx);
    expect(await recordUsageReport(ctx, report([row(key, 30, 12, 3), row(other, 0)]))).toEqual({
      status: 'ok',
      rows: 2,
      unknown_keys: 0,
      is_repeated: false,
    });
    await recordUsageReport(ctx, report([row(key, 5, 1, 1)]));
    expect(await stored(tx, key)).toEqual({
      points: ['2026-06-15T12:30 35 13 4'],
      hours: ['2026-06-15T12:00 35 13 4'],
      days: ['2026-06-15T00:00 35 13 4'],
    });
    expect((await stored(tx, other)).points).toEqual(['2026-06-15T12:30 0 0 0']);
    expect([await lastUse(tx, key), await lastUse(tx, other)]).toEqual([now.toISOString(), null]);
    const seen = await tx.fuzzyKey.findUniqueOrThrow({ where: { id: key.id } });
    expect(seen).toMatchObject({ version: key.version, updatedAt: key.updatedAt });
  }));

test.each([
  ['2026-06-15T12:30:00.000Z', '2026-06-15T12:20'],
  ['2026-06-15T12:30:00.001Z', '2026-06-15T12:30'],
  ['2026-06-15T12:00:00.000Z', '2026-06-15T11:50'],
  ['2026-06-15T00:00:00.000Z', '2026-06-14T23:50'],
  ['2026-06-01T00:00:00.000Z', '2026-05-31T23:50'],
  ['2026-03-29T01:00:00.001Z', '2026-03-29T01:00'], // daylight saving begins in Europe
])('counts a report that ends at %s in the bucket %s', (to, bucket) =>
  inRollback(async (tx) => {
    const { ctx, key } = await setUp(tx);
    // In early May, the 40 days of raw rows reach back to the end of March.
    const nearby = to.startsWith('2026-03') ? { ...ctx, now: at('2026-05-01T00:00:00Z') } : ctx;
    await recordUsageReport(nearby, report([row(key, 1)], { to: at(to) }));
    const { points, hours, days } = await stored(tx, key);
    expect(points).toEqual([`${bucket} 1 0 0`]);
    expect(hours).toEqual([`${bucket.slice(0, 13)}:00 1 0 0`]);
    expect(days).toEqual([`${bucket.slice(0, 10)}T00:00 1 0 0`]);
  }),
);

test.each([
  ['three days', 3 * DAY, 150_000, 40_000, 7],
  ['six hours', 6 * HOUR, 1000, 999, 1],
  ['one hour', HOUR, 5, 3, 5],
  ['twenty minutes', 20 * MINUTE, 2_147_483_647, 2_147_483_647, 0],
  ['a day in which little happened', DAY, 3, 2, 1],
])('spreads a report about %s over its time, with exact sums (R22)', (_what, ms, checked, hits, errors) =>
  inRollback(async (tx) => {
    const { ctx, key } = await setUp(tx);
    const from = new Date(now.getTime() - ms);
    await recordUsageReport(ctx, report([row(key, checked, hits, errors)], { from }));
    await fold(tx);
    const rows = await tx.usagePoint.findMany({ where: { keyId: key.id }, orderBy: { bucket: 'asc' } });
    const sum = (of: 'checked' | 'hits' | 'errors', part = rows) => part.reduce((total, each) => total + each[of], 0);
    expect([sum('checked'), sum('hits'), sum('errors')]).toEqual([checked, hits, errors]);
    for (const each of rows) {
      expect(each.bucket.getTime() + 10 * MINUTE).toBeGreaterThan(from.getTime());
      expect(each.bucket.getTime()).toBeLessThan(now.getTime());
      expect(each.hits).toBeLessThanOrEqual(each.checked);
      // An even rate: no part has more than its share of the time, rounded up.
      const part = ms > 6 * HOUR ? HOUR : 10 * MINUTE;
      expect(each.checked).toBeLessThanOrEqual(Math.ceil((checked * (part + 1000)) / ms));
    }
    const { points, hours, days } = await stored(tx, key);
    for (const view of [points, hours, days])
      expect(view.reduce((total, text) => total + Number(text.split(' ')[1]), 0)).toBe(checked);
    const lastDay = rows.filter(({ bucket }) => bucket.getTime() >= now.getTime() - DAY);
    if (ms === 3 * DAY) expect(Math.abs(sum('checked', lastDay) - 50_000)).toBeLessThan(150_000 / 72 + 1);
    expect(await lastUse(tx, key)).toBe(now.toISOString());
  }),
);

test('spreads a report over a change of month, whose partitions it creates (R22)', () =>
  inRollback(async (tx) => {
    const { ctx, key } = await setUp(tx);
    const range = { from: at('2026-05-20T00:00:00Z'), to: at('2026-06-10T00:00:00Z') };
    await recordUsageReport(ctx, report([row(key, 21)], range));
    await fold(tx);
    expect((await stored(tx, key)).days.map((text) => text.slice(0, 10))).toHaveLength(21);
  }));

test('keeps the key’s counts of a report that begins in the future within now', () =>
  inRollback(async (tx) => {
    const { ctx, key } = await setUp(tx);
    const range = { from: new Date(now.getTime() + MINUTE), to: new Date(now.getTime() + 4 * MINUTE) };
    await recordUsageReport(ctx, report([row(key, 21)], range));
    expect((await stored(tx, key)).points).toEqual(['2026-06-15T12:30 21 0 0']);
  }));

test('keeps the first match of a key with its server, and with its flag if the host reports it', () =>
  inRollback(async (tx) => {
    const { ctx, key, other, server } = await setUp(tx);
    const match = async ({ id }: { id: number }) => {
      const { firstMatchAt, firstMatchServerId, firstMatchFlag } = await tx.fuzzyKey.findUniqueOrThrow({
        where: { id },
      });
      return [firstMatchAt?.toISOString() ?? null, firstMatchServerId, firstMatchFlag];
    };
    const later = { ...ctx, now: new Date(now.getTime() + MINUTE) };
    await recordUsageReport(ctx, report([row(key, 5), row(other, 1, 1)]));
    expect(await match(key)).toEqual([null, null, null]);
    expect(await match(other)).toEqual([now.toISOString(), server.id, null]);
    await recordUsageReport(later, report([{ ...row(key, 5, 1), matched_flags: [8] }], { to: later.now }));
    expect(await match(key)).toEqual([later.now.toISOString(), server.id, 8]);
    const { server: second } = await createServerRow(tx);
    for (const to of [later.now, new Date(later.now.getTime() + 10 * MINUTE)]) {
      const elsewhere = serverContext(tx, second.id, { now: to });
      await recordUsageReport(elsewhere, report([{ ...row(key, 9, 9), matched_flags: [1] }], { to }));
      expect(await match(key)).toEqual([later.now.toISOString(), server.id, 8]);
    }
  }));

test('stores a first match that is reported late, and no flag if several lists matched', () =>
  inRollback(async (tx) => {
    const { ctx, key } = await setUp(tx);
    await recordUsageReport(ctx, report([row(key, 5)]));
    const to = new Date(now.getTime() - 10 * MINUTE);
    await recordUsageReport(ctx, report([{ ...row(key, 5, 2), matched_flags: [1, 8] }], { to }));
    const stored = await tx.fuzzyKey.findUniqueOrThrow({ where: { id: key.id } });
    expect([stored.firstMatchAt, stored.firstMatchFlag, stored.lastUsedAt]).toEqual([to, null, now]);
  }));

test('counts a report from a clock that is ahead of ours in the current bucket, which graphs already show (R21)', () =>
  inRollback(async (tx) => {
    const { ctx, key } = await setUp(tx);
    const late = at('2026-06-15T12:38:00Z');
    await recordUsageReport({ ...ctx, now: late }, report([row(key, 1)], { to: at('2026-06-15T12:42:00Z') }));
    expect((await stored(tx, key)).points).toEqual(['2026-06-15T12:30 1 0 0']);
    expect(await lastUse(tx, key)).toBe(late.toISOString());
  }));

test('counts a repeated report once, and refuses a different report with the same sequence (R22)', () =>
  inRollback(async (tx) => {
    const { ctx, key } = await setUp(tx);
    const first = report([row(key, 7, 2, 1), row({ keyId: 'nobody' }, 9)]);
    await recordUsageReport(ctx, first);
    const again = await recordUsageReport({ ...ctx, now: new Date(now.getTime() + 30 * DAY) }, first);
    expect(again).toEqual({ status: 'ok', rows: 2, unknown_keys: 1, is_repeated: true });
    for (const changed of [{ keys: [row(key, 8, 2, 1)] }, { to: new Date(now.getTime() - 1) }])
      await expect(recordUsageReport(ctx, { ...first, ...changed })).rejects.toMatchObject({ code: 'conflict' });
    expect((await stored(tx, key)).days).toEqual(['2026-06-15T00:00 7 2 1']);
    const { server } = await createServerRow(tx);
    await recordUsageReport(serverContext(tx, server.id, { now }), first);
    expect((await stored(tx, key)).points).toHaveLength(2);
  }));

test('counts unknown keys without refusing them, and adds up several rows of a known key', () =>
  inRollback(async (tx) => {
    const { ctx, key } = await setUp(tx);
    const unknown = ['x', 'a\0b', createKeyPair().publicKey, '1234567890123'].map((keyId) => row({ keyId }, 1));
    const view = await recordUsageReport(ctx, report([...unknown, row(key, 2, 1), row(key, 3, 0, 4)]));
    expect(view).toMatchObject({ rows: 6, unknown_keys: 4 });
    expect((await stored(tx, key)).points).toEqual(['2026-06-15T12:30 5 1 4']);
    expect(await recordUsageReport(ctx, report([]))).toMatchObject({ rows: 0, unknown_keys: 0 });
  }));

test('counts a suspended, deleted or replaced key like any other', () =>
  inRollback(async (tx) => {
    const { ctx, key } = await setUp(tx);
    const states = [{ suspendedAt: now }, { deletedAt: now }, { replacedById: key.id, worksUntil: now }];
    for (const state of states) {
      const old = await createKeyRow(tx, state);
      await recordUsageReport(ctx, report([row(old, 4)]));
      expect((await stored(tx, old)).points).toHaveLength(1);
    }
  }));

test('counts late reports in raw rows while these are kept, and later in hours and days only (R22)', () =>
  inRollback(async (tx) => {
    const { ctx, key } = await setUp(tx);
    await recordUsageReport(ctx, report([row(key, 1)]));
    const late = (days: number, ms = 0) => new Date(now.getTime() - days * DAY + ms);
    await recordUsageReport(ctx, report([row(key, 2)], { to: late(39) }));
    await recordUsageReport(ctx, report([row(key, 4)], { to: late(41) }));
    await recordUsageReport(ctx, report([row(key, 8)], { to: late(400, 1) }));
    await fold(tx);
    expect(await stored(tx, key)).toEqual({
      points: ['2026-05-07T12:30 2 0 0', '2026-06-15T12:30 1 0 0'],
      hours: ['2025-05-11T12:00 8 0 0', '2026-05-05T12:00 4 0 0', '2026-05-07T12:00 2 0 0', '2026-06-15T12:00 1 0 0'],
      days: ['2025-05-11T00:00 8 0 0', '2026-05-05T00:00 4 0 0', '2026-05-07T00:00 2 0 0', '2026-06-15T00:00 1 0 0'],
    });
    expect(await lastUse(tx, key)).toBe(now.toISOString());
  }));

test.each<[string, Partial<UsageReportInput>]>([
  ['from the future', { to: new Date(now.getTime() + 5 * MINUTE + 1) }],
  ['400 days old', { to: new Date(now.getTime() - 400 * DAY), from: new Date(now.getTime() - 401 * DAY) }],
  ['that ends before it begins', { from: new Date(now.getTime() + 1) }],
  ['of 5,001 rows', { keys: Array.from({ length: 5001 }, () => row({ keyId: 'x' }, 1)) }],
])('refuses a report %s and stores nothing', (_name, changes) =>
  inRollback(async (tx) => {
    const { ctx, key, server } = await setUp(tx);
    await expect(recordUsageReport(ctx, report([row(key, 1)], changes))).rejects.toMatchObject({ code: 'invalid' });
    expect(await stored(tx, key)).toEqual({ points: [], hours: [], days: [] });
    expect(await tx.usageReport.count({ where: { serverId: server.id } })).toBe(0);
  }),
);

test('refuses a whole report whose counts for a key are too large', () =>
  inRollback(async (tx) => {
    const { ctx, key, other } = await setUp(tx);
    const refused = recordUsageReport(ctx, report([row(other, 1), row(key, 2_147_483_647), row(key, 1)]));
    await expect(refused).rejects.toMatchObject({ code: 'invalid' });
    expect((await stored(tx, other)).days).toEqual([]);
  }));

test('stores the most that a 10-minute bucket can hold when it overflows, and exact hours and days', () =>
  inRollback(async (tx) => {
    const { ctx, key } = await setUp(tx);
    const most = 2_147_483_647;
    for (const [hits, isFolded] of [
      [most, true],
      [1, false],
      [2, false],
    ] as const) {
      await recordUsageReport(ctx, report([row(key, most, hits)]));
      if (isFolded) await fold(tx);
    }
    await fold(tx);
    expect(await stored(tx, key)).toEqual({
      points: [`2026-06-15T12:30 ${most} ${most} 0`],
      hours: [`2026-06-15T12:00 ${3 * most} ${most + 3} 0`],
      days: [`2026-06-15T00:00 ${3 * most} ${most + 3} 0`],
    });
  }));

test('counts concurrent, repeated reports of several servers once each (R22)', async () => {
  const servers = await Promise.all(Array.from({ length: 4 }, () => createServerRow(db())));
  const keys = await Promise.all(Array.from({ length: 40 }, () => createKeyRow(db())));
  const sent = servers.flatMap(({ server }) =>
    Array.from({ length: 6 }, () => ({
      ctx: serverContext(db(), server.id, { now }),
      body: report(keys.toSorted(() => Math.random() - 0.5).map((key) => row(key, 3, 2, 1))),
    })),
  );
  const answers = await Promise.all([...sent, ...sent].map(({ ctx, body }) => recordUsageReport(ctx, body)));
  expect(answers.filter((answer) => answer.is_repeated)).toHaveLength(24);
  for (const key of keys) {
    const { points, hours } = await stored(db(), key);
    expect(points).toEqual(Array.from({ length: 4 }, () => '2026-06-15T12:30 18 12 6'));
    expect(hours).toHaveLength(4);
    expect(await lastUse(db(), key)).toBe(now.toISOString());
  }
});

test('tries a report again after a deadlock, and counts it once', async () => {
  const { key, other, ctx } = await setUp(db());
  const recorded = await inDeadlock(key, other, () => recordUsageReport(ctx, report([row(key, 5), row(other, 6)])));
  expect(recorded).toMatchObject({ rows: 2, is_repeated: false });
  expect((await stored(db(), key)).days).toEqual(['2026-06-15T00:00 5 0 0']);
  expect((await stored(db(), other)).days).toEqual(['2026-06-15T00:00 6 0 0']);
});
