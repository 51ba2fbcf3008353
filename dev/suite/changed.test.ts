import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../stack/folders.ts';
import { baseOf, changedSince, SPECS, specsFor } from './changed.ts';

test.each([
  [['app/(account)/plan/page.tsx'], ['e2e/plan.spec.ts', 'e2e/screens', 'e2e/security/access-matrix.spec.ts']],
  [
    ['app/account/api/usage-alerts/route.ts'],
    ['e2e/account', 'e2e/security/access-matrix.spec.ts', 'e2e/security/other-people.spec.ts'],
  ],
  [['lib/oauth/scopes.ts', 'lib/oauth/scopes.test.ts'], ['e2e/oauth']],
  [['e2e/usage/chart.spec.ts', 'e2e/soak/kills.spec.ts'], ['e2e/usage/chart.spec.ts']],
  [['lib/usage/ingest/fold.ts', 'e2e/usage/chart.spec.ts'], ['e2e/usage']],
  [['docs/oauth.md', 'lib/base/crypto.ts'], []],
])('finds the browser tests of %j', (files, specs) => expect(specsFor(files)).toEqual(specs));

test('names browser tests that exist, for folders that exist', () => {
  const paths = SPECS.flatMap(([changed, specs]) => [changed, ...specs]);
  expect(paths.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('has browser tests for every page and endpoint', () => {
  const routes = globSync('app/**/{page,route}.{ts,tsx}', { cwd: root });
  expect(routes.length).toBeGreaterThan(150);
  expect(routes.filter((file) => specsFor([file]).length < 2)).toEqual([]);
});

test('reaches every folder of browser tests', () => {
  const folders = globSync('e2e/*/*.spec.ts', { cwd: root }).map((file) => path.dirname(file));
  const reached = SPECS.flatMap(([, specs]) => specs);
  const missing = [...new Set(folders)].filter((folder) => !reached.some((spec) => spec.startsWith(folder)));
  // Long tests, and outages of the database, which no file of the product stands for.
  expect(missing.toSorted()).toEqual(['e2e/faults', 'e2e/soak']);
});

test('counts changes from a named commit', () => {
  expect(baseOf('HEAD')).toMatch(/^[0-9a-f]{40}$/);
  expect(() => baseOf('no-such-commit')).toThrow();
  expect(Array.isArray(changedSince(baseOf('HEAD')))).toBe(true);
});
