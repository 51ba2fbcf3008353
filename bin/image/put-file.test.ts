import { linkSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeTestFolder } from '#dev/tests/test-folder.ts';
import { putFile } from './make-image.ts';

const folder = await makeTestFolder('put-file');
afterAll(() => folder.remove());

test('writes a file without changing the one that it is a hard link to', () => {
  const [source, copy] = ['source', 'copy'].map((name) => path.join(folder.path, name)) as [string, string];
  writeFileSync(source, 'of the repository');
  linkSync(source, copy);
  putFile(copy, 'of the release');
  expect([source, copy].map((file) => readFileSync(file, 'utf8'))).toEqual(['of the repository', 'of the release']);
});
