import { expect, test } from 'vitest';
import { may, NEEDS, Role } from '#lib/accounts/roles.ts';
import { ACCESS } from './access-matrix.ts';
import { expectedOf } from './access-outcomes.ts';
import { servedRoutes } from './routes.ts';

test('has a row in the access matrix for every page and endpoint (S44)', () => {
  const routes = servedRoutes();
  expect(routes.length).toBeGreaterThan(150);
  expect(routes.filter((route) => !(route in ACCESS))).toEqual([]);
});

/** Act for a member's account, although the request of the matrix is refused before its login counts. */
const BEFORE_LOGIN = ['GET /buy', 'POST /buy/form', 'POST /buy/details/form', 'POST /dpa/form'];

test('says for every page and endpoint behind a login what a member needs, and for no other', () => {
  const rows = Object.entries(ACCESS).filter(([name]) => !/^\w+ \/admin(\/|$)/.test(name));
  const behindLogin = rows.filter(([, { expect: of }]) => of.subscriber !== of.anonymous).map(([name]) => name);
  expect(behindLogin.length).toBeGreaterThan(60);
  expect(Object.keys(NEEDS).toSorted()).toEqual([...behindLogin, ...BEFORE_LOGIN].toSorted());
});

test('gives each member the outcome of the account’s owner where the role allows it, and else 403', () => {
  const outcomes = (name: string) => {
    const [row, need] = [ACCESS[name], NEEDS[name]];
    return Role.options.map((role) => row && need && expectedOf(row, need, role));
  };
  expect(outcomes('GET /dashboard')).toEqual([200, 200, 200, 200]);
  expect(outcomes('POST /account/api/billing/cancel')).toEqual([409, 409, 403, 403]);
  expect(outcomes('POST /account/api/key/rotate')).toEqual([422, 403, 422, 403]);
  expect(outcomes('DELETE /account/api/sessions')).toEqual([200, 200, 200, 200]);
  expect(Role.options.map((role) => may(role, 'manage'))).toEqual([true, false, false, false]);
});
