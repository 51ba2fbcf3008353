import { expect, test } from 'vitest';
import { limitText } from '#lib/base/daily-limit.ts';
import { db as database, type Db } from '#lib/base/db/db.ts';
import { DAY, HOUR, MINUTE } from '#lib/base/time.ts';
import { getUserStatus } from '#lib/billing/queries.ts';
import { serverContext, subscriberContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import {
  createKeyRow,
  createServerRow,
  createSubscriptionRow,
  createUsageRows,
  createUserRow,
} from '#lib/testing/factories.ts';
import { heldBack } from '#lib/testing/held-back.ts';
import { queuedMails } from '#lib/testing/queued-mails.ts';
import { recordUsageReport } from '#lib/usage/ingest/record-report.ts';
import { sendUsageAlerts } from './alerts.ts';

const now = new Date('2026-06-15T12:34:56Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR);
const run = (db: Db, at = now) => sendUsageAlerts(systemContext(db, { now: at }));

/** A key whose owner has a daily limit of 1,000 requests. */
async function setUp(
  db: Db,
  fields: Parameters<typeof createUserRow>[1] = {},
  keyFields: Parameters<typeof createKeyRow>[1] = {},
) {
  const [user, { server }] = [await createUserRow(db, { dailyLimit: 1000, ...fields }), await createServerRow(db)];
  const key = await createKeyRow(db, { accountId: user.id, ...keyFields });
  const use = (hours: number, checked: number, errors = 0, id = key.id) =>
    createUsageRows(db, { key: id, server: server.id }, [
      { bucket: new Date(Math.floor(hoursAgo(hours).getTime() / 600_000) * 600_000), checked, hits: 0, errors },
    ]);
  return { user, server, key, use };
}
const kinds = async (db: Db) =>
  (await db.usageAlert.findMany({ orderBy: { sentAt: 'asc' } })).map(
    ({ kind, day }) => `${kind} ${day.toISOString().slice(0, 10)}`,
  );

test.each<[number, number, string[]]>([
  [799, 0, []],
  [790, 10, ['limit_80 2026-06-15']],
  [999, 0, ['limit_80 2026-06-15']],
  [900, 100, ['limit_100 2026-06-15']],
  [5000, 0, ['limit_100 2026-06-15']],
])('mails at 80 % and 100 % of 1,000 requests in 24 hours: %i checked, %i errors', (checked, errors, expected) =>
  inRollback(async (db) => {
    const { use } = await setUp(db);
    await use(30, 5000);
    await use(3, checked, errors);
    expect(await run(db)).toBe(expected.length);
    expect(await kinds(db)).toEqual(expected);
  }),
);

test('mails nothing when a host that was offline for three days reports usage within the limit', () =>
  inRollback(async (db) => {
    const { server, key } = await setUp(db);
    const ctx = serverContext(db, server.id, { now });
    const report = { sequence: 1, from: new Date(now.getTime() - 3 * DAY), to: now };
    const counts = { checked: 2250, hits: 0, errors: 0 }; // 750 a day of 1,000
    await recordUsageReport(ctx, { ...report, keys: [{ key_id: key.keyId, ...counts }] });
    expect(await run(db)).toBe(0);
  }));

test("uses the plan's limit for a bought key, as the panel does, whatever the key's rank", () =>
  inRollback(async (db) => {
    const user = await createUserRow(db);
    const { id: subscriptionId } = await createSubscriptionRow(db, {
      accountId: user.id,
      plan: 'personal',
      quantity: 2,
    });
    const { key, use } = await setUp(db, {}, { accountId: user.id, subscriptionId, rankId: 0 });
    await use(2, 6399);
    expect(await run(db)).toBe(0);
    await use(1, 1);
    expect(await run(db)).toBe(1);
    const { usage_limit: limit } = await getUserStatus(subscriberContext(db, user, { now }));
    const [mail, ...others] = await queuedMails(db);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`You are near your daily limit: 80% of ${limitText(limit.daily ?? 0)}`);
    expect(mail?.text).toMatch(/^Plan: +Personal × 2$/m);
    expect(mail?.text).toContain('Personal × 3: 6,000 emails a day (12,000 requests) for £21 a month, plus VAT.');
    expect(mail?.text).toContain('/plan?plan=personal&interval=month&quantity=3\n');
    expect(await db.usageAlert.findMany()).toMatchObject([{ keyId: key.id, kind: 'limit_80' }]);
  }));

test('mails the owner once per key, kind and UTC day, with the numbers and how to switch the emails off', () =>
  inRollback(async (db) => {
    const { user, key, use } = await setUp(db);
    await use(1, 850);
    expect([await run(db), await run(db), await run(db, hoursAgo(-2))]).toEqual([1, 0, 0]);
    await use(0.5, 200);
    expect([await run(db), await run(db)]).toEqual([1, 0]);
    expect(await run(db, hoursAgo(-13))).toBe(1); // the next day
    const sent = await queuedMails(db);
    expect(sent.map(({ template, to }) => [template, to])).toEqual(
      Array.from({ length: 3 }, () => ['usage_limit', user.email]),
    );
    const subjects = sent.map(({ subject }) => subject).toSorted();
    expect(subjects[0]).toBe('You are near your daily limit: 85% of 500 emails a day (1,000 requests)');
    expect(subjects[2]).toBe('You have reached your daily limit: 105% of 500 emails a day (1,000 requests)');
    expect(sent.map(({ text }) => text).join()).toMatch(
      /Used: +850 requests\nDaily limit: 500 emails a day \(1,000 requests\)/,
    );
    expect(sent[0]?.text).toContain('account page');
    expect(sent[0]?.text).not.toContain(key.publicKey.slice(0, 13));
  }));

test('sends no email about nearing the limit on a day when the limit was reached', () =>
  inRollback(async (db) => {
    const { use } = await setUp(db);
    await use(23.5, 400);
    await use(1, 850);
    expect(await run(db)).toBe(1);
    expect(await run(db, hoursAgo(-2))).toBe(0);
    expect(await kinds(db)).toEqual(['limit_100 2026-06-15']);
  }));

test('counts the usage and the emails of a replaced key for its successor', () =>
  inRollback(async (db) => {
    const { key, use } = await setUp(db);
    const old = await createKeyRow(db, {
      accountId: key.accountId,
      replacedById: key.id,
      worksUntil: hoursAgo(-1),
    });
    await use(1, 400);
    await use(2, 450, 0, old.id);
    expect(await run(db)).toBe(1);
    const newest = await createKeyRow(db, { accountId: key.accountId });
    await db.fuzzyKey.update({ where: { id: key.id }, data: { replacedById: newest.id } });
    expect(await run(db)).toBe(0);
  }));

test.each<[string, Parameters<typeof createUserRow>[1], Parameters<typeof createKeyRow>[1]]>([
  ['who muted it', { switchedAlerts: ['limit_100'] }, {}],
  ['who is blocked', { blockedAt: now }, {}],
  ['without an email', { email: null }, {}],
  ['whose email is not verified', { emailVerifiedAt: null }, {}],
  ['with a daily limit of zero', { dailyLimit: 0 }, {}],
  ['of a suspended key', {}, { suspendedAt: now }],
  ['of a deleted key', {}, { deletedAt: now }],
  ['whose panel says Unlimited', { dailyLimit: null }, {}],
])('sends no email to an owner %s', (_name, userFields, keyFields) =>
  inRollback(async (db) => {
    const { use } = await setUp(db, userFields, keyFields);
    await use(1, 5000);
    expect(await run(db)).toBe(0);
    expect(await queuedMails(db)).toEqual([]);
  }),
);

/**
 * Creates requests in every hour of the week before a silence, except in a pause, and recent reports of two servers,
 * one of which may miss an hour.
 */
async function setUpSilence(db: Db, { silentHours = 4, pauseHours = 0, weekDays = 7, unreportedHour = -1 }) {
  const made = await setUp(db, { dailyLimit: null });
  const { key, server } = made;
  const lastUsedAt = hoursAgo(silentHours);
  const samples = [];
  for (let hour = weekDays * 24; hour >= 0; hour--) {
    const bucket = new Date(Math.floor((lastUsedAt.getTime() - hour * HOUR) / 600_000) * 600_000);
    const isPause = hour > 48 && hour <= 48 + pauseHours;
    samples.push({ bucket, checked: isPause ? 0 : 3, hits: 0, errors: 0 });
  }
  await createUsageRows(db, { key: key.id, server: server.id }, samples);
  await db.fuzzyKey.update({ where: { id: key.id }, data: { lastUsedAt } });
  await reports(db, server.id, now, unreportedHour);
  await reports(db, (await createServerRow(db)).server.id, now);
  return made;
}
async function reports(db: Db, serverId: number, end: Date, unreportedHour = -1) {
  for (let minutes = 0; minutes < 5 * 60; minutes += 10) {
    if (Math.floor(minutes / 60) === unreportedHour) continue;
    const to = new Date(end.getTime() - minutes * MINUTE);
    await db.usageReport.create({
      data: {
        serverId,
        sequence: to.getTime(),
        bodyHash: new Uint8Array(32),
        from: to,
        to,
        rows: 1,
        unknownKeys: 0,
        receivedAt: to,
      },
    });
  }
}

test.each<[string, Parameters<typeof setUpSilence>[1], number]>([
  ['4 hours after a week of requests in every hour', {}, 1],
  ['not yet 3 hours', { silentHours: 2.9 }, 0],
  ['3 hours', { silentHours: 3 }, 1],
  ['less than twice the longest pause', { silentHours: 9, pauseHours: 4 }, 0],
  ['more than twice the longest pause', { silentHours: 11, pauseHours: 4 }, 1],
  ['a key that pauses for half a day', { silentHours: 30, pauseHours: 13 }, 0],
  ['a key that was used for two days only', { weekDays: 2 }, 0],
  ['more than a week', { silentHours: 7 * 24 + 1 }, 0],
  ['a server that does not report now', { unreportedHour: 0 }, 0],
  ['a server that did not report for an hour', { unreportedHour: 1 }, 0],
])('decides whether to mail about a silence: %s', (_name, situation, expected) =>
  inRollback(async (db) => {
    await setUpSilence(db, situation);
    expect(await run(db)).toBe(expected);
    expect((await queuedMails(db)).map(({ template }) => template)).toEqual(
      Array.from({ length: expected }, () => 'key_silent'),
    );
  }),
);

test('mails once about a silence, even over days, and about a new silence only after a busy week', () =>
  inRollback(async (db) => {
    const { key, server } = await setUpSilence(db, {});
    expect([await run(db), await run(db)]).toEqual([1, 0]);
    const tomorrow = new Date(now.getTime() + DAY);
    await reports(db, server.id, tomorrow);
    expect(await run(db, tomorrow)).toBe(0);
    const back = new Date(tomorrow.getTime() - 4 * HOUR);
    await createUsageRows(db, { key: key.id, server: server.id }, [
      { bucket: new Date('2026-06-16T08:30:00Z'), checked: 1, hits: 0, errors: 0 },
    ]);
    await db.fuzzyKey.update({ where: { id: key.id }, data: { lastUsedAt: back } });
    expect(await run(db, tomorrow)).toBe(0);
    expect((await queuedMails(db))[0]?.text).toMatch(/Last request: 15 June 2026, 08:34 UTC\nSilent for: +4 hours/);
  }));

test('stores no alert if its email cannot be queued, so that the next run sends it (R7)', () =>
  inRollback(async (db) => {
    const { use } = await setUp(db);
    await use(1, 5000);
    await db.$executeRaw`ALTER SCHEMA pgboss RENAME TO pgboss_away`;
    await expect(run(db)).rejects.toThrow();
    await db.$executeRaw`ALTER SCHEMA pgboss_away RENAME TO pgboss`;
    expect(await kinds(db)).toEqual([]);
    expect(await run(db)).toBe(1);
  }));

// The last test, because its rows stay in the database.
test('mails once when two workers run at the same time', async () => {
  const { key, use } = await setUp(database());
  await use(1, 850);
  const day = new Date('2026-06-15T00:00:00Z');
  // A third worker stores the same alert first, so both wait for its transaction, which is then rolled back.
  const results = await heldBack(
    async (tx) => {
      await tx.usageAlert.create({ data: { keyId: key.id, kind: 'limit_80', day, sentAt: now } });
    },
    [() => run(database()), () => run(database())],
    'rolled back',
  );
  expect(
    results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))).toSorted(),
  ).toEqual([0, 1]);
  expect(await database().usageAlert.count({ where: { keyId: key.id } })).toBe(1);
});
