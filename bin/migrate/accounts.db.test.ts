/**
 * The releases of accounts (docs/decisions/0068): what their migrations add, fill and change while the version before
 * runs.
 */
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
/** The last one of the second release. */
const READ = '20261129300000_oauth_accounts';
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

/**
 * Rows of at most 100,000 users in seven of the eight tables whose foreign keys the second release moves: the eighth does
 * not exist yet. For a million users this takes more than nine minutes.
 */
async function addOwned(): Promise<void> {
  const from = `FROM (SELECT id FROM users LIMIT ${SOAKED}) u, LATERAL (SELECT translate(md5(u.id::text), '02', 'yn') AS word, hashtext(u.id::text) % 2 = 0 AS pays) w`;
  for (const insert of [
    `fuzzy_keys (description, public_key, key_id, user_id)
     SELECT 'k' || word, left(word || word, 51) || 'y', left(word, 13), u.id ${from}`,
    `usage_tokens (id, user_id, name, token_hash, prefix) SELECT u.id, u.id, 'a', sha256(word::bytea), 'rpu_1234' ${from}`,
    `buyers (user_id, kind, updated_at) SELECT u.id, 'company', now() ${from}`,
    `acceptances (id, user_id, document, version, act, accepted_at) SELECT u.id, u.id, 'terms', '1', 'signed_up', now() ${from}`,
    `billing_alerts (id, kind, subject, user_id) SELECT u.id, 'unknown_buyer', word, u.id ${from}`,
    `customer_views (id, user_id, admin_id, session_id, reason, started_at, expires_at)
     SELECT u.id, u.id, u.id, u.id, 'x', now(), now() ${from}`,
    `subscriptions (id, user_id, stripe_subscription_id, stripe_customer_id, status, stripe_price_id, stripe_product_id,
       product_name, interval, quantity, started_at, synced_at)
     SELECT u.id, u.id, 'sub_' || word, 'cus_' || word, 'active', 'p', 'p', 'p', 'month', 1, now(), now() ${from} WHERE pays`,
  ])
    await run(`INSERT INTO ${insert}`);
}

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

test('copies what the version before and this one change, in both directions, and nothing else (R13)', async () => {
  await migrate(urlOf(name));
  const [first, other] = await run<{ id: string }>('SELECT id FROM users WHERE blocked_at IS NULL LIMIT 2');
  const rows = async () => {
    const columns = 'daily_limit AS limit, custom_key IS NULL AS keyless, blocked_at IS NOT NULL AS blocked';
    const read = async (table: string) => (await run(`SELECT ${columns} FROM ${table} WHERE id = $1`, first?.id))[0];
    return { users: await read('users'), accounts: await read('accounts') };
  };
  const write = (table: string, set: string, id = first?.id) => run(`UPDATE ${table} SET ${set} WHERE id = $1`, id);
  await write('users', `daily_limit = 1, custom_key = NULL`);
  await write('accounts', `daily_limit = 2`);
  const both = { limit: 2, keyless: true, blocked: false };
  expect(await rows()).toEqual({ users: both, accounts: both });
  // Only of the sole owner is a block also one of the account, and never the other way round.
  await write('users', `blocked_at = now()`);
  expect((await rows()).accounts).toMatchObject({ blocked: true });
  await write('users', `blocked_at = NULL`);
  await write('accounts', `blocked_at = now(), daily_limit = 3`);
  expect((await rows()).users).toEqual({ ...both, limit: 3 });
  await run(`INSERT INTO memberships VALUES ($1, $2, 'owner')`, first?.id, other?.id);
  await write('accounts', `blocked_at = NULL`);
  await write('users', `blocked_at = now(), daily_limit = 4`);
  expect(await rows()).toMatchObject({ users: { blocked: true }, accounts: { limit: 4, blocked: false } });
  await write('accounts', `daily_limit = 5`);
  expect((await rows()).users).toMatchObject({ limit: 5, blocked: true });
  // From now on, what happens to the person is not the account's.
  await run('DELETE FROM memberships WHERE account_id = $1 AND user_id = $1', first?.id);
  await write('users', `daily_limit = 6`);
  await write('accounts', `custom_key = repeat('y', 52)`);
  expect(await rows()).toMatchObject({ users: { limit: 6, keyless: true }, accounts: { limit: 5, keyless: false } });
});

test('blocks the accounts whose owners are all blocked, and opens a blocked one for a person who is', async () => {
  await migrate(urlOf(name), READ);
  const ids = async (where: string) =>
    (await run<{ id: string }>(`SELECT id FROM users WHERE ${where} LIMIT 2`)).map(({ id }) => id);
  const [blocked, second] = await ids('blocked_at IS NOT NULL');
  const [free, shared] = await ids('blocked_at IS NULL');
  // A person who has left their first account owns another; one owns an account together with a person who is not blocked.
  await run(`INSERT INTO memberships VALUES ($1, $2, 'owner'), ($3, $4, 'owner')`, blocked, free, shared, second);
  await run('DELETE FROM memberships WHERE account_id = $1 AND user_id = $1', blocked);
  const opened = async (id: string | undefined) =>
    run(
      `SELECT a.id <> m.user_id AS is_new, a.blocked_at IS NOT NULL AS blocked FROM memberships m
         JOIN accounts a ON a.id = m.account_id WHERE m.user_id = $1 ORDER BY 1`,
      id,
    );
  expect(await opened(blocked)).toEqual([{ is_new: true, blocked: false }]);
  await migrate(urlOf(name));
  expect(await opened(blocked)).toEqual([{ is_new: true, blocked: true }]);
  expect(await opened(second)).toEqual([
    { is_new: false, blocked: true },
    { is_new: true, blocked: false },
  ]);
  await run(`INSERT INTO memberships VALUES ($1, $2, 'owner')`, second, free);
  await run('DELETE FROM memberships WHERE user_id = $1', second);
  expect(await opened(second)).toEqual([{ is_new: true, blocked: true }]);
});

/** A file with the indexes of columns that exist before accounts. */
function indexesBefore(): string {
  const all = readFileSync(path.resolve(import.meta.dirname, '../../prisma/indexes.sql'), 'utf8');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'indexes-')), 'indexes.sql');
  const isNew = (statement: string) =>
    /ON (accounts|memberships)|\((account_id|created_by|accepted_by)\)/.test(statement);
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
    delete: `DELETE FROM users WHERE id = $1 AND NOT EXISTS (SELECT FROM subscriptions WHERE user_id = $1)`,
  };
  const users = isFull ? ALL : isSoak ? SOAKED : USERS;
  await addUsers(USERS + 1, users);
  await addOwned();
  // Those of the version before are there already.
  if (isSoak) await buildIndexes(urlOf(name), indexesBefore());
  const ids = (await run<{ id: string }>('SELECT id FROM users')).map(({ id }) => id);
  let isOver = false;
  const refused: string[] = [];
  const startedAt = performance.now();
  const migrating = migrate(urlOf(name)).finally(() => (isOver = true));
  const longest = await Promise.all(
    Object.entries(WRITES).map(async ([what, statement]) => {
      const writer = new pg.Client({ connectionString: urlOf(name) });
      await writer.connect();
      // The time of a statement says as much about the machine; that of its wait for a lock is the migration's alone.
      if (isSoak) await writer.query(`SET lock_timeout = '1s'`);
      let [waited, writes] = [0, 0];
      for (; !isOver; await sleep(2)) {
        const from = performance.now();
        const write = writer.query(statement, [ids[Math.floor(Math.random() * ids.length)]]);
        await write.catch((error: unknown) => refused.push(`${what}: ${String(error)}`));
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
  expect(refused).toEqual([]);
  expect(await faults()).toEqual([]);
  if (isSoak) expect(seconds).toBeLessThan(600);
}, 900_000);
