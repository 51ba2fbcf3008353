/**
 * Brings a database to this version's schema: migrations, indexes, the tables of the job queue, and a year of
 * partitions. Safe to repeat and to run concurrently. As a program (`node bin/migrate/migrate.ts`) it connects as
 * MIGRATE_DATABASE_URL, which owns everything, and grants the role of DATABASE_URL its rights.
 */
import '#lib/one-line-errors.ts';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installQueues } from '#lib/jobs/queue.ts';
import { withSecretFiles } from '#lib/secret-files.ts';
import { applyMigrations } from './apply.ts';
import { databaseRoles, grantToApp } from './grants.ts';
import { buildIndexes } from './indexes.ts';
import { makePartitions } from './partitions.ts';
import { tryAgain } from './try-again.ts';

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
