import { chmodSync, copyFileSync, cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { RELEASE_FILE, type Release } from '#lib/release.ts';
import { makeImage, putFile } from '../image/make-image.ts';
import { makeArchive } from './make-archive.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** What a host without containers needs beside the image's files (docs/operations.md, Production on one host). */
const FOR_HOSTS = [
  ...['deploy/systemd/*', 'deploy/pgbackrest/*', 'deploy/postgres-roles.sql', 'deploy/prometheus/alerts.yml'],
  'agent/rspamd-premium-agent.service',
];
/** The Node.js of a release: units and commands run this one, so that a rollback also takes Node.js back. */
const NODE = 'runtime/node';

export type Making = {
  /** the archive's name, which is also the release's folder on a host */
  name: string;
  /** an existing folder */
  target: string;
  /** the time of every file in the archive */
  at: Date;
  /** what the processes say that they run */
  release: Release;
  /** gzip's */
  level?: number;
};

/**
 * Makes NAME.tar.gz and NAME.tar.gz.sha256: the image's files, what a host needs beside them, and this process's
 * Node.js. The application must be built. Returns the archive's path.
 */
export async function makeRelease({ name, target, at, level, release }: Making): Promise<string> {
  // In the repository's file system: to remove as many copies takes minutes on a disk that discards, links take seconds.
  const cache = path.join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const parent = mkdtempSync(path.join(cache, 'release-'));
  const folder = path.join(parent, name);
  try {
    await makeImage(folder, { asLinks: true });
    for (const file of globSync(FOR_HOSTS, { cwd: root })) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      cpSync(path.join(root, file), path.join(folder, file));
    }
    mkdirSync(path.dirname(path.join(folder, NODE)));
    copyFileSync(process.execPath, path.join(folder, NODE));
    chmodSync(path.join(folder, NODE), 0o755);
    // A build that is still fresh may have been made at an earlier commit.
    putFile(path.join(folder, RELEASE_FILE), `${JSON.stringify(release)}\n`);
    return await makeArchive(folder, target, at, level);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}
