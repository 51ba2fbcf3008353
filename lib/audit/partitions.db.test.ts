import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { db, inTransaction, type Db } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { anonymousContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { recordAudit } from './audit.ts';
import { ensureAuditPartitions, forgetAuditOrigins } from './partitions.ts';

// Years whose months have no partitions in a new database.
const YEAR = new Date().getUTCFullYear() + 2;
const NEXT = YEAR + 1;
const LATER = YEAR + 3;

const ensure = (store: Db, now: string) => ensureAuditPartitions(systemContext(store, { now: new Date(now) }));
const record = async (store: Db, now: Date | string) => {
  const targetId = randomUUID();
  await recordAudit(systemContext(store, { now: new Date(now) }), 'user.created', targetId);
  return targetId;
};

/** The partitions in chronological order, without the common beginning of their names. */
const partitions = async (store: Db) =>
  (
    await store.$queryRaw<{ name: string }[]>`
      SELECT replace(c.relname, 'audit_events_', '') AS name
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'audit_events'::regclass
      ORDER BY right(c.relname, 7), c.relname LIKE '%before%' DESC, c.relname LIKE '%from%' DESC`
  ).map(({ name }) => name);
const partitionOf = async (store: Db, targetId: string) =>
  (
    await store.$queryRaw<{ name: string }[]>`
      SELECT replace(tableoid::regclass::text, 'audit_parts.audit_events_', '') AS name
      FROM audit_events WHERE target_id = ${targetId}`
  ).map(({ name }) => name);

test('creates the partitions of the next three months in advance, and none twice (S81)', () =>
  inRollback(async (store) => {
    await ensure(store, `${YEAR}-10-31T23:59:59Z`);
    const names = await partitions(store);
    expect(names.slice(-5)).toEqual([`${YEAR}_10`, `${YEAR}_11`, `${YEAR}_12`, `${NEXT}_01`, `from_${NEXT}_02`]);
    await ensure(store, `${YEAR}-10-31T23:59:59Z`);
    expect(await partitions(store)).toEqual(names);
  }));

test('stores each event in the partition of its month, and older ones in the first (S81)', () =>
  inRollback(async (store) => {
    await ensure(store, `${YEAR}-10-15T00:00:00Z`);
    const [first] = await partitions(store);
    const moments = [
      ['1999-12-31T00:00:00Z', first],
      [`${YEAR}-10-31T23:59:59.999Z`, `${YEAR}_10`],
      [`${YEAR}-11-01T00:00:00Z`, `${YEAR}_11`],
    ] as const;
    for (const [at, part] of moments) expect(await partitionOf(store, await record(store, at))).toEqual([part]);
  }));

test('keeps every event if no partition was created for years, and creates the next ones afterwards (S81)', () =>
  inRollback(async (store) => {
    const last = (await partitions(store)).at(-1) ?? '';
    const late = await record(store, `${LATER}-05-20T12:00:00Z`);
    expect(await partitionOf(store, late)).toEqual([last]);
    await ensure(store, `${LATER}-05-21T00:00:00Z`);
    const long = last.replace('from_', '');
    expect((await partitions(store)).slice(-5)).toEqual([
      long,
      `${LATER}_06`,
      `${LATER}_07`,
      `${LATER}_08`,
      `from_${LATER}_09`,
    ]);
    expect(await partitionOf(store, late)).toEqual([long]);
    expect(await partitionOf(store, await record(store, `${LATER}-06-01T00:00:00Z`))).toEqual([`${LATER}_06`]);
  }));

test('refuses UPDATE, DELETE and TRUNCATE directly on a partition, even for its owner (S81)', () =>
  inRollback(async (store) => {
    await ensure(store, `${YEAR}-10-15T00:00:00Z`);
    const names = await partitions(store);
    expect(names.length).toBeGreaterThan(5);
    await record(store, `${YEAR}-10-15T00:00:00Z`);
    for (const name of names)
      await expect(
        inTransaction(store, (tx) => tx.$executeRawUnsafe(`TRUNCATE audit_parts.audit_events_${name}`)),
      ).rejects.toThrow('append-only');
    for (const change of [
      `UPDATE audit_parts.audit_events_${YEAR}_10 SET ip = ip`,
      `DELETE FROM audit_parts.audit_events_${YEAR}_10`,
    ])
      await expect(inTransaction(store, (tx) => tx.$executeRawUnsafe(change))).rejects.toThrow('append-only');
  }));

test('gives up without delaying events while the log is read, and creates the partitions in the next run', async () => {
  const later = new Date(Date.now() + 300 * DAY).toISOString();
  const before = await partitions(db());
  await inTransaction(db(), async (reader) => {
    await reader.auditEvent.count();
    const refused = expect(ensure(db(), later)).rejects.toThrow(/lock timeout/);
    await record(db(), new Date());
    await refused;
  });
  expect(await partitions(db())).toEqual(before);
  await ensure(db(), later);
  expect((await partitions(db())).length).toBeGreaterThan(before.length);
});

test('reads the newest events from the newest partitions alone (P7)', () =>
  inRollback(async (store) => {
    await ensure(store, `${YEAR}-10-15T00:00:00Z`);
    for (let n = 0; n < 3; n++) await record(store, `${YEAR}-10-10T00:00:00Z`);
    const rows = await store.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(
      'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) SELECT * FROM audit_events ORDER BY at DESC, id DESC LIMIT 2',
    );
    const plan = rows.map((row) => row['QUERY PLAN']);
    expect(plan.join('\n')).not.toMatch(/Sort|Merge/);
    expect(plan.filter((line) => line.includes('never executed')).length).toBeGreaterThan(3);
  }));

describe('where an event came from', () => {
  const old = (days: number) => new Date(Date.now() - days * DAY);
  /** An event with an IP address and a browser. */
  async function login(store: Db, now: Date) {
    const targetId = randomUUID();
    const ctx = anonymousContext(store, { now, ip: '192.0.2.77' });
    await recordAudit(ctx, 'session.started', targetId, { amr: ['pwd'], user_agent: 'Mozilla/5.0 (Secret)' });
    return targetId;
  }
  const eventOf = (store: Db, targetId: string) => store.auditEvent.findFirst({ where: { targetId } });

  test('is forgotten after the days of the setting, from the oldest event on, and the event stays', () =>
    inRollback(async (store) => {
      const [oldest, over, young] = [
        await login(store, old(900)),
        await login(store, old(401)),
        await login(store, old(399)),
      ];
      await forgetAuditOrigins(systemContext(store), 400);
      for (const id of [oldest, over])
        expect(await eventOf(store, id)).toMatchObject({
          action: 'session.started',
          ip: null,
          data: { amr: ['pwd'] },
        });
      expect(JSON.stringify(await eventOf(store, over))).not.toContain('Mozilla');
      expect(await eventOf(store, young)).toMatchObject({ ip: '192.0.2.77', data: { user_agent: expect.anything() } });
      const later = systemContext(store, { now: new Date(Date.now() + 2 * DAY) });
      await forgetAuditOrigins(later, 400);
      expect(await eventOf(store, young)).toMatchObject({ ip: null, data: { amr: ['pwd'] } });
    }));

  test('is all that an old event can lose, and a young one loses nothing (S81)', () =>
    inRollback(async (store) => {
      const [aged, young] = [await login(store, old(100)), await login(store, old(10))];
      const change = (id: string, set: string) =>
        inTransaction(store, (tx) => tx.$executeRawUnsafe(`UPDATE audit_events SET ${set} WHERE target_id = '${id}'`));
      const origin = "ip = NULL, data = data - ARRAY['user_agent', 'address']";
      for (const set of [`${origin}, action = 'user.deleted'`, `${origin}, actor_id = 'x'`, "ip = '192.0.2.1'"])
        await expect(change(aged, set)).rejects.toThrow('append-only');
      await expect(change(aged, "ip = NULL, data = '{}'")).rejects.toThrow('append-only');
      await expect(change(young, origin)).rejects.toThrow('append-only');
      expect(await change(aged, origin)).toBe(1);
      const soon = new Date(Date.now() - 29 * DAY);
      await expect(
        inTransaction(store, (tx) => tx.$queryRaw`SELECT forget_audit_origins(${soon}::timestamptz)`),
      ).rejects.toThrow('30 days at least');
    }));
});
