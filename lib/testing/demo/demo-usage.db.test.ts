import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createUsageRows } from '#lib/testing/factories.ts';
import { demoSamples } from './demo-usage.ts';

const now = new Date('2026-03-10T12:34:56Z');
const plain = { name: 'a key', lastDay: 10_000, until: null, gaps: [] };

test('generates the same usage every time, up to the current 10 minutes, scaled to the given last day', () => {
  const samples = demoSamples(plain, now);
  expect(demoSamples(plain, now)).toEqual(samples);
  expect(demoSamples({ ...plain, name: 'another' }, now)).not.toEqual(samples);
  expect(samples).toHaveLength(30 * 144);
  expect(samples.at(-1)?.bucket).toEqual(new Date('2026-03-10T12:30:00Z'));
  expect(samples[0]?.bucket).toEqual(new Date('2026-02-08T12:40:00Z'));
  const lastDay = samples.slice(-144).reduce((sum, { checked, errors }) => sum + checked + errors, 0);
  expect(lastDay / 10_000).toBeCloseTo(1, 1);
  expect(samples.every(({ checked, hits }) => hits <= checked)).toBe(true);
});

test('generates no samples in a gap or after the end of the reports', () => {
  const until = new Date(now.getTime() - 2 * DAY);
  const samples = demoSamples({ ...plain, until, gaps: [{ startsAgoMs: 5 * DAY, lastsMs: DAY }] }, now);
  expect(samples).toHaveLength(30 * 144 - 2 * 144 - 144);
  expect(samples.every(({ bucket }) => bucket < until)).toBe(true);
});

test('stops the requests `quietHours` ago, grows over the month, and keeps weekends steady', () => {
  const sumOf = (samples: ReturnType<typeof demoSamples>) => samples.reduce((sum, { checked }) => sum + checked, 0);
  const quiet = demoSamples({ ...plain, quietHours: 30 }, now);
  expect(quiet).toHaveLength(30 * 144);
  expect([sumOf(quiet.slice(-180)), quiet.at(-181)?.checked]).toEqual([
    0,
    expect.toSatisfy((count: number) => count > 0),
  ]);
  const steady = demoSamples({ ...plain, isSteady: true }, now);
  const days = Array.from({ length: 30 }, (_, day) => sumOf(steady.slice(day * 144, (day + 1) * 144)));
  expect(Math.max(...days) / Math.min(...days)).toBeLessThan(1.1);
  const grown = demoSamples({ ...plain, isSteady: true, growth: 0.5 }, now);
  expect(sumOf(grown.slice(-144)) / sumOf(grown.slice(0, 144))).toBeGreaterThan(1.7);
});

async function sums(db: Db, key: number) {
  const of = async (table: string) =>
    db.$queryRawUnsafe<object[]>(
      `SELECT sum(checked)::int AS checked, sum(hits)::int AS hits, sum(errors)::int AS errors FROM ${table} WHERE key_id = ${key}`,
    );
  return Promise.all(['usage_points', 'usage_hours', 'usage_days'].map(of));
}

test('keeps hours and days equal to the sums of the points when points are added (R22)', () =>
  inRollback(async (db) => {
    const [{ id: key }, { server }] = [await createKeyRow(db), await createServerRow(db)];
    const samples = demoSamples(plain, now);
    await createUsageRows(db, { key, server: server.id }, samples.slice(0, 2000));
    await createUsageRows(db, { key, server: server.id }, samples.slice(2000));
    const [points, hours, days] = await sums(db, key);
    expect(hours).toEqual(points);
    expect(days).toEqual(points);
    const wholeDay = { gte: new Date('2026-03-01T00:00:00Z'), lt: new Date('2026-03-02T00:00:00Z') };
    const { _sum } = await db.usagePoint.aggregate({
      where: { keyId: key, bucket: wholeDay },
      _sum: { checked: true },
    });
    const day = await db.usageDay.findFirst({ where: { keyId: key, bucket: new Date('2026-03-01T00:00:00Z') } });
    expect(day?.checked).toBe(BigInt(_sum.checked ?? -1));
  }));
