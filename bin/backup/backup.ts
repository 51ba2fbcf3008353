import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { listSequences, listTables, listUsageMonths, type TableInfo } from './catalogue.ts';
import { fileOf, MANIFEST_FILE, RefusedBackup, withChecksum, type Manifest, type TableBackup } from './manifest.ts';

/**
 * Writes a consistent snapshot of all tables into a new folder (R15), without blocking reads and writes. The manifest
 * is written last: a folder without it is not a backup. Throws `RefusedBackup` if the folder exists.
 */
export async function backUp(url: string, folder: string): Promise<Manifest> {
  await makeFolder(folder);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables: TableBackup[] = [];
    for (const table of await listTables(client)) tables.push(await copyOut(client, folder, table));
    const manifest = withChecksum({
      format: 1,
      migration: await newestMigration(client),
      takenAt: new Date().toISOString(),
      tables,
      sequences: await listSequences(client),
      usageMonths: await listUsageMonths(client),
    });
    await client.query('COMMIT');
    await writeDurably(path.join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
    return manifest;
  } finally {
    await client.end();
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new RefusedBackup(`${folder} already exists. Choose a new folder.`);
    throw error;
  }
}

async function copyOut(client: pg.Client, folder: string, table: TableInfo): Promise<TableBackup> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const from = `${pg.escapeIdentifier(table.schema)}.${pg.escapeIdentifier(table.name)}`;
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const rows = client.query(copyTo(`COPY (SELECT ${columns} FROM ${from}) TO STDOUT`));
  await pipeline(rows, createGzip(), hashing, createWriteStream(fileOf(folder, table), { mode: 0o600, flush: true }));
  return { ...table, rows: rows.rowCount, sha256: hash.digest('hex') };
}

async function newestMigration(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
     ORDER BY migration_name DESC LIMIT 1`,
  );
  if (!rows[0]) throw new RefusedBackup('This database has no migrations, so it does not belong to this product.');
  return rows[0].name;
}

async function writeDurably(file: string, text: string) {
  await writeFile(`${file}.part`, text, { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
  const folder = await open(path.dirname(file));
  await folder.sync().finally(() => folder.close());
}
