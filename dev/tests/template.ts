/** A migrated data folder with its admin, made once per run and copied for each copy of the product that a test starts. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { APP_ROLE, ensureRole, urlFor } from '#bin/migrate/grants.ts';
import { MINUTE } from '#lib/base/time.ts';
import { ensureDatabase, startPostgres } from '../postgres/postgres.ts';
import { takeLock, until } from '../stack/process.ts';
import { completeSettings, type Settings } from '../stack/settings.ts';
import { capture } from './capture.ts';
import { freePorts } from './test-copy.ts';
import { cleanEnvironment } from './test-stack.ts';

/**
 * Fills a new folder with the secrets and the database that a run of `npm start` with SEED=none leaves. Copies the
 * template in TEMPLATE_DIR, which the first call of a run makes.
 */
export async function fillDataFolder(dataDir: string): Promise<void> {
  const template = process.env.TEMPLATE_DIR;
  if (!template) return makeDataFolder(dataDir);
  const ready = path.join(template, 'ready');
  const data = path.join(template, 'data');
  if (!existsSync(ready)) {
    mkdirSync(template, { recursive: true, mode: 0o711 });
    const release = await waitForLock(path.join(template, 'lock'));
    try {
      if (!existsSync(ready)) {
        await makeDataFolder(data);
        writeFileSync(ready, '');
      }
    } finally {
      release();
    }
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  execFileSync('cp', ['-a', `${data}/.`, dataDir]); // keeps the files' owners, which PostgreSQL checks
}

async function makeDataFolder(dataDir: string): Promise<void> {
  const settings = await completeSettings({ ...(await freePorts()), DATA_DIR: dataDir }, 'local');
  const cluster = await startPostgres({ dir: path.join(dataDir, 'postgres'), ephemeral: true });
  try {
    await prepareDatabase(await ensureDatabase(cluster, 'premium'), settings);
  } finally {
    await cluster.stop();
  }
}

/** Migrates an empty database and adds the app's role and the admin. `owner` is the URL of a superuser. */
export async function prepareDatabase(
  owner: string,
  { app, secrets, adminEmail }: Pick<Settings, 'app' | 'secrets' | 'adminEmail'>,
): Promise<void> {
  const { APP_DATABASE_PASSWORD, ADMIN_PASSWORD } = secrets;
  await ensureRole(owner, APP_ROLE, APP_DATABASE_PASSWORD);
  const DATABASE_URL = urlFor(owner, APP_ROLE, APP_DATABASE_PASSWORD);
  await run('bin/migrate/migrate.ts', { ...app, DATABASE_URL, MIGRATE_DATABASE_URL: owner });
  await run('prisma/seed.ts', { ...app, DATABASE_URL, SEED: 'none', ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD });
}

async function run(file: string, settings: Record<string, string>): Promise<void> {
  const { code, output } = await capture(process.execPath, [file], { env: { ...cleanEnvironment(), ...settings } });
  if (code) throw new Error(`${file} failed:\n${output}`);
}

async function waitForLock(file: string): Promise<() => void> {
  let taken = takeLock(file);
  await until(() => 'release' in taken || 'release' in (taken = takeLock(file)), 2 * MINUTE, 50);
  if ('release' in taken) return taken.release;
  throw new Error(`process ${taken.holder} does not finish the template in ${file}`);
}
