import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '#bin/migrate/migrate.ts';
import { ensureDatabase, startPostgres } from '../postgres/postgres.ts';
import { makeTestFolder } from './test-folder.ts';

const TEMPLATE = 'template_app';

/** Starts one throw-away cluster for the whole run. lib/testing/database.ts copies its template once per test file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeTestFolder('vitest');
  const dir = path.join(folder.path, 'postgres');
  mkdirSync(dir);
  const cluster = await startPostgres({ dir, ephemeral: true });
  try {
    await migrate(await ensureDatabase(cluster, TEMPLATE));
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  project.provide('postgres', { url: cluster.url('DB'), template: TEMPLATE });
  return async () => {
    await cluster.stop();
    folder.remove();
  };
}
