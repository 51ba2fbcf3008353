import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { ADMIN_SESSION, systemContext } from '#lib/testing/context.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import '#lib/testing/database.ts';
import { makeDemoData } from '#lib/testing/demo/demo.ts';
import { DAY } from '#lib/base/time.ts';
import { backUp } from './backup.ts';
import { listSequences, listTables } from './catalogue.ts';
import { Manifest, withChecksum } from './manifest.ts';
import { restore } from './restore.ts';

let folder: string;
let work: string;
beforeAll(async () => {
  work = await mkdtemp(path.join(tmpdir(), 'backup-test-'));
  folder = path.join(work, 'backup');
  await db().signInSession.deleteMany({ where: { id: ADMIN_SESSION.id } }); // its user does not exist
  await makeDemoData(work, async () => 'no hash');
  // The samples have 210,000 rows of usage. A few thousand are enough here, and faster to restore.
  const before = (days: number) => ({ where: { bucket: { lt: new Date(Date.now() - days * DAY) } } });
  await db().usagePoint.deleteMany(before(0.2));
  await db().usageHour.deleteMany(before(3));
  const ctx = systemContext(db());
  await recordAudit(ctx, 'user.created', 'somebody', { email: 'ü\t\n\\N "quoted"' });
  await enqueue(db(), 'mail.send', { template: 'of a backup', sealed: 'sealed' });
  await backUp(env().DATABASE_URL, folder);
});
afterAll(() => rm(work, { recursive: true }));

test('restores every row of every table and the position of every sequence (R15)', async () => {
  await inNewDatabase(async (url) => {
    await restore(url, folder);
    expect(await contents(url)).toEqual(await contents(env().DATABASE_URL));
    const rows = Object.values(await contents(url)).reduce((sum, table) => sum + table.length, 0);
    expect(rows).toBeGreaterThan(1000);
  });
});

test('restores a database that enforces its triggers and constraints and takes new rows (R15)', async () => {
  await inNewDatabase(async (url) => {
    await restore(url, folder);
    await withClient(url, async (client) => {
      await expect(client.query('DELETE FROM audit_events')).rejects.toThrow('append-only');
      await expect(client.query(`UPDATE fuzzy_keys SET quantity = 0`)).rejects.toThrow('fuzzy_keys_quantity');
      const { rows } = await client.query<{ id: number }>(
        `INSERT INTO storage_servers (name, token_hash) VALUES ('another', '\\x00') RETURNING id`,
      );
      const { rows: before } = await client.query<{ max: number }>(
        'SELECT max(id) FROM storage_servers WHERE id <> $1',
        [rows[0]?.id],
      );
      expect(rows[0]?.id).toBeGreaterThan(before[0]?.max ?? Infinity);
    });
  });
});

test('backs up a consistent snapshot while rows are written', async () => {
  const running = backUp(env().DATABASE_URL, path.join(work, 'busy'));
  const user = await createUserRow(db());
  const manifest = await running;
  const users = manifest.tables.find(({ name }) => name === 'users')?.rows ?? 0;
  const all = await db().user.count();
  expect([all - 1, all]).toContain(users);
  await db().user.delete({ where: { id: user.id } });
});

test('writes a backup that only its owner can read', async () => {
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(folder, 'public.users.copy.gz'))).mode & 0o777).toBe(0o600);
});

const TABLE = 'public.users.copy.gz';
const rewrite = async (file: string, change: (bytes: Buffer) => Buffer | string) => {
  const bytes = await readFile(file);
  await rm(file);
  await writeFile(file, change(bytes));
};
const flip = (bytes: Buffer) => {
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  return bytes;
};
const DAMAGES: [what: string, damage: (folder: string) => Promise<void>, says: string][] = [
  [
    'with a truncated file',
    (at) => rewrite(path.join(at, TABLE), (bytes) => bytes.subarray(0, 40)),
    'checksum differs',
  ],
  ['with a bit flipped in a file', (at) => rewrite(path.join(at, TABLE), flip), 'checksum differs'],
  ['with bytes appended to a file', (at) => appendFile(path.join(at, TABLE), 'x'), 'checksum differs'],
  ['without the file of a table', (at) => rm(path.join(at, TABLE)), `${TABLE} is missing`],
  ['without its manifest', (at) => rm(path.join(at, 'manifest.json')), 'Not a backup'],
  [
    'with a bit flipped in its manifest',
    (at) => rewrite(path.join(at, 'manifest.json'), flip),
    'manifest.json has changed',
  ],
  [
    'with a changed number in its manifest',
    (at) =>
      rewrite(path.join(at, 'manifest.json'), (text) => text.toString().replace(/"value": "\d+"/, '"value": "7777"')),
    'manifest.json has changed',
  ],
  [
    'in another format',
    (at) => rewrite(path.join(at, 'manifest.json'), (text) => text.toString().replace('"format": 1', '"format": 2')),
    'format 2',
  ],
];

test.each(DAMAGES)('refuses a backup %s with a one-line error and writes nothing (R15)', async (what, damage, says) => {
  const broken = path.join(work, what);
  await cp(folder, broken, { recursive: true });
  await damage(broken);
  await inNewDatabase(async (url) => {
    const { code, output } = await command('restore.ts', url, broken);
    expect(output.trim()).toContain(says);
    expect(output.trim().split('\n'), 'no stack').toHaveLength(1);
    expect(code).toBe(1);
    expect(await contents(url)).toEqual({});
  });
});

test('refuses a database that is not empty, and leaves it unchanged', async () => {
  const before = await contents(env().DATABASE_URL);
  await expect(restore(env().DATABASE_URL, folder)).rejects.toThrow('not empty');
  expect(await contents(env().DATABASE_URL)).toEqual(before);
});

test('refuses to overwrite a backup', async () => {
  expect(await command('backup.ts', env().DATABASE_URL, folder)).toEqual({
    code: 1,
    output: `${folder} already exists. Choose a new folder.\n`,
  });
});

test('refuses a backup of a newer version', async () => {
  const newer = path.join(work, 'newer');
  await backUp(env().DATABASE_URL, newer);
  await rewrite(path.join(newer, 'manifest.json'), (text) => {
    const manifest = Manifest.parse(JSON.parse(text.toString()));
    return JSON.stringify(withChecksum({ ...manifest, migration: '29990101000000_later' }));
  });
  await inNewDatabase((url) => expect(restore(url, newer)).rejects.toThrow('older than the database'));
});

/** Runs a command of bin/ as an operator does. */
function command(file: string, url: string, at: string): Promise<{ code: number; output: string }> {
  const program = path.join(import.meta.dirname, '..', file);
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, at],
      { env: { ...process.env, DATABASE_URL: url } },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, output: out + err }),
    );
  });
}

async function contents(url: string): Promise<Record<string, string[]>> {
  return withClient(url, async (client) => {
    const found: Record<string, string[]> = {};
    for (const { schema, name, columns } of await listTables(client)) {
      if (`${schema}.${name}` === 'pgboss.queue') continue; // queue settings, which every migration writes again
      const text = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
      const { rows } = await client.query<{ row: string }>(
        `SELECT (t)::text AS row FROM (SELECT ${text} FROM ${schema}.${name}) t`,
      );
      found[`${schema}.${name}`] = rows.map(({ row }) => row).sort();
    }
    const sequences = await listSequences(client);
    if (sequences.length) found.sequences = sequences.map((sequence) => JSON.stringify(sequence));
    return found;
  });
}

async function inNewDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  const { url } = inject('postgres');
  const of = (database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;
  await withClient(of('postgres'), (client) => client.query(`CREATE DATABASE ${name}`));
  try {
    return await work(of(name));
  } finally {
    await withClient(of('postgres'), (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}
