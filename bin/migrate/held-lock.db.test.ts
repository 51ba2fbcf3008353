import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { onCluster, urlOf } from '#lib/testing/cluster.ts';
import { isSoak } from '#lib/testing/soak.ts';
import { applyMigrations } from './apply.ts';
import { migrate } from './migrate.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The last migration before the tables below got triggers and columns while in use. */
const BEFORE = '20261124110000_staged_usage';
const FIRST = '20261124120000_key_counts';
/** In `npm test` a small table and a short lock: no time is measured there. */
const [USERS, HELD_MS] = isSoak ? [1_000_000, 10_000] : [1000, 2000];

let name: string;
let client: pg.Client;
const url = () => urlOf(name);

beforeEach(async () => {
  name = `held_${randomBytes(6).toString('hex')}`;
  await onCluster(`CREATE DATABASE ${name}`);
  client = await connect();
});
afterEach(async () => {
  await client.end();
  await onCluster(`DROP DATABASE ${name} WITH (FORCE)`);
});

async function connect(): Promise<pg.Client> {
  const made = new pg.Client({ connectionString: url() });
  made.on('error', () => {}); // a test ends its session
  await made.connect();
  return made;
}

/** Prepares a database with the migrations up to `before`, users and a key. */
async function fill(users: number, before = BEFORE): Promise<void> {
  await migrate(url(), before);
  await client.query(
    `INSERT INTO users (id, email, is_admin) SELECT gen_random_uuid(), 'u' || n || '@t.test', n < 20
     FROM generate_series(1, $1::int) n`,
    [users],
  );
  const { publicKey } = createKeyPair();
  await client.query(
    `INSERT INTO fuzzy_keys (description, public_key, key_id) VALUES ('a', $1::char(52), left($1, 13))`,
    [publicKey],
  );
}

/** A transaction that has changed a row of the table that FIRST alters. */
async function hold(): Promise<pg.Client> {
  const holder = await connect();
  await holder.query(`BEGIN; UPDATE fuzzy_keys SET description = 'held'`);
  return holder;
}

/** Resolves when the migration waits for a lock. */
const waitsForLock = () =>
  expect
    .poll(
      async () =>
        (
          await client.query(
            `SELECT 1 FROM pg_stat_activity
             WHERE datname = $1 AND wait_event_type = 'Lock' AND query LIKE '%CREATE%'`,
            [name],
          )
        ).rowCount,
      { timeout: 60_000, interval: 5 },
    )
    .toBe(1);

test.each([
  { table: 'fuzzy_keys', before: BEFORE },
  { table: 'subscriptions', before: '20261124120100_key_counts_before' },
  { table: 'users', before: '20261124130100_revenue_tallies_before' },
])(
  'lets writers of $table pass while a transaction holds a lock for seconds, then migrates (R13, R31)',
  async ({ table, before }) => {
    await fill(USERS, before);
    const [holder, writer] = [await connect(), await connect()];
    await holder.query(`BEGIN; LOCK TABLE ${table} IN ROW EXCLUSIVE MODE`);
    let isOver = false;
    const migrating = migrate(url()).finally(() => (isOver = true));
    const waits: number[] = [];
    const write = async () => {
      for (; !isOver; await sleep(20)) {
        const startedAt = performance.now();
        await writer.query(`UPDATE ${table} SET id = id WHERE false`);
        waits.push(performance.now() - startedAt);
      }
    };
    const writing = write();
    await waitsForLock();
    const started = waits.length;
    await sleep(HELD_MS);
    expect(isOver).toBe(false);
    // Writers that queue behind a waiting migration would have written nothing since.
    expect(waits.length - started).toBeGreaterThan(10);
    await holder.query('COMMIT');
    expect(await migrating).toBeGreaterThan(1);
    await writing;
    await Promise.all([holder, writer].map((session) => session.end()));
    const longest = Math.round(Math.max(...waits));
    console.log(`${table}: ${waits.length} writes beside ${USERS} users, the longest waited ${longest} ms`);
    if (isSoak) expect(longest).toBeLessThan(1000);
  },
  600_000,
);

test('says which migration failed when a lock is held for too long, and applies it the next time (R31)', async () => {
  await fill(10);
  const holder = await hold();
  await expect(applyMigrations(url(), { patience: 300 })).rejects.toThrow(
    `Migration ${FIRST} failed, and changed nothing: canceling statement due to lock timeout`,
  );
  await holder.end();
  expect(await migrate(url())).toBeGreaterThan(4);
});

test('repeats a migration that Prisma’s CLI left as failed, and marks it as rolled back (R31)', async () => {
  await fill(10);
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES ('failed', 'sum', $1, 'lock timeout')`,
    [FIRST],
  );
  await migrate(url());
  const { rows } = await client.query(
    `SELECT id = 'failed' AS failed, finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS rolled_back
     FROM _prisma_migrations WHERE migration_name = $1 ORDER BY started_at`,
    [FIRST],
  );
  expect(rows).toEqual([
    { failed: true, finished: false, rolled_back: true },
    { failed: false, finished: true, rolled_back: false },
  ]);
});

/** Ends the session that applies a migration, once it is in its transaction. */
const endMigration = () =>
  expect
    .poll(
      async () =>
        (
          await client.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = $1 AND pid <> pg_backend_pid() AND query LIKE '%tallies.count_keys()%' AND state = 'active'`,
            [name],
          )
        ).rowCount,
      { timeout: 30_000, interval: 5 },
    )
    .toBe(1);

test('continues by itself when its connection is lost in the middle of a migration (R31)', async () => {
  await fill(10);
  const holder = await hold();
  const migrating = migrate(url());
  await endMigration();
  await holder.end();
  expect(await migrating).toBeGreaterThan(4);
});

test('starts again after the process was killed in the middle of a migration (R31)', async () => {
  await fill(10);
  const holder = await hold();
  const child = spawn(process.execPath, ['bin/migrate/migrate.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: url(), APP_MODE: 'local' },
    stdio: 'ignore',
  });
  await waitsForLock();
  child.kill('SIGKILL');
  await once(child, 'exit');
  await holder.end();
  expect(await migrate(url())).toBeGreaterThan(4);
}, 120_000);

test('two processes at once apply each migration once (R31)', async () => {
  const counts = await Promise.all([migrate(url()), migrate(url()), migrate(url())]);
  const all = readdirSync(path.join(root, 'prisma/migrations'), { withFileTypes: true }).filter((e) => e.isDirectory());
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, all.length]);
  const { rows } = await client.query('SELECT count(*)::int AS n FROM _prisma_migrations');
  expect(rows).toEqual([{ n: all.length }]);
});

test('throws at once for a mistake in a migration’s script', async () => {
  await migrate(url(), BEFORE);
  await client.query('CREATE FUNCTION tallies.count_keys() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$');
  await expect(applyMigrations(url())).rejects.toThrow(`Migration ${FIRST} failed, and changed nothing: `);
});

test('every migration runs in one transaction, so that nothing of a failed one is left (R31)', () => {
  const folder = path.join(root, 'prisma/migrations');
  for (const each of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const script = readFileSync(path.join(folder, each.name, 'migration.sql'), 'utf8');
    // Statements begin lines; BEGIN of a function has no semicolon.
    expect([
      each.name,
      /^(BEGIN;|COMMIT|ROLLBACK|START TRANSACTION|VACUUM|.*\bCONCURRENTLY\b)/m.exec(script)?.[0],
    ]).toEqual([each.name, undefined]);
  }
});
