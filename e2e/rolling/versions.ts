import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { root } from '#dev/stack/folders.ts';
import { capture } from '#dev/tests/capture.ts';
import { makeTestFolder } from '#dev/tests/test-folder.ts';
import { cleanEnvironment } from '#dev/tests/test-stack.ts';
import type { DetachedStack } from '../support/stacks/detached-stack.ts';

/** Another version of the product: its sources, its own build, and how to run one of its programs. */
export type Version = {
  folder: string;
  commit: string;
  /** settings that it reads differently */
  settings: Readonly<Record<string, string>>;
  run: (file: string, settings: Readonly<Record<string, string>>) => Promise<void>;
  remove: () => void;
};

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The commit from which this branch began; on the main branch, the parent of the latest commit. */
export function previousCommit(): string {
  const base = git('merge-base', 'HEAD', 'main');
  return base === git('rev-parse', 'HEAD') ? git('rev-parse', 'HEAD^1') : base;
}

export const thisVersion = (): Version => ({
  folder: root,
  commit: git('rev-parse', '--short', 'HEAD'),
  settings: settingsOf(root),
  run: runIn(root),
  remove: () => {},
});

/** Copies the files of a commit to a separate folder and builds them there. */
export async function buildVersion(ref: string): Promise<Version> {
  const commit = git('rev-parse', '--short', ref);
  const made = await makeTestFolder('version');
  const folder = path.join(made.path, 'version');
  mkdirSync(folder);
  const files = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: files });
  await install(folder);
  const { code, output } = await capture('npm', ['run', 'build'], { cwd: folder, env: cleanEnvironment() });
  if (code) throw new Error(`${commit} does not build:\n${output}`);
  return { folder, commit, settings: settingsOf(folder), run: runIn(folder), remove: made.remove };
}

/** Until November 2026 TRUSTED_PROXIES was the number of proxies. */
function settingsOf(folder: string): Version['settings'] {
  const takesNumber = /^#TRUSTED_PROXIES=\d+$/m.test(readFileSync(path.join(folder, '.env.example'), 'utf8'));
  return takesNumber ? { TRUSTED_PROXIES: '1' } : {};
}

/** Links our dependencies if the other version has the same, and installs them otherwise. */
async function install(folder: string): Promise<void> {
  const locked = (of: string) => readFileSync(path.join(of, 'package-lock.json'), 'utf8');
  const ours = path.join(root, 'node_modules');
  if (locked(folder) === locked(root) && existsSync(ours)) {
    const linked = await capture('cp', ['-al', ours, path.join(folder, 'node_modules')]);
    if (!linked.code) return;
  }
  const { code, output } = await capture('npm', ['ci'], { cwd: folder, env: cleanEnvironment() });
  if (code) throw new Error(`npm ci failed:\n${output}`);
}

const runIn = (folder: string) => async (file: string, settings: Readonly<Record<string, string>>) => {
  const env = { ...cleanEnvironment(), ...settings, ...settingsOf(folder) };
  const { code, output } = await capture(process.execPath, [file], { cwd: folder, env });
  if (code) throw new Error(`${file} failed:\n${output}`);
};

/** Replaces the stack's database, which has this version's schema, with one that is created by the other version. */
export async function recreateDatabase(stack: DetachedStack, version: Version): Promise<void> {
  const server = new pg.Client({ connectionString: stack.databaseUrl.replace(/\/premium$/, '/postgres') });
  await server.connect();
  await server.query('DROP DATABASE premium WITH (FORCE)');
  await server.query('CREATE DATABASE premium');
  await server.end();
  await migrateWith(version, stack);
  const admin = { ADMIN_EMAIL: stack.adminEmail, ADMIN_PASSWORD: stack.adminPassword };
  await version.run('prisma/seed.ts', { ...stack.settings, ...admin, SEED: 'none' });
}

export const migrateWith = (version: Version, { settings, databaseUrl }: DetachedStack): Promise<void> =>
  version.run('bin/migrate/migrate.ts', { ...settings, MIGRATE_DATABASE_URL: databaseUrl });
