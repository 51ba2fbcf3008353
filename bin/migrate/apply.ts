/** Applies the migrations of prisma/migrations, each in one transaction, and keeps them in the table of Prisma's CLI. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { buildIndexes } from './indexes.ts';
import { LOCK_MS, tryAgain } from './try-again.ts';

const folder = path.resolve(import.meta.dirname, '../../prisma/migrations');

/** The advisory lock of Prisma's `migrate deploy`, so that one of an older version is waited for, too. */
const ADVISORY_LOCK = 72707369;

/** The table as Prisma's CLI creates it, for developers who use that. */
const TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz,
  migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`;

type Options = { upTo?: string | undefined; patience?: number };

/**
 * Applies the missing migrations up to `upTo`, and returns how many there were. A migration that fails for a passing
 * reason (a lock, a lost connection, a failover) is tried again (R31), for `patience` ms. Nothing of a failed one is left,
 * so that a later call tries it again, too. Safe to run concurrently: one applies, the others wait.
 */
export async function applyMigrations(url: string, { upTo, patience }: Options = {}): Promise<number> {
  const wanted = namesOf(upTo);
  let count = 0;
  await withLock(url, async () => {}); // a wrong address is said at once, not after minutes
  await tryAgain(async (progress) => {
    await withLock(url, async (client) => {
      const applied = await findApplied(client);
      for (const name of wanted.filter((each) => !applied.has(each))) {
        const before = path.join(folder, name, 'before.sql');
        if (existsSync(before)) await buildIndexes(url, before);
        const batches = path.join(folder, name, 'batches.sql');
        if (existsSync(batches)) await runBatches(client, readFileSync(batches, 'utf8'), progress);
        await apply(client, name);
        count += 1;
        progress();
      }
    });
  }, patience);
  return count;
}

/** The names of the migrations in order. Throws if there is none that is called `upTo`. */
function namesOf(upTo: string | undefined): string[] {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).toSorted();
  if (upTo === undefined) return names;
  if (!names.includes(upTo))
    throw new Error(`There is no migration ${upTo}: this version is older than the database's.`);
  return names.slice(0, names.indexOf(upTo) + 1);
}

async function withLock(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  client.on('error', () => {}); // the statement that runs, or the next one, fails
  await client.connect();
  try {
    // Polls: a session blocked in pg_advisory_lock is in a transaction, and CREATE INDEX CONCURRENTLY would wait for it.
    while (!(await client.query<{ got: boolean }>(`SELECT pg_try_advisory_lock(${ADVISORY_LOCK}) AS got`)).rows[0]?.got)
      await sleep(100);
    await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function findApplied(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there`,
  );
  if (!rows[0]?.there) return new Set();
  const applied = await client.query<{ migration_name: string }>(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  return new Set(applied.rows.map((row) => row.migration_name));
}

/**
 * Repeats a statement that changes some rows of a big table, each time in a separate transaction, until it changes
 * none. A writer waits for one batch at most.
 */
async function runBatches(client: pg.Client, statement: string, progress: () => void): Promise<void> {
  const limits = `SET LOCAL lock_timeout = ${LOCK_MS}; SET LOCAL client_connection_check_interval = 1000`;
  for (let changed = 1; changed > 0; progress()) {
    await client.query(`BEGIN; ${limits}`);
    try {
      changed = (await client.query(statement)).rowCount ?? 0;
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      throw error;
    }
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const script = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8');
  const checksum = createHash('sha256').update(script).digest('hex');
  try {
    // The server looks every second whether this process still lives, so that a killed one holds no lock for long.
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_MS}; SET LOCAL client_connection_check_interval = 1000`);
    await client.query(TABLE);
    await client.query(withoutTimeouts(script));
    // Prisma's CLI left a row when a migration failed. What had run was one transaction, so nothing of it is there.
    await client.query(
      `UPDATE _prisma_migrations SET rolled_back_at = now()
       WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
      [name],
    );
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw new FailedMigration(name, error);
  }
}

/** Migrations until 2026-11-28 set a longer one, and an applied file is never edited. */
const withoutTimeouts = (script: string) => script.replaceAll(/^SET lock_timeout = '\w+';$/gm, '');

/** A migration that failed, with the server's error as its cause. */
class FailedMigration extends Error {
  constructor(name: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Migration ${name} failed, and changed nothing: ${reason}`, { cause });
  }
}
