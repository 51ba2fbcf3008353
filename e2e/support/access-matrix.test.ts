import { expect, test } from 'vitest';
import { ACCESS } from './access-matrix.ts';
import { servedRoutes } from './routes.ts';

test('has a row in the access matrix for every page and endpoint (S44)', () => {
  const routes = servedRoutes();
  expect(routes.length).toBeGreaterThan(150);
  expect(routes.filter((route) => !(route in ACCESS))).toEqual([]);
});
