/**
 * Brings a database to this version's schema: migrations, indexes, the tables of the job queue, and a year of
 * partitions. Safe to repeat and to run concurrently. As a program (`node bin/migrate/migrate.ts`) it connects as
 * MIGRATE_DATABASE_URL, which owns everything, and grants the role of DATABASE_URL its rights.
 */
import '#lib/base/one-line-errors.ts';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installQueues } from '#lib/jobs/queue.ts';
import { withSecretFiles } from '#lib/base/settings/secret-files.ts';
import { applyMigrations } from './apply.ts';
import { databaseRoles, grantToApp } from './grants.ts';
import { buildIndexes } from './indexes.ts';
import { LOCK_MS, tryAgain } from './try-again.ts';
import pg from 'pg';

/**
 * The worker creates partitions every night. A year of them in advance lets reports be stored even if the worker does
 * not run. Audit events of a month without a partition are stored anyway.
 */
async function makePartitions(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SET lock_timeout = ${LOCK_MS}`);
    await client.query(
      `SELECT ensure_usage_partition((date_trunc('month', now() AT TIME ZONE 'UTC') + n * interval '1 month') AT TIME ZONE 'UTC')
       FROM generate_series(0, 12) n`,
    );
    // A restored backup may be older than the partitions of the audit log.
    const { rowCount } = await client.query(
      "SELECT 1 WHERE to_regprocedure('ensure_audit_partition(timestamptz)') > 0",
    );
    if (rowCount) await client.query("SELECT ensure_audit_partition(now() + interval '3 months')");
  } finally {
    await client.end();
  }
}

const INDEXES = path.resolve(import.meta.dirname, '../../prisma/indexes.sql');

/** Returns how many migrations were applied. With `upTo`, skips later migrations and the indexes. */
export async function migrate(url: string, upTo?: string): Promise<number> {
  const count = await applyMigrations(url, { upTo });
  await tryAgain(async () => {
    if (upTo === undefined) await buildIndexes(url, INDEXES);
    await installQueues(url);
    await makePartitions(url);
  });
  return count;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { owner, app } = databaseRoles(withSecretFiles(process.env));
  console.log(`${await migrate(owner)} migrations applied`);
  await grantToApp(owner, app);
}
