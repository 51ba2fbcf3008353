import { expect, test } from 'vitest';
import { isProductPath } from './product-pages.ts';

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
