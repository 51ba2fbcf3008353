import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeTestFolder } from '#dev/tests/test-folder.ts';
import { makeArchive } from './make-release.ts';

const folder = await makeTestFolder('archive');
afterAll(() => folder.remove());
const AT = new Date('2026-11-28T09:20:00Z');

/** A release of three files, made with a umask and at some time. */
function sources(place: string, umask: number, order: string[]): string {
  const release = path.join(folder.path, place, 'product-1.2.3');
  const before = process.umask(umask);
  for (const name of order) {
    const file = path.join(release, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `the file ${name}\n`);
    utimesSync(file, 1e9 + umask, 1e9 + umask);
  }
  chmodSync(path.join(release, 'runtime/node'), 0o777 & ~umask);
  process.umask(before);
  return release;
}

test('packs the same files into the same bytes, whatever the umask, the order and the time', async () => {
  const names = ['runtime/node', 'server/index.ts', 'RELEASE'];
  const archives = [];
  for (const [place, umask, order] of [['a', 0o022, names] as const, ['b', 0o077, names.toReversed()] as const]) {
    const made = await makeArchive(sources(place, umask, order), path.join(folder.path, place), AT);
    archives.push(readFileSync(made));
  }
  expect(archives[0]?.equals(archives[1] ?? Buffer.of())).toBe(true);
  expect(() => statSync(path.join(folder.path, 'a/product-1.2.3.tar.gz'))).not.toThrow();
});

test('a host unpacks readable files below one folder, and sha256sum notices one changed byte', async () => {
  const target = path.join(folder.path, 'c');
  const archive = await makeArchive(sources('c', 0o077, ['runtime/node', 'server/index.ts']), target, AT);
  const check = () => spawnSync('sha256sum', ['--check', `${path.basename(archive)}.sha256`], { cwd: target }).status;
  expect(check()).toBe(0);
  const listed = execFileSync('tar', ['-tvzf', archive], { encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } });
  expect(listed.trim().split('\n')).toEqual([
    expect.stringMatching(/^drwxr-xr-x 0\/0 .* product-1\.2\.3\/$/),
    expect.stringMatching(/^drwxr-xr-x 0\/0 .*\/runtime\/$/),
    expect.stringMatching(/^-rwxr-xr-x 0\/0 .*2026-11-28 09:20 product-1\.2\.3\/runtime\/node$/),
    expect.stringMatching(/^drwxr-xr-x 0\/0 .*\/server\/$/),
    expect.stringMatching(/^-rw-r--r-- 0\/0 .*\/server\/index\.ts$/),
  ]);
  appendFileSync(archive, 'x');
  expect(check()).toBe(1);
});
