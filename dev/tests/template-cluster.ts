import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ensureDatabase, startPostgres, type Cluster } from '../postgres/postgres.ts';
import { makeTestFolder } from './test-folder.ts';

const TEMPLATE = 'template_app';

/** In `url`, DB is the placeholder of the database's name. */
export type TemplateCluster = { postgres: { url: string; template: string }; stop: () => Promise<void> };

/**
 * A throw-away cluster with a migrated database to copy. `inMemory` is for many small databases: some file systems (ext4
 * without a journal) are slow to create files shortly after many were deleted, and dropping a database deletes 700.
 */
export async function startTemplateCluster(purpose: string, { inMemory = false } = {}): Promise<TemplateCluster> {
  const folder = await makeTestFolder(purpose, { inMemory });
  let cluster: Cluster | undefined;
  const stop = async () => {
    await cluster?.stop();
    folder.remove();
  };
  try {
    const dir = path.join(folder.path, 'postgres');
    mkdirSync(dir);
    cluster = await startPostgres({ dir, ephemeral: true });
    // A fresh clone has no database client when `npm test` loads this file.
    const { migrate } = await import('#bin/migrate/migrate.ts');
    await migrate(await ensureDatabase(cluster, TEMPLATE));
    return { postgres: { url: cluster.url('DB'), template: TEMPLATE }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
