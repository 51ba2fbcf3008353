import { NEEDS } from '#lib/accounts/roles.ts';
import { expect, test } from '../fixtures.ts';
import { ACCESS } from '../support/access-matrix.ts';
import { CALLERS, expectedOf, MEMBER_ROLES, type Row } from '../support/access-outcomes.ts';
import type { HttpClient } from '../support/http-client.ts';
import { stack } from '../support/stacks/stack.ts';
import { expectSecureHeaders } from './support/expect-headers.ts';

/** Routes that pages of any origin may read, without cookies (S34). */
const FOR_ANY_ORIGIN = /^GET (\/oauth2\/jwks|\/\.well-known\/(openid-configuration|oauth-authorization-server))$/;

type Answer = Awaited<ReturnType<HttpClient['send']>>;

function ask(client: HttpClient, route: string, row: Row): Promise<Answer> {
  const [method = 'GET', pattern = '/'] = route.split(' ');
  return client.send(row.path ?? pattern, {
    method,
    headers: pattern === '/logout' ? { 'sec-fetch-site': 'cross-site' } : {},
    ...(row.body === 'json' && { json: {} }),
    ...(row.body === 'form' && { form: {} }),
  });
}

function expectOutcome(route: string, expected: number | string, answer: Answer): void {
  if (typeof expected === 'number') return expect.soft(`${route} ${answer.status}`).toBe(`${route} ${expected}`);
  const location = (answer.headers.get('location') ?? '').replace(stack.baseUrl, '');
  expect.soft(`${route} ${answer.status}`).toMatch(/ (303|307)$/);
  expect.soft(location.startsWith(expected), `${route} redirects to ${location}, not ${expected}`).toBe(true);
}

for (const caller of CALLERS) {
  test(`answers ${caller} everywhere as the access matrix says (S36, S37, S42, S44, S45)`, async ({ callAs }) => {
    const client = await callAs(caller);
    const email = await emailOf(client);
    expect(email === null, 'is not logged in').toBe(!['subscriber', 'admin'].includes(caller));
    for (const [route, row] of Object.entries(ACCESS)) {
      if (isPublicPage(route) && (caller === 'blocked' || caller === 'server')) continue;
      const answer = await ask(client, route, row);
      expectSecureHeaders(route, answer.headers);
      if (email && answer.text.includes(email))
        expect.soft(answer.headers.get('cache-control'), `${route} contains personal data`).toContain('no-store');
      expectOutcome(route, row.expect[caller], answer);
    }
  });
}

for (const role of MEMBER_ROLES) {
  test(`answers a member of an account who is ${role} as the list of roles says`, async ({ callAs }) => {
    const client = await callAs(role);
    for (const [route, need] of Object.entries(NEEDS)) {
      const row = ACCESS[route];
      if (!row || isLoggingOut(route)) continue;
      expectOutcome(route, expectedOf(row, need, role), await ask(client, route, row));
    }
  });
}

/** Would end the session, the membership or the person of the requests that follow. */
const isLoggingOut = (route: string) =>
  ['DELETE /account/api', 'DELETE /account/api/sessions', 'DELETE /account/api/membership'].includes(route);

test('lets no other origin read responses that depend on cookies, and allows no preflight (S34)', async ({
  callAs,
}) => {
  const client = await callAs('admin');
  for (const [route, row] of Object.entries(ACCESS)) {
    const [method = 'GET', pattern = '/'] = route.split(' ');
    const path = row.path ?? pattern;
    const origin = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const preflight = { ...origin, 'access-control-request-method': method };
    for (const answer of [
      await client.send(path, { method, headers: origin }),
      await client.send(path, { method: 'OPTIONS', headers: preflight }),
    ]) {
      const allowed = answer.headers.get('access-control-allow-origin');
      if (!FOR_ANY_ORIGIN.test(route) && !/^(GET|POST) \/oauth2\/(userinfo|token)$/.test(route))
        expect.soft(allowed, route).toBeNull();
      expect.soft(answer.headers.get('access-control-allow-credentials'), route).toBeNull();
    }
  }
});

/**
 * Whether a route is a page or file for everyone. At these, a blocked user and a storage server have no session and get
 * the visitor's response, so their requests are not sent.
 */
const isPublicPage = (route: string) =>
  route.startsWith('GET ') && Object.values(ACCESS[route]?.expect ?? {}).every((status) => status === 200);

async function emailOf(client: HttpClient): Promise<string | null> {
  const answer = await client.send('/userstatus');
  return answer.status === 200 ? (answer.json() as { email: string }).email : null;
}
