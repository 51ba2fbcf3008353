import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { DAY, HOUR, MINUTE } from '#lib/base/time.ts';
import { serverContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createUserRow } from '#lib/testing/factories.ts';
import { queuedMails } from '#lib/testing/queued-mails.ts';
import { pseudonymOf, reportSources } from '#lib/testing/sources.ts';
import { sendSourceAlerts } from './follow-sources.ts';

const START = new Date('2026-06-01T08:00:00Z');

async function setUp(db: Db, fields: Parameters<typeof createUserRow>[1] = {}) {
  const [user, { server }] = [await createUserRow(db, fields), await createServerRow(db)];
  const key = await createKeyRow(db, { accountId: user.id });
  const at = (ms: number) => new Date(START.getTime() + ms);
  const use = (ms: number, names: string[], changes: Parameters<typeof reportSources>[2] = {}, serverId = server.id) =>
    reportSources(
      serverContext(db, serverId, { now: at(ms) }),
      names.map((of) => ({ key_id: key.keyId, of })),
      changes,
    );
  /** Reports requests of these hosts for each hour of a span. */
  const useHourly = async (from: number, to: number, names: string[]) => {
    for (let hour = from; hour <= to; hour++) await use(hour * HOUR, names);
  };
  const run = (ms: number) => sendSourceAlerts(systemContext(db, { now: at(ms) }));
  const mails = () => queuedMails(db);
  const labelOf = (name: string) => `Server ${pseudonymOf(`${key.keyId} ${name}`).slice(0, 6)}`;
  return { user, key, server, use, useHourly, run, mails, labelOf, at };
}

test("sends no email about the hosts of a key's first day", () =>
  inRollback(async (db) => {
    const { use, run } = await setUp(db);
    await use(0, ['a', 'b']);
    expect(await run(MINUTE)).toBe(0);
    await use(23 * HOUR, ['c']);
    expect(await run(23 * HOUR)).toBe(0);
    expect(await run(3 * DAY)).toBe(0);
  }));

test('sends one email a day about all new hosts, and reports later ones on the next day', () =>
  inRollback(async (db) => {
    const { user, use, run, mails, labelOf } = await setUp(db);
    await use(0, ['a']);
    await run(0);
    await use(2 * DAY, ['a', 'b', 'c']);
    expect(await run(2 * DAY)).toBe(1);
    expect(await run(2 * DAY)).toBe(0);
    await use(2 * DAY + HOUR, ['d']);
    expect(await run(2 * DAY + HOUR)).toBe(0);
    expect(await run(3 * DAY)).toBe(1);
    expect(await run(4 * DAY)).toBe(0);
    const [first, second] = await mails();
    expect(first).toMatchObject({ template: 'new_source', to: user.email, subject: '2 new servers use your key' });
    for (const name of ['b', 'c']) expect(first?.text).toContain(labelOf(name));
    for (const name of ['a', 'd']) expect(first?.text).not.toContain(labelOf(name));
    expect(second?.subject).toBe('1 new server uses your key');
    expect(second?.text).toContain(labelOf('d'));
  }));

test('sends no email about a further host of a network that the key was used from before', () =>
  inRollback(async (db) => {
    const { key, server, run, mails, at, labelOf } = await setUp(db);
    const use = (ms: number, of: string, network: string) =>
      reportSources(serverContext(db, server.id, { now: at(ms) }), [{ key_id: key.keyId, of, network }]);
    await use(0, 'day 0', 'net');
    for (let day = 1; day <= 14; day++) {
      await use(day * DAY + HOUR, `day ${day}`, 'net');
      expect(await run(day * DAY + HOUR)).toBe(0);
    }
    await use(15 * DAY, 'elsewhere', 'another');
    expect([await run(15 * DAY + HOUR), await run(17 * DAY)]).toEqual([1, 0]);
    const [mail, ...more] = await mails();
    expect([mail?.subject, more]).toEqual(['1 new server uses your key', []]);
    expect(mail?.text).toContain(labelOf('elsewhere'));
  }));

test('sends no email when a storage host begins to name an IPv6 host by its /64, and keeps its name', () =>
  inRollback(async (db) => {
    const { key, use, run, server, at } = await setUp(db);
    await use(0, ['v4', 'whole address']);
    await run(2 * DAY);
    await db.keySource.updateMany({
      where: { keyId: key.id, source: pseudonymOf(`${key.keyId} whole address`) },
      data: { name: 'mx6' },
    });
    await reportSources(serverContext(db, server.id, { now: at(3 * DAY) }), [
      { key_id: key.keyId, of: 'prefix', was: pseudonymOf(`${key.keyId} whole address`) },
    ]);
    expect(await run(3 * DAY)).toBe(0);
    const source = pseudonymOf(`${key.keyId} prefix`);
    expect(await db.keySource.findFirst({ where: { source } })).toMatchObject({ name: 'mx6', isAnnounced: true });
  }));

test('lists ten of many new hosts, and says how many more there are', () =>
  inRollback(async (db) => {
    const { use, run, mails } = await setUp(db);
    await use(0, ['a']);
    await use(
      2 * DAY,
      Array.from({ length: 34 }, (_, index) => `n${index}`),
    );
    expect(await run(2 * DAY)).toBe(1);
    const [mail] = await mails();
    expect(mail?.subject).toBe('34 new servers use your key');
    expect(mail?.text.match(/Server [\w-]{6}/g)).toHaveLength(10);
    expect(mail?.text).toContain('24 more servers');
  }));

test('sends no email for a day after the storage hosts got a new secret', () =>
  inRollback(async (db) => {
    const { use, run } = await setUp(db);
    await use(0, ['a', 'b']);
    await run(0);
    const renewed = { secret_id: 'ffffffff' };
    await use(9 * DAY, ['x', 'y'], renewed);
    expect(await run(9 * DAY)).toBe(0);
    await use(9 * DAY + 2 * DAY, ['z'], renewed);
    expect(await run(11 * DAY)).toBe(1);
  }));

test.each<[string, Parameters<typeof createUserRow>[1]]>([
  ['who muted them', { switchedAlerts: ['new_source', 'silent_source'] }],
  ['without a confirmed address', { emailVerifiedAt: null }],
  ['who is blocked', { blockedAt: START }],
])('sends no email to an owner %s, and none later about the same hosts', (_name, fields) =>
  inRollback(async (db) => {
    const { user, use, run } = await setUp(db, fields);
    await use(0, ['a']);
    await use(2 * DAY, ['b']);
    expect(await run(2 * DAY)).toBe(0);
    await db.user.update({ where: { id: user.id }, data: { emailVerifiedAt: START, blockedAt: null } });
    await db.account.update({ where: { id: user.id }, data: { switchedAlerts: [], blockedAt: null } });
    expect(await run(3 * DAY)).toBe(0);
  }),
);

test('uses the names of hosts that have one, and writes no address into an email', () =>
  inRollback(async (db) => {
    const { key, server, use, run, mails, at } = await setUp(db, { showsAddresses: true });
    await use(0, ['a']);
    const ctx = serverContext(db, server.id, { now: at(2 * DAY) });
    await reportSources(ctx, [{ key_id: key.keyId, of: 'b', address: '192.0.2.99' }]);
    await db.keySource.updateMany({ where: { address: '192.0.2.99' }, data: { name: 'mx2 <Frankfurt>' } });
    expect(await run(2 * DAY)).toBe(1);
    const [mail] = await mails();
    expect(mail?.text).toContain('mx2 <Frankfurt>');
    expect(mail?.html).toContain('mx2 &lt;Frankfurt&gt;');
    expect(`${mail?.text}${mail?.html}`).not.toContain('192.0.2.99');
  }));

test('sends one email about a busy host that fell silent, once it was silent for 3 hours', () =>
  inRollback(async (db) => {
    const { use, useHourly, run, mails, labelOf } = await setUp(db);
    await useHourly(0, 80, ['a', 'b']);
    await useHourly(81, 82, ['a']);
    expect(await run(82 * HOUR)).toBe(0);
    await use(83 * HOUR, ['a']);
    expect(await run(83 * HOUR)).toBe(1);
    expect(await run(84 * HOUR)).toBe(0);
    await use(108 * HOUR, ['a']);
    expect(await run(108 * HOUR)).toBe(0);
    const [mail] = await mails();
    expect(mail).toMatchObject({ template: 'silent_source', subject: '1 server no longer uses your key' });
    expect(mail?.text).toContain(labelOf('b'));
    await use(109 * HOUR, ['a', 'b']);
    await useHourly(110, 112, ['a']);
    expect(await run(112 * HOUR)).toBe(0); // the pause of 29 hours has not faded yet
  }));

test.each<[string, (of: Awaited<ReturnType<typeof setUp>>, db: Db) => Promise<unknown>]>([
  ['if no other host uses the key, because the email about the key says so', async () => undefined],
  [
    'while a storage host that reported this week is late',
    async ({ useHourly, use }, db) => {
      const { server } = await createServerRow(db);
      await use(80 * HOUR, ['a'], {}, server.id);
      await useHourly(81, 84, ['a']);
    },
  ],
  [
    'of a host that pauses as long every night',
    async ({ use, useHourly }) => {
      await use(95 * HOUR, ['b']);
      await useHourly(96, 100, ['a']);
    },
  ],
  [
    'of a key that was replaced',
    async ({ key, useHourly }, db) => {
      await useHourly(81, 84, ['a']);
      const fresh = await createKeyRow(db);
      await db.fuzzyKey.update({ where: { id: key.id }, data: { replacedById: fresh.id } });
    },
  ],
])('sends no email about silence %s', (_name, change) =>
  inRollback(async (db) => {
    const all = await setUp(db);
    await all.useHourly(0, 80, ['a', 'b']);
    await change(all, db);
    const last = await db.keySource.findFirstOrThrow({ where: { keyId: all.key.id }, orderBy: { lastSeenAt: 'desc' } });
    expect(await all.run(Math.max(84 * HOUR, last.lastSeenAt.getTime() - START.getTime()))).toBe(0);
  }),
);

test('sends no email about the silence of a host that was seen for less than three days', () =>
  inRollback(async (db) => {
    const { useHourly, run } = await setUp(db);
    await useHourly(0, 70, ['a', 'b']);
    await useHourly(71, 76, ['a']);
    expect(await run(76 * HOUR)).toBe(0);
  }));
