import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../stack/folders.ts';

test('disables install scripts of packages, here and in the image, for every version of npm', () => {
  const own = execFileSync('npm', ['config', 'get', 'ignore-scripts'], { cwd: root, encoding: 'utf8' });
  expect(own.trim()).toBe('true');
  const image = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
  expect(image.indexOf('COPY .npmrc ')).toBeGreaterThan(0);
  expect(image.indexOf('COPY .npmrc ')).toBeLessThan(image.indexOf('npm ci'));
});
