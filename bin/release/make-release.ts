import {
  chmodSync,
  copyFileSync,
  cpSync,
  createReadStream,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { makeImage, putFile } from '#bin/image/make-image.ts';
import { type Release, RELEASE_FILE } from '#lib/base/settings/release.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** What a host without containers needs beside the image's files (docs/operations.md, Production on one host). */
const FOR_HOSTS = [
  ...['deploy/systemd/*', 'deploy/pgbackrest/*', 'deploy/postgres-roles.sql', 'deploy/prometheus/alerts.yml'],
  'agent/rspamd-premium-agent.service',
];
/** The Node.js of a release: units and commands run this one, so that a rollback also takes Node.js back. */
const NODE = 'runtime/node';

export type Making = {
  /** an existing folder */
  target: string;
  /** the time of every file in the archives */
  at: Date;
  /** gzip's */
  level?: number;
  /** An archive for each: its name, which is also the folder on a host, and what the processes say that they run. */
  releases: { name: string; release: Release }[];
};

/**
 * Makes NAME.tar.gz and NAME.tar.gz.sha256: the image's files, what a host needs beside them, and this process's
 * Node.js. The application must be built. Returns the archives' paths.
 */
export async function makeReleases({ target, at, level, releases }: Making): Promise<string[]> {
  // In the repository's file system: to remove as many copies takes minutes on a disk that discards, links take seconds.
  const cache = path.join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const parent = mkdtempSync(path.join(cache, 'release-'));
  try {
    const files = path.join(parent, 'files');
    fill(files);
    const archives = [];
    for (const { name, release } of releases) {
      // A build that is still fresh may have been made at an earlier commit.
      putFile(path.join(files, RELEASE_FILE), `${JSON.stringify(release)}\n`);
      const folder = path.join(parent, name);
      renameSync(files, folder);
      archives.push(await makeArchive(folder, target, at, level));
      renameSync(folder, files);
    }
    return archives;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

function fill(folder: string): void {
  makeImage(folder, { asLinks: true });
  for (const file of globSync(FOR_HOSTS, { cwd: root })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(folder, file));
  }
  mkdirSync(path.dirname(path.join(folder, NODE)));
  copyFileSync(process.execPath, path.join(folder, NODE));
  chmodSync(path.join(folder, NODE), 0o755);
}

/**
 * Packs a folder into `target`/NAME.tar.gz, with one top folder of its name, and writes NAME.tar.gz.sha256 for
 * `sha256sum --check`. The same files give the same bytes, on any day and under any user and umask: only what is
 * executable counts of a mode. `at` is the time of every file. `level` is gzip's. Returns the archive's path.
 */
export async function makeArchive(folder: string, target: string, at: Date, level = 6): Promise<string> {
  const name = path.basename(folder);
  const file = path.join(target, `${name}.tar.gz`);
  if (existsSync(file)) throw new Error(`${file} already exists`);
  const order = ['--sort=name', '--format=gnu', `--mtime=@${Math.floor(at.getTime() / 1000)}`];
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  const gzip = `--use-compress-program=gzip -n -${level}`;
  execFileSync('tar', [...order, ...owner, gzip, '-cf', file, '-C', path.dirname(folder), '--', name]);
  writeFileSync(`${file}.sha256`, `${await sha256Of(file)}  ${path.basename(file)}\n`);
  return file;
}

async function sha256Of(file: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(file), digest);
  return digest.digest('hex');
}
