/**
 * Brings a database to this version's schema: migrations, indexes, the tables of the job queue, and a year of
 * partitions. Safe to repeat and to run concurrently. As a program (`node bin/migrate/migrate.ts`) it connects as
 * MIGRATE_DATABASE_URL, which owns everything, and grants the role of DATABASE_URL its rights.
 */
import '#lib/one-line-errors.ts';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { installQueues } from '#lib/jobs/queue.ts';
import { withSecretFiles } from '#lib/secret-files.ts';
import { databaseRoles, grantToApp } from './grants.ts';
import { buildIndexes } from './indexes.ts';
import { makePartitions } from './partitions.ts';

const root = path.resolve(import.meta.dirname, '../..');
const migrations = path.join(root, 'prisma/migrations');
const INDEXES = path.join(root, 'prisma/indexes.sql');

/** Returns how many migrations were applied. With `upTo`, skips later migrations and the indexes. */
export async function migrate(url: string, upTo?: string): Promise<number> {
  const all = expected();
  if (upTo !== undefined && !all.some(([name]) => name === upTo))
    throw new Error(`There is no migration ${upTo}: this version is older than the database's.`);
  const applied = await findApplied(url);
  const missing = all.filter(([name, checksum]) => applied.get(name) !== checksum && name <= (upTo ?? name));
  for (const [name] of missing) await prepareFor(url, name, all);
  if (missing.length) await (upTo === undefined ? deploy(url, migrations) : deployUpTo(url, upTo));
  if (upTo === undefined) await buildIndexes(url, INDEXES);
  await installQueues(url);
  await makePartitions(url);
  return missing.length;
}

/** Builds the indexes of a migration's `before.sql`, on the schema of the migrations before it. */
async function prepareFor(url: string, name: string, all: readonly [string, string][]): Promise<void> {
  const file = path.join(migrations, name, 'before.sql');
  if (!existsSync(file)) return;
  const previous = all.map(([other]) => other).findLast((other) => other < name);
  if (previous !== undefined) await deployUpTo(url, previous);
  await buildIndexes(url, file);
}

async function deployUpTo(url: string, upTo: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'migrations-'));
  try {
    const isWanted = (name: string) => name <= upTo || name === 'migration_lock.toml';
    for (const name of readdirSync(migrations).filter(isWanted))
      cpSync(path.join(migrations, name), path.join(folder, name), { recursive: true });
    await deploy(url, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads Prisma's own table, because its command takes a second even when there is nothing to do. */
async function findApplied(url: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(
      'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    );
    return new Map(rows.map((row) => [row.migration_name, row.checksum]));
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42P01') return new Map(); // no such table: a new database
    throw error;
  } finally {
    await client.end();
  }
}

function expected(): [string, string][] {
  const folders = readdirSync(migrations, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => {
    const sql = readFileSync(path.join(migrations, name, 'migration.sql'));
    return [name, createHash('sha256').update(sql).digest('hex')];
  });
}

async function deploy(url: string, folder: string): Promise<void> {
  const env = {
    ...process.env,
    DATABASE_URL: url,
    MIGRATIONS: folder,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  };
  try {
    await promisify(execFile)(process.execPath, ['node_modules/prisma/build/index.js', 'migrate', 'deploy'], {
      cwd: root,
      env,
    });
  } catch (error) {
    const output =
      error instanceof Error && 'stderr' in error && 'stdout' in error
        ? [error.stdout, error.stderr].join('')
        : String(error);
    throw new Error(`prisma migrate deploy failed:\n${output.trim()}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { owner, app } = databaseRoles(withSecretFiles(process.env));
  console.log(`${await migrate(owner)} migrations applied`);
  await grantToApp(owner, app);
}
