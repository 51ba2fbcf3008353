import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

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
