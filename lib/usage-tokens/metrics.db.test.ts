import { expect, test } from 'vitest';
import { db as database, type Db } from '#lib/base/db/db.ts';
import { HOUR, MINUTE } from '#lib/base/time.ts';
import { removeStorageServer } from '#lib/storage/service.ts';
import { adminContext, serverContext, usageReaderContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import { parsePrometheusText, type MetricFamily } from '#lib/testing/prometheus-text.ts';
import { recordUsageReport } from '#lib/usage/ingest/record-report.ts';
import { usageMetrics } from './metrics.ts';

const now = new Date('2026-06-15T12:34:56.000Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * MINUTE);

async function subscriber(db: Db) {
  const [user, { server }] = [await createUserRow(db), await createServerRow(db)];
  const { id: subscriptionId } = await createSubscriptionRow(db, { accountId: user.id });
  const key = await createKeyRow(db, { accountId: user.id, subscriptionId });
  return { user, server, key, label: key.publicKey.slice(0, 8), scrape: scraperOf(db, user) };
}
const scraperOf =
  (db: Db, user: { id: string }) =>
  async (at = now) =>
    parsePrometheusText(await (await usageMetrics(usageReaderContext(db, user, { now: at }))).text());

let sequence = 1;
const report = (
  db: Db,
  server: { id: number },
  key: { keyId: string },
  [checked, hits, errors]: [number, number, number],
  to = minutesAgo(1),
) =>
  recordUsageReport(serverContext(db, server.id, { now }), {
    sequence: sequence++,
    from: new Date(to.getTime() - MINUTE),
    to,
    keys: [{ key_id: key.keyId, checked, hits, errors }],
  });
const valuesOf = (families: Map<string, MetricFamily>, name: string) =>
  Object.fromEntries(families.get(`rspamd_premium_${name}`)?.samples ?? []);

test('exports each metric with its help, type and labels, in text format 0.0.4', () =>
  inRollback(async (db) => {
    const { user, server, key, label, scrape } = await subscriber(db);
    await report(db, server, key, [1, 1, 1], minutesAgo(3));
    await report(db, server, key, [29, 11, 2]);
    const response = await usageMetrics(usageReaderContext(db, user, { now }));
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const families = await scrape();
    const ofKey = `{key="${label}"}`;
    const ofBoth = `{key="${label}",server="${server.name}"}`;
    expect(
      Object.fromEntries([...families].map(([name, { type, samples }]) => [name, [type, Object.fromEntries(samples)]])),
    ).toEqual({
      rspamd_premium_requests_total: ['counter', { [ofBoth]: 33 }],
      rspamd_premium_hits_total: ['counter', { [ofBoth]: 12 }],
      rspamd_premium_errors_total: ['counter', { [ofBoth]: 3 }],
      rspamd_premium_requests_last_day: ['gauge', { [ofKey]: 33 }],
      rspamd_premium_daily_limit: ['gauge', { [ofKey]: 4000 }],
      rspamd_premium_key_active: ['gauge', { [ofKey]: 1 }],
      rspamd_premium_last_request_timestamp_seconds: ['gauge', { [ofKey]: minutesAgo(1).getTime() / 1000 }],
      rspamd_premium_last_report_timestamp_seconds: [
        'gauge',
        { [`{server="${server.name}"}`]: minutesAgo(1).getTime() / 1000 },
      ],
    });
  }));

test('exports no sample for a gauge without a report, but starts counters at 0 (R22)', () =>
  inRollback(async (db) => {
    const { server, label, scrape } = await subscriber(db);
    const families = await scrape();
    expect(valuesOf(families, 'requests_total')).toEqual({ [`{key="${label}",server="${server.name}"}`]: 0 });
    for (const name of ['requests_last_day', 'last_request_timestamp_seconds', 'last_report_timestamp_seconds'])
      expect(valuesOf(families, name), name).toEqual({});
  }));

test('exports counters that only grow, include late reports, and keep requests older than 24 hours', () =>
  inRollback(async (db) => {
    const { server, key, label, scrape } = await subscriber(db);
    const total = async (at?: Date) => Object.values(valuesOf(await scrape(at), 'requests_total'))[0];
    await report(db, server, key, [10, 0, 0]);
    expect(await total()).toBe(10);
    await report(db, server, key, [5, 0, 0], minutesAgo(3 * 24 * 60));
    expect(await total()).toBe(15);
    const later = new Date(now.getTime() + 30 * HOUR);
    expect(await total(later)).toBe(15);
    expect(valuesOf(await scrape(later), 'requests_last_day')).toEqual({});
    expect(valuesOf(await scrape(), 'requests_last_day')).toEqual({ [`{key="${label}"}`]: 10 });
  }));

test('reads totals from daily rows only: they are the same without raw points and hours', () =>
  inRollback(async (db) => {
    const { server, key, scrape } = await subscriber(db);
    await report(db, server, key, [10, 4, 1], minutesAgo(3 * 24 * 60));
    const before = valuesOf(await scrape(), 'requests_total');
    expect(Object.values(before)).toEqual([11]);
    await db.usagePoint.deleteMany({ where: { keyId: key.id } });
    await db.usageHour.deleteMany({ where: { keyId: key.id } });
    expect(valuesOf(await scrape(), 'requests_total')).toEqual(before);
  }));

test('exports one series per key and server; a key includes the keys it replaced', () =>
  inRollback(async (db) => {
    const { user, server, key, label, scrape } = await subscriber(db);
    const { server: second } = await createServerRow(db);
    const old = await createKeyRow(db, { accountId: user.id, replacedById: key.id });
    const manual = await createKeyRow(db, { accountId: user.id });
    const stranger = await createKeyRow(db, { accountId: (await createUserRow(db)).id });
    await report(db, server, old, [1, 0, 0]);
    await report(db, server, key, [2, 0, 0]);
    await report(db, second, manual, [4, 0, 0]);
    await report(db, second, stranger, [100, 0, 0]);
    const other = manual.publicKey.slice(0, 8);
    expect(valuesOf(await scrape(), 'requests_total')).toEqual({
      [`{key="${label}",server="${server.name}"}`]: 3,
      [`{key="${label}",server="${second.name}"}`]: 0,
      [`{key="${other}",server="${server.name}"}`]: 0,
      [`{key="${other}",server="${second.name}"}`]: 4,
    });
  }));

test('exports a suspended and a deleted key as not active, and no limit for a key without a limit', () =>
  inRollback(async (db) => {
    const user = await createUserRow(db);
    const states = [{}, { suspendedAt: now }, { deletedAt: now }];
    const keys = await Promise.all(states.map((state) => createKeyRow(db, { accountId: user.id, ...state })));
    const families = await scraperOf(db, user)();
    expect(valuesOf(families, 'key_active')).toEqual(
      Object.fromEntries(keys.map((key, index) => [`{key="${key.publicKey.slice(0, 8)}"}`, index === 0 ? 1 : 0])),
    );
    expect(valuesOf(families, 'daily_limit')).toEqual({});
  }));

test('exports no series for a removed server', () =>
  inRollback(async (db) => {
    const { server, key, scrape } = await subscriber(db);
    await report(db, server, key, [1, 0, 0]);
    await removeStorageServer(adminContext(db), server.id);
    const families = await scrape();
    for (const name of ['requests_total', 'last_report_timestamp_seconds'])
      expect(valuesOf(families, name), name).toEqual({});
  }));

test('escapes any server name, so that scrapers can read the label (S40)', () =>
  inRollback(async (db) => {
    const { server, key, scrape } = await subscriber(db);
    await db.storageServer.update({ where: { id: server.id }, data: { name: 'a"b\\c\nd{}' } });
    await report(db, server, key, [1, 0, 0]);
    expect(Object.keys(valuesOf(await scrape(), 'requests_total'))[0]).toContain(String.raw`server="a\"b\\c\nd{}"`);
  }));

test('answers without key samples for a user without a key', async () => {
  const user = await createUserRow(database());
  const families = await scraperOf(database(), user)();
  expect([...families.keys()]).toContain('rspamd_premium_requests_total');
  expect(valuesOf(families, 'key_active')).toEqual({});
});
