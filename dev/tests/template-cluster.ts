import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ensureDatabase, startPostgres } from '../postgres/postgres.ts';
import { makeTestFolder } from './test-folder.ts';

const TEMPLATE = 'template_app';

/** In `url`, DB is the placeholder of the database's name. */
export type TemplateCluster = { postgres: { url: string; template: string }; stop: () => Promise<void> };

/**
 * A throw-away cluster with a migrated database to copy. In memory, because some file systems (ext4 without a journal)
 * create files slowly soon after many were deleted, and each dropped database is 700 files.
 */
export async function startTemplateCluster(purpose: string): Promise<TemplateCluster> {
  const folder = await makeTestFolder(purpose, { inMemory: true });
  const dir = path.join(folder.path, 'postgres');
  mkdirSync(dir);
  const cluster = await startPostgres({ dir, ephemeral: true });
  const stop = async () => {
    await cluster.stop();
    folder.remove();
  };
  try {
    // A fresh clone has no database client when `npm test` loads this file.
    const { migrate } = await import('#bin/migrate/migrate.ts');
    await migrate(await ensureDatabase(cluster, TEMPLATE));
  } catch (error) {
    await stop();
    throw error;
  }
  return { postgres: { url: cluster.url('DB'), template: TEMPLATE }, stop };
}
