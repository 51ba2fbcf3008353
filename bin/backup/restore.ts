import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate } from '#bin/migrate/migrate.ts';
import { listTables } from './catalogue.ts';
import { fileOf, readBackup, RefusedBackup, type Manifest, type TableBackup } from './manifest.ts';

/**
 * Restores a backup into an empty database (R15): checks every file, migrates the schema to the backup's migration,
 * copies the rows in one transaction, then migrates to this version. Throws `RefusedBackup`, and leaves the database as
 * it is, if the backup is damaged or the database is not empty.
 */
export async function restore(url: string, folder: string): Promise<Manifest> {
  const manifest = await readBackup(folder);
  assertKnown(manifest);
  await withClient(url, assertEmpty);
  await migrate(url, manifest.migration);
  await withClient(url, (client) => fill(client, folder, manifest));
  await migrate(url);
  return manifest;
}

function assertKnown({ migration }: Manifest) {
  if (!existsSync(path.join(import.meta.dirname, '../../prisma/migrations', migration)))
    throw new RefusedBackup(`Migration ${migration} is unknown: this version is older than the database's.`);
}

async function assertEmpty(client: pg.Client) {
  const tables = await listTables(client);
  if (tables.length) throw new RefusedBackup('The database is not empty. Restore into a new one.');
}

async function fill(client: pg.Client, folder: string, { tables, sequences, usageMonths }: Manifest) {
  await client.query('BEGIN');
  for (const month of usageMonths)
    await client.query(`SELECT ensure_usage_partition($1::date::timestamp AT TIME ZONE 'UTC')`, [month]);
  // The backup already contains the rows that migrations, the queue and triggers add.
  for (const table of tables) await client.query(`ALTER TABLE ${nameOf(table)} DISABLE TRIGGER USER`);
  for (const table of tables.toReversed()) await client.query(`DELETE FROM ${nameOf(table)}`);
  for (const table of tables) await copyIn(client, folder, table);
  for (const table of tables) await client.query(`ALTER TABLE ${nameOf(table)} ENABLE TRIGGER USER`);
  for (const { schema, name, value } of sequences)
    await client.query('SELECT setval($1::regclass, $2::bigint)', [nameOf({ schema, name }), value]);
  await client.query('COMMIT');
}

async function copyIn(client: pg.Client, folder: string, table: TableBackup) {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const target = client.query(copyFrom(`COPY ${nameOf(table)} (${columns}) FROM STDIN`));
  await pipeline(createReadStream(fileOf(folder, table)), createGunzip(), target);
  if (target.rowCount !== table.rows)
    throw new RefusedBackup(`${nameOf(table)}: ${target.rowCount} rows restored, but the backup has ${table.rows}.`);
}

const nameOf = ({ schema, name }: { schema: string; name: string }) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}
