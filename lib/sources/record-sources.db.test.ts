import { expect, test } from 'vitest';
import { db as database, type Db } from '#lib/base/db/db.ts';
import { DAY, HOUR, MINUTE } from '#lib/base/time.ts';
import { serverContext, subscriberContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createUserRow } from '#lib/testing/factories.ts';
import { pseudonymOf, reportSources, sourceRow } from '#lib/testing/sources.ts';
import { showAddresses } from './own-servers.ts';
import { recordSources } from './record-sources.ts';
import { MAX_SOURCES, SourceReportInput } from './schema.ts';

const now = new Date('2026-06-15T12:34:56Z');

async function setUp(db: Db) {
  const [key, user, { server }] = [await createKeyRow(db), await createUserRow(db), await createServerRow(db)];
  const at = (ms: number) => serverContext(db, server.id, { now: new Date(now.getTime() + ms) });
  const rows = () =>
    db.keySource.findMany({ where: { keyId: key.id }, orderBy: [{ checked: 'desc' }, { source: 'asc' }] });
  return { key, user, server, at, ctx: at(0), rows };
}

test('adds up the requests of each source, and updates the time of its last request', () =>
  inRollback(async (db) => {
    const { key, at, rows } = await setUp(db);
    await reportSources(at(0), [
      { key_id: key.keyId, of: 'a' },
      { key_id: key.keyId, of: 'b', errors: 3 },
    ]);
    await reportSources(at(HOUR), [{ key_id: key.keyId, of: 'a', checked: 5, hits: 0, errors: 1 }]);
    expect(await rows()).toMatchObject([
      { checked: 15n, hits: 2n, errors: 1n, firstSeenAt: now, lastSeenAt: at(HOUR).now, name: null, address: null },
      { checked: 10n, hits: 2n, errors: 3n, firstSeenAt: now, lastSeenAt: now, pauseSeconds: 0 },
    ]);
  }));

test('counts a report once, however often it is sent, even with other addresses', () =>
  inRollback(async (db) => {
    const { key, ctx, rows } = await setUp(db);
    const row = { key_id: key.keyId, of: 'a' };
    const first = await reportSources(ctx, [row], { sequence: 7 });
    expect(first).toEqual({ status: 'ok', rows: 1, unknown_keys: 0, is_repeated: false });
    const again = await reportSources(ctx, [{ ...row, address: '192.0.2.1' }], { sequence: 7 });
    expect(again).toMatchObject({ is_repeated: true });
    expect(await rows()).toMatchObject([{ checked: 10n }]);
    await expect(reportSources(ctx, [{ ...row, checked: 11 }], { sequence: 7 })).rejects.toMatchObject({
      code: 'conflict',
    });
    const { server } = await createServerRow(db);
    await reportSources(serverContext(db, server.id, { now }), [row], { sequence: 7 });
    expect(await rows()).toMatchObject([{ checked: 20n }]);
  }));

test('accepts an empty report, which shows that the storage host works', () =>
  inRollback(async (db) => {
    const { ctx, rows } = await setUp(db);
    expect(await reportSources(ctx, [])).toMatchObject({ status: 'ok', rows: 0, unknown_keys: 0 });
    expect(await rows()).toEqual([]);
    expect(await db.sourceReport.count({ where: { to: now } })).toBe(1);
  }));

test('skips keys that are not ours', () =>
  inRollback(async (db) => {
    const { key, ctx, rows } = await setUp(db);
    const view = await reportSources(ctx, [
      { key_id: 'mh9priontghkm', of: 'a' },
      { key_id: key.keyId, of: 'a' },
    ]);
    expect(view).toMatchObject({ rows: 2, unknown_keys: 1 });
    expect(await rows()).toHaveLength(1);
  }));

test('lists at most 200 sources of a key, and sums up the others', () =>
  inRollback(async (db) => {
    const { key, at, rows } = await setUp(db);
    const from = (first: number, count: number, checked: number) =>
      Array.from({ length: count }, (_, index) => ({ key_id: key.keyId, of: `s${first + index}`, checked }));
    await reportSources(at(0), from(0, 150, 1));
    // Of the 100 new sources, only the busiest 50 fit.
    await reportSources(at(HOUR), [
      ...from(0, 10, 1),
      ...from(200, 50, 3),
      ...from(300, 50, 2),
      { key_id: key.keyId, of: null, checked: 7 },
    ]);
    await reportSources(at(2 * HOUR), from(300, 1, 2));
    const all = await rows();
    expect(all).toHaveLength(MAX_SOURCES + 1);
    expect(all[0]).toMatchObject({ source: '', network: null, checked: 109n });
    const sources = all.map(({ source }) => source);
    expect(sources).toContain(pseudonymOf(`${key.keyId} s249`));
    expect(sources).not.toContain(pseudonymOf(`${key.keyId} s300`));
  }));

test('remembers the longest pause, and lets it fade', () =>
  inRollback(async (db) => {
    const { key, at, rows } = await setUp(db);
    const use = (ms: number) => reportSources(at(ms), [{ key_id: key.keyId, of: 'a' }]);
    const pause = async () => ((await rows())[0]?.pauseSeconds ?? 0) / 3600;
    await use(-9 * DAY);
    await use(-9 * DAY + 20 * HOUR);
    expect(await pause()).toBeCloseTo(20);
    await use(-9 * DAY + 21 * HOUR);
    expect(await pause()).toBeCloseTo(20 * Math.exp(-1 / 168));
    await use(-9 * DAY + 5 * HOUR); // a late report
    expect(await pause()).toBeCloseTo(20 * Math.exp(-1 / 168));
    expect(await rows()).toMatchObject([{ firstSeenAt: at(-9 * DAY).now, lastSeenAt: at(-9 * DAY + 21 * HOUR).now }]);
    for (let hour = 22; hour <= 22 + 168; hour++) await use(-9 * DAY + hour * HOUR);
    expect(await pause()).toBeLessThan(12);
  }));

test('stores addresses only while the owner of the key shows them', () =>
  inRollback(async (db) => {
    const { key, user, ctx, rows } = await setUp(db);
    await db.fuzzyKey.update({ where: { id: key.id }, data: { accountId: user.id } });
    const report = () =>
      reportSources(ctx, [
        { key_id: key.keyId, of: 'a', address: '192.0.2.1' },
        { key_id: key.keyId, of: 'b' },
      ]);
    const addresses = async () => (await rows()).map(({ address }) => address).filter((address) => address !== null);
    await report();
    expect(await addresses()).toEqual([]);
    const person = subscriberContext(db, user, { now });
    await showAddresses(person, { shows_addresses: true });
    await report();
    expect(await addresses()).toEqual(['192.0.2.1']);
    await showAddresses(person, { shows_addresses: false });
    expect(await addresses()).toEqual([]);
    await report();
    expect(await addresses()).toEqual([]);
    await showAddresses(person, { shows_addresses: false });
    const audit = await db.auditEvent.findMany({
      where: { action: 'user.server_addresses_changed' },
      orderBy: { id: 'asc' }, // all at the same time
    });
    expect(audit.map(({ targetId, data }) => [targetId, data])).toEqual([
      [user.id, { before: false, after: true }],
      [user.id, { before: true, after: false }],
    ]);
  }));

test('never stores an address that another transaction is hiding at that moment', async () => {
  const [user, { server }] = [
    await createUserRow(database(), { showsAddresses: true }),
    await createServerRow(database()),
  ];
  const key = await createKeyRow(database(), { accountId: user.id });
  const ctx = serverContext(database(), server.id, { now });
  for (let round = 0; round < 10; round++) {
    await showAddresses(subscriberContext(database(), user, { now }), { shows_addresses: true });
    await Promise.all([
      reportSources(
        ctx,
        [`${round}`, '0', '1'].map((of) => ({ key_id: key.keyId, of, address: `192.0.2.${round}` })),
      ),
      showAddresses(subscriberContext(database(), user, { now }), { shows_addresses: false }),
    ]);
    expect(await database().keySource.count({ where: { keyId: key.id, address: { not: null } } })).toBe(0);
  }
});

test('counts simultaneous reports of several hosts about the same sources', async () => {
  const keys = await Promise.all([1, 2, 3].map(() => createKeyRow(database())));
  const servers = await Promise.all([1, 2, 3, 4].map(() => createServerRow(database())));
  const rows = keys.flatMap(({ keyId: key_id }) => ['a', 'b', 'c'].map((of) => ({ key_id, of })));
  await Promise.all(
    servers.map(({ server }, index) =>
      reportSources(serverContext(database(), server.id, { now }), index % 2 ? rows : rows.toReversed()),
    ),
  );
  const stored = await database().keySource.findMany({ where: { keyId: { in: keys.map(({ id }) => id) } } });
  expect(stored.map(({ checked }) => checked)).toEqual(Array.from({ length: 9 }, () => 40n));
});

test("forgets a key's sources when it gets another owner or none", () =>
  inRollback(async (db) => {
    const { key, user, ctx, rows } = await setUp(db);
    const give = (userId: string | null) => db.fuzzyKey.update({ where: { id: key.id }, data: { accountId: userId } });
    await reportSources(ctx, [{ key_id: key.keyId, of: 'a' }]);
    await give(user.id);
    expect(await rows()).toHaveLength(1); // kept, because the key had no owner before
    await give(null);
    expect(await rows()).toEqual([]);
  }));

const body = { version: 1, sequence: 1, secret_id: '0123abcd', from: now.toISOString(), to: now.toISOString() };
test.each<[string, object]>([
  ['another version', { version: 2 }],
  ['an address as a source', { sources: [{ ...sourceRow({ key_id: 'k', of: 'a' }), source: '192.0.2.1' }] }],
  ['a hex digest as a source', { sources: [{ ...sourceRow({ key_id: 'k', of: 'a' }), source: 'a'.repeat(64) }] }],
  ['a source without a network', { sources: [{ ...sourceRow({ key_id: 'k', of: 'a' }), network: null }] }],
  ['a name as an address', { sources: [{ ...sourceRow({ key_id: 'k', of: 'a' }), address: 'mx.example.com' }] }],
  ['a secret', { secret_id: 'a secret' }],
  ['5,001 rows', { sources: Array.from({ length: 5001 }, () => sourceRow({ key_id: 'k', of: 'a' })) }],
])('refuses a report with %s', (_name, changes) => {
  expect(SourceReportInput.safeParse({ ...body, sources: [], ...changes }).success).toBe(false);
});

test('refuses a report from the future, and one that is 30 days old', () =>
  inRollback(async (db) => {
    const { ctx } = await setUp(db);
    const send = (to: Date) =>
      recordSources(
        ctx,
        SourceReportInput.parse({ ...body, from: to.toISOString(), to: to.toISOString(), sources: [] }),
      );
    await expect(send(new Date(now.getTime() + 6 * MINUTE))).rejects.toMatchObject({ code: 'invalid' });
    await expect(send(new Date(now.getTime() - 30 * DAY))).rejects.toMatchObject({ code: 'invalid' });
  }));
