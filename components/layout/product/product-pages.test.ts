import { expect, test } from 'vitest';
import { isConsolePath, isProductPath } from './product-pages.ts';

test.each([
  ['/dashboard', true],
  ['/usage', true],
  ['/setup', true],
  ['/account', true],
  ['/billing/return', true],
  ['/plan', true],
  ['/reports', true],
  ['/admin', true],
  ['/admin/keys', true],
  ['/oauth2/authorize', true],
  ['/', false],
  ['/pricing', false],
  ['/login', false],
  ['/administrator', false],
])('decides whether %s is one of the signed-in pages: %s', (path, isProduct) => {
  expect(isProductPath(path)).toBe(isProduct);
});

test.each([
  ['/admin', true],
  ['/admin/keys', true],
  ['/administrator', false],
  ['/dashboard', false],
])('decides whether %s is one of the admin pages: %s', (path, isConsole) => {
  expect(isConsolePath(path)).toBe(isConsole);
});
