/** The first release of accounts: what the migrations add and fill while the version before runs (docs/decisions/0068). */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onCluster, urlOf } from '#lib/testing/cluster.ts';
import { isFull, isSoak } from '#lib/testing/soak.ts';
import { buildIndexes } from './indexes.ts';
import { migrate } from './migrate.ts';

const BEFORE = '20261128310000_inbox';
const TABLES = '20261129100000_accounts';
/** Several batches of the fill. */
const USERS = 1800;
/** Beside writers. In `npm test` no time is measured. */
const [SOAKED, ALL] = [100_000, 1_000_000];

let name: string;
let client: pg.Client;
const run = async <T extends pg.QueryResultRow>(statement: string, ...values: unknown[]) =>
  (await client.query<T>(statement, values)).rows;

const addUsers = (from: number, to: number) =>
  run(
    `INSERT INTO users (id, email, stripe_customer_id, daily_limit, custom_key, muted_alerts, shows_addresses, blocked_at)
     SELECT gen_random_uuid(), 'u' || n || '@t.test', CASE WHEN n % 2 = 0 THEN 'cus_' || n END,
       CASE WHEN n % 3 = 0 THEN n END, CASE WHEN n % 5 = 0 THEN repeat('y', 52) END,
       CASE WHEN n % 7 = 0 THEN ARRAY['silent'] ELSE '{}' END, n % 11 = 0, CASE WHEN n % 13 = 0 THEN now() END
     FROM generate_series($1::int, $2::int) n`,
    from,
    to,
  );

beforeEach(async () => {
  name = `accounts_${randomBytes(6).toString('hex')}`;
  await onCluster(`CREATE DATABASE ${name}`);
  await migrate(urlOf(name), BEFORE);
  client = new pg.Client({ connectionString: urlOf(name) });
  await client.connect();
  await addUsers(1, USERS);
});
afterEach(async () => {
  await client.end();
  await onCluster(`DROP DATABASE ${name} WITH (FORCE)`);
});

const COLUMNS =
  'id, stripe_customer_id, daily_limit, custom_key, muted_alerts, shows_addresses, blocked_at, created_at';

/** Users whose account or membership is missing or differs, and accounts without a user. */
const faults = () =>
  run(`
    (SELECT ${COLUMNS} FROM users EXCEPT SELECT ${COLUMNS} FROM accounts) UNION ALL
    (SELECT ${COLUMNS} FROM accounts EXCEPT SELECT ${COLUMNS} FROM users) UNION ALL
    SELECT ${COLUMNS} FROM users u WHERE
      (SELECT array_agg(account_id::text || role) FROM memberships m WHERE m.user_id = u.id)
        IS DISTINCT FROM ARRAY[u.id::text || 'owner']`);

const count = async (table: string) => (await run<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n;

test('gives every user an account with the same id and its columns, and makes the user its owner', async () => {
  expect(await migrate(urlOf(name))).toBeGreaterThan(1);
  expect(await faults()).toEqual([]);
  expect(await count('accounts')).toBe(USERS);
  expect(await run(`SELECT 1 WHERE to_regclass('accounts_filled') IS NOT NULL`)).toEqual([]);
});

test('changes nothing when it is repeated, or when it continues after a kill (R31)', async () => {
  await migrate(urlOf(name), TABLES);
  // What a run that was killed leaves: some batches are stored, and the place they have reached.
  await run(`
    WITH batch AS (SELECT * FROM users ORDER BY id LIMIT 1000),
      opened AS (INSERT INTO accounts (${COLUMNS}) SELECT ${COLUMNS} FROM batch),
      joined AS (INSERT INTO memberships SELECT id, id, 'owner', created_at FROM batch)
    UPDATE accounts_filled SET last = (SELECT id FROM batch ORDER BY id LIMIT 1)`);
  await migrate(urlOf(name));
  expect(await faults()).toEqual([]);
  expect(await migrate(urlOf(name))).toBe(0);
  expect(await faults()).toEqual([]);
});

test('follows what the version before writes, before, during and after the fill (R13)', async () => {
  await migrate(urlOf(name), TABLES);
  const change = async (mail: string) => {
    await run(`INSERT INTO users (id, email, daily_limit) VALUES (gen_random_uuid(), $1, 5)`, `new-${mail}`);
    await run(`UPDATE users SET daily_limit = 7, blocked_at = now() WHERE email IN ($1, $2)`, `new-${mail}`, mail);
    await run(`UPDATE users SET last_seen_at = now() WHERE email = $1`, mail);
  };
  await change('u1@t.test');
  await run(`DELETE FROM users WHERE email IN ('u2@t.test', 'new-u1@t.test')`);
  await migrate(urlOf(name));
  expect(await faults()).toEqual([]);
  await change('u3@t.test');
  await run(`DELETE FROM users WHERE email IN ('u4@t.test', 'new-u3@t.test')`);
  expect(await faults()).toEqual([]);
  expect(await count('accounts')).toBe(USERS - 2);
});

test('deletes an account with its last owner, and only then', async () => {
  await migrate(urlOf(name));
  const [one, two, three] = await run<{ id: string }>('SELECT id FROM users LIMIT 3');
  await run(`INSERT INTO memberships VALUES ($1, $2, 'owner'), ($1, $3, 'viewer')`, one?.id, two?.id, three?.id);
  const members = () => run<{ role: string }>('SELECT role FROM memberships WHERE account_id = $1 ORDER BY 1', one?.id);
  await run('DELETE FROM users WHERE id = $1', one?.id);
  expect(await members()).toEqual([{ role: 'owner' }, { role: 'viewer' }]);
  await run('DELETE FROM users WHERE id = $1', two?.id);
  expect(await members()).toEqual([]);
  expect(await run('SELECT 1 FROM accounts WHERE id = ANY ($1)', [one?.id, two?.id])).toEqual([]);
  expect(await run('SELECT 1 FROM accounts WHERE id = $1', three?.id)).toHaveLength(1);
});

/** A file with the indexes of columns that exist before accounts. */
function indexesBefore(): string {
  const all = readFileSync(path.resolve(import.meta.dirname, '../../prisma/indexes.sql'), 'utf8');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'indexes-')), 'indexes.sql');
  const isNew = (statement: string) => /ON accounts|\((account_id|created_by|accepted_by)\)/.test(statement);
  writeFileSync(
    file,
    all
      .split(/(?<=;\n)/)
      .filter((statement) => !isNew(statement))
      .join(''),
  );
  return file;
}

test('lets the version before log in, sign up, lock and delete users while their accounts are filled (R13)', async () => {
  const WRITES = {
    'log in': `UPDATE users SET last_seen_at = now() WHERE id = $1`,
    change: `UPDATE users SET daily_limit = 9 WHERE id = $1`,
    lock: `SELECT 1 FROM users WHERE id = $1 FOR UPDATE`,
    'sign up': `INSERT INTO users (id, email) SELECT gen_random_uuid(), 'new-' || $1::uuid || random() || '@t.test'`,
    delete: `DELETE FROM users WHERE id = $1`,
  };
  const users = isFull ? ALL : isSoak ? SOAKED : USERS;
  await addUsers(USERS + 1, users);
  // Those of the version before are there already.
  if (isSoak) await buildIndexes(urlOf(name), indexesBefore());
  const ids = (await run<{ id: string }>('SELECT id FROM users')).map(({ id }) => id);
  let isOver = false;
  const startedAt = performance.now();
  const migrating = migrate(urlOf(name)).finally(() => (isOver = true));
  const longest = await Promise.all(
    Object.entries(WRITES).map(async ([what, statement]) => {
      const writer = new pg.Client({ connectionString: urlOf(name) });
      await writer.connect();
      let [waited, writes] = [0, 0];
      for (; !isOver; await sleep(2)) {
        const from = performance.now();
        await writer.query(statement, [ids[Math.floor(Math.random() * ids.length)]]);
        waited = Math.max(waited, performance.now() - from);
        writes += 1;
      }
      await writer.end();
      return { what, writes, ms: Math.round(waited) };
    }),
  );
  await migrating;
  const seconds = Math.round(performance.now() - startedAt) / 1000;
  console.log(`${users} users in ${seconds} s; longest waits:`, JSON.stringify(longest));
  expect(await faults()).toEqual([]);
  if (isSoak) {
    expect(Math.max(...longest.map(({ ms }) => ms))).toBeLessThan(1000);
    expect(seconds).toBeLessThan(600);
  }
}, 900_000);
