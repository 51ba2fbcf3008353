import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './settings.ts';

test('no package of anybody runs a program while it is installed, here or in the image, whatever the age of npm', () => {
  const own = execFileSync('npm', ['config', 'get', 'ignore-scripts'], { cwd: root, encoding: 'utf8' });
  expect(own.trim()).toBe('true');
  const image = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
  expect(image.indexOf('COPY .npmrc ')).toBeGreaterThan(0);
  expect(image.indexOf('COPY .npmrc ')).toBeLessThan(image.indexOf('npm ci'));
});
