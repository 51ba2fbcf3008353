import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { sweepExpired } from '#lib/admin/sweep-expired.ts';
import { systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { makeDemoData } from '#lib/testing/demo/demo.ts';
import { DAY } from '#lib/base/time.ts';
import { retainUsage } from '#lib/usage/ingest/retention.ts';
import { countUsers } from '#lib/users/list.ts';
import { backUp } from '#bin/backup/backup.ts';
import { databaseRoles, ensureRole, grantToApp, urlFor } from './grants.ts';
import { migrate } from './migrate.ts';

const owner = process.env.DATABASE_URL ?? '';
const role = `app_${randomBytes(6).toString('hex')}`;
const password = randomBytes(16).toString('hex');
const app = urlFor(owner, role, password);
let client: pg.Client;
let folder: string;

beforeAll(async () => {
  await ensureRole(owner, role, password);
  await migrate(owner);
  await grantToApp(owner, app);
  process.env.DATABASE_URL = app; // not read before this line, so the tests connect as the app
  client = new pg.Client({ connectionString: app });
  await client.connect();
  folder = await mkdtemp(path.join(tmpdir(), 'grants-test-'));
});
afterAll(async () => {
  await client.end();
  await rm(folder, { recursive: true });
});

describe('the app, which owns no table', () => {
  test('writes users, keys, servers, usage, counts and the audit log', async () => {
    await makeDemoData(folder, async () => 'no hash');
    await recordAudit(systemContext(db()), 'user.created', 'somebody', {});
    expect((await countUsers(systemContext(db()))).total).toBeGreaterThan(1);
    expect(await db().usagePoint.count()).toBeGreaterThan(100);
    const { id } = await createUserRow(db());
    await db().user.delete({ where: { id } });
  });

  test('queues jobs, and runs the nightly ones, which drop old partitions and create a year of new ones', async () => {
    await enqueue(db(), 'mail.send', { template: 'of a test', sealed: 'sealed' });
    await sweepExpired(systemContext(db()));
    const later = new Date(Date.now() + 400 * DAY);
    const { partitions } = await retainUsage(systemContext(db(), { now: later }));
    expect(partitions.length).toBeGreaterThan(1);
    const year = later.getUTCFullYear() + 1;
    const { rowCount } = await client.query(`SELECT 1 FROM pg_class WHERE relname = 'usage_points_${year}_01'`);
    expect(rowCount).toBe(1);
  });

  test('takes a backup', async () => {
    const { tables } = await backUp(app, path.join(folder, 'backup'));
    expect(tables.find(({ name }) => name === 'audit_events')?.rows).toBeGreaterThan(0);
  });
});

test.each([
  ['cannot disable the triggers of the audit log', 'ALTER TABLE audit_events DISABLE TRIGGER ALL', /must be owner/],
  ['cannot disable the triggers of another table', 'ALTER TABLE users DISABLE TRIGGER USER', /must be owner/],
  ['cannot disable triggers for its session', 'SET session_replication_role = replica', /permission denied/],
  ['cannot update the audit log', "UPDATE audit_events SET action = 'another'", /permission denied/],
  ['cannot delete from the audit log', 'DELETE FROM audit_events', /permission denied/],
  ['cannot truncate a table', 'TRUNCATE audit_events', /permission denied/],
  ['cannot drop a table', 'DROP TABLE audit_events', /must be owner/],
  ['cannot drop a trigger function', 'DROP FUNCTION refuse_audit_change() CASCADE', /must be owner/],
  [
    'cannot replace a trigger function',
    "CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    /permission denied|must be owner/,
  ],
  ['cannot create a table', 'CREATE TABLE another (id int)', /permission denied/],
  ['cannot create a table in the schema of the queue', 'CREATE TABLE pgboss.another (id int)', /permission denied/],
  ['cannot change the list of applied migrations', 'DELETE FROM _prisma_migrations', /permission denied/],
  ['can drop only partitions', "SELECT drop_usage_partition('../users')", /no partition/],
  ['cannot read a partition directly', 'SELECT * FROM usage_parts.usage_points_2026_11', /permission denied/],
])('the app %s (S81)', async (_what, statement, refusal) => {
  await expect(client.query(statement)).rejects.toThrow(refusal);
});

test('lets the app use the audit log, but reach none of its partitions (S81)', async () => {
  const { rows } = await client.query<{ part: string }>(
    `SELECT 'audit_parts.' || relname AS part FROM pg_class
     WHERE relnamespace = 'audit_parts'::regnamespace AND relkind = 'r'`,
  );
  expect(rows.length).toBeGreaterThan(2);
  await client.query('SELECT FROM audit_events LIMIT 1');
  for (const { part } of rows)
    for (const change of [`UPDATE ${part} SET ip = ip`, `DELETE FROM ${part}`, `TRUNCATE ${part}`, `TABLE ${part}`])
      await expect(client.query(change)).rejects.toThrow(/permission denied/);
  for (const { part } of rows)
    for (const change of [`DETACH PARTITION ${part}`, `DISABLE TRIGGER ALL`])
      await expect(client.query(`ALTER TABLE audit_events ${change}`)).rejects.toThrow(
        /must be owner|permission denied/,
      );
});

test('refuses the SECURITY DEFINER functions to another role', async () => {
  const other = `other_${randomBytes(6).toString('hex')}`;
  await ensureRole(owner, other, 'of a test');
  const stranger = new pg.Client({ connectionString: urlFor(owner, other, 'of a test') });
  await stranger.connect();
  for (const call of [
    'ensure_usage_partition(now())',
    "drop_usage_partition('usage_points_2026_11')",
    'ensure_audit_partition(now())',
  ])
    await expect(stranger.query(`SELECT ${call}`)).rejects.toThrow(/permission denied/);
  await stranger.end();
});

test('lets the app use tables that the owner creates later, and changes nothing when it runs again', async () => {
  const maker = new pg.Client({ connectionString: owner });
  await maker.connect();
  await maker.query('CREATE TABLE made_later (id serial)');
  await client.query('INSERT INTO made_later DEFAULT VALUES');
  const rights = `SELECT relname, relacl::text FROM pg_class WHERE relacl IS NOT NULL ORDER BY oid`;
  const before = (await maker.query(rights)).rows;
  await Promise.all([grantToApp(owner, app), grantToApp(owner, app)]);
  expect((await maker.query(rights)).rows).toEqual(before);
  await maker.end();
});

test('requires two roles in production only', () => {
  const one = { DATABASE_URL: app };
  expect(databaseRoles(one)).toEqual({ owner: app, app });
  expect(databaseRoles({ ...one, MIGRATE_DATABASE_URL: owner, NODE_ENV: 'production' })).toEqual({ owner, app });
  expect(() => databaseRoles({ ...one, NODE_ENV: 'production' })).toThrow('MIGRATE_DATABASE_URL');
  expect(() => databaseRoles({ ...one, MIGRATE_DATABASE_URL: app, APP_MODE: 'production' })).toThrow('must differ');
  const known = urlFor(owner, 'premium_owner', 'password');
  expect(() => databaseRoles({ ...one, MIGRATE_DATABASE_URL: known, NODE_ENV: 'production' })).toThrow('an example');
  expect(() => databaseRoles({})).toThrow('DATABASE_URL');
});
