import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '#dev/stack/process.ts';
import { onCluster, urlOf } from '#lib/testing/cluster.ts';
import { migrate } from './migrate.ts';

/** The last migration before the audit log had partitions. */
const BEFORE = '20261123203000_client_registration';
const INSERT = `INSERT INTO audit_events (id, at, action, actor_kind, actor_id, target_id, data, ip, request_id)
  VALUES (gen_random_uuid(), now(), 'user.created', 'system', 'test', $1, '{}', NULL, NULL)`;

let name: string;
let url: string;
let client: pg.Client;

beforeEach(async () => {
  name = `audit_${randomBytes(6).toString('hex')}`;
  await onCluster(`CREATE DATABASE ${name}`);
  url = urlOf(name);
  await migrate(url, BEFORE);
  client = await connect();
});
afterEach(async () => {
  await client.end();
  await onCluster(`DROP DATABASE ${name} WITH (FORCE)`);
});

test('keeps all events, indexes and rights of the audit log when two processes partition it at once (R13)', async () => {
  for (let n = 0; n < 20; n++) await client.query(INSERT, [String(n)]);
  await client.query(`CREATE ROLE ${name}; ALTER DEFAULT PRIVILEGES IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${name}`);
  const files = async (parent: string) => {
    const { rows } = await client.query<{ name: string; file: number }>(
      `SELECT c.relname AS name, pg_relation_filenode(c.oid)::int AS file FROM pg_class c
       WHERE c.oid = (SELECT tableoid FROM ${parent} LIMIT 1) OR c.oid IN
         (SELECT indexrelid FROM pg_index WHERE indrelid = (SELECT tableoid FROM ${parent} LIMIT 1)) ORDER BY 1`,
    );
    return new Map(rows.map((row) => [row.name, row.file]));
  };
  const old = await files('audit_events');
  await Promise.all([migrate(url), migrate(url)]);
  const now = await files('audit_events');
  const kept = [...old].filter(([index]) => index.includes('actor_id') || index.includes('target_id'));
  expect(kept).toHaveLength(2);
  for (const [index, file] of kept) expect(now.get(index)).toBe(file);
  expect([...now.values()]).toContain(old.get('audit_events'));
  const { rows } = await client.query<{ n: number }>('SELECT count(DISTINCT target_id)::int AS n FROM audit_events');
  expect(rows).toEqual([{ n: 20 }]);
  const rights = await client.query<{ granted: string }>(
    `SELECT a.privilege_type AS granted FROM pg_class c, aclexplode(c.relacl) a
     WHERE c.oid = 'audit_events'::regclass AND a.grantee = $1::regrole ORDER BY 1`,
    [name],
  );
  expect(rights.rows.map(({ granted }) => granted)).toEqual(['INSERT', 'SELECT']);
  await client.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`);

  await client.query(INSERT.replace('now()', "'2099-01-01'"), ['in a month without a partition']);
  const parts = await client.query<{ part: string }>(
    "SELECT inhrelid::regclass::text AS part FROM pg_inherits WHERE inhparent = 'audit_events'::regclass",
  );
  expect(parts.rows.length).toBeGreaterThan(3);
  for (const { part } of parts.rows) await expect(client.query(`TRUNCATE ${part}`)).rejects.toThrow('append-only');
});

test('accepts events and loses none while the partitioning of the audit log waits for a long read (R13)', async () => {
  const reader = await connect();
  await reader.query('BEGIN');
  await reader.query('SELECT count(*) FROM audit_events');
  let isOver = false;
  const migrating = migrate(url).finally(() => (isOver = true));
  const waits = async () =>
    (await client.query("SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'", [name]))
      .rowCount === 1;
  expect(await until(waits, 120_000, 5)).toBe(true); // the command has to start, too
  let count = 0;
  const writing = (async () => {
    for (; !isOver; count++) await client.query(INSERT, [String(count)]);
  })();
  await until(() => count > 50, 30_000, 5);
  expect(isOver).toBe(false);
  await reader.query('COMMIT');
  await migrating;
  await writing;
  const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM audit_events');
  expect(rows).toEqual([{ n: count }]);
  await reader.end();
}, 300_000);

async function connect(): Promise<pg.Client> {
  const made = new pg.Client({ connectionString: url });
  await made.connect();
  return made;
}
