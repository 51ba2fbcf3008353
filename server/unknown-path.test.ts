import { expect, test } from 'vitest';
import { createRouteTable, refuseUnknownPath } from './unknown-path.ts';

const table = createRouteTable({
  '/page': '/',
  '/(auth)/login/page': '/login',
  '/(marketing)/api/page': '/api',
  '/admin/user/[userId]/usage/page': '/admin/user/[userId]/usage',
  '/login/email/route': '/login/email',
  '/oauth2/authorize/page': '/oauth2/authorize',
  '/favicon.ico/route': '/favicon.ico',
});
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

const ask = (line: string, accept = '*/*', isProvider = false) => {
  const [method = '', pathname = ''] = line.split(' ');
  return refuseUnknownPath(table, { method, pathname, accept, requestId: 'an-id', isProvider });
};

test.each([
  ['GET /', '*/*'],
  ['HEAD /pricing-of-nobody', BROWSER],
  ['GET /login', 'application/json'],
  ['GET /api', '*/*'],
  ['GET /api/', BROWSER],
  ['GET /no/such/page', BROWSER],
  ['GET /no/such/page', '*/*'],
  ['GET /no/such/page', 'text/html, application/json'],
  ['GET /admin/user/1/usage', '*/*'],
  ['GET /admin/no-such-page', BROWSER],
  ['POST /login/email', '*/*'],
  ['OPTIONS /login/email', '*/*'],
  ['GET /admin/api/users/1', '*/*'],
  ['HEAD /admin/api/users/1', '*/*'],
  ['GET /favicon.ico', '*/*'],
  ['GET /oauth2/authorize', '*/*'],
  ['POST /oauth2/authorize/abc', '*/*'],
  ['GET /_next/static/none.js', 'application/json'],
])('leaves %s, Accept %s, to Next or a handler', (line, accept) => {
  expect(ask(line, accept)).toBeNull();
});

test.each([
  ['GET /api/none', BROWSER],
  ['GET /api/none/', BROWSER],
  ['POST /admin/api/none', '*/*'],
  ['GET /account/api/none', '*/*'],
  ['GET /usagegraph/24h/none', '*/*'],
  ['GET /admin/usagegraph', '*/*'],
  ['GET /oauth2/none', '*/*'],
  ['GET /oauth2', BROWSER],
  ['POST /login/none', '*/*'],
  ['GET /no/such/page', 'application/json'],
  ['GET /no/such/page', 'application/json, text/plain, */*'],
  ['GET /no/such/page', 'text/html;q=0.5, application/json'],
])('answers %s, Accept %s, with 404 as JSON', async (line, accept) => {
  const answer = ask(line, accept);
  expect(answer?.status).toBe(404);
  expect(await answer?.json()).toEqual({ error: expect.any(String), code: 'not_found', request_id: 'an-id' });
});

test.each([
  ['GET /login/email', 'POST, OPTIONS'],
  ['HEAD /login/email', 'POST, OPTIONS'],
  ['GET /admin/api/users/block', 'POST, OPTIONS'],
  ['PATCH /admin/api/users/1', 'GET, DELETE, HEAD, OPTIONS'],
  ['POST /login', 'GET, HEAD, OPTIONS'],
  ['PUT /favicon.ico', 'GET, HEAD, OPTIONS'],
])('answers %s with 405 and Allow: %s', async (line, allow) => {
  const answer = ask(line, BROWSER);
  expect(answer?.status).toBe(405);
  expect(new Set(answer?.headers.get('allow')?.split(', '))).toEqual(new Set(allow.split(', ')));
  expect(await answer?.json()).toMatchObject({ code: 'method_not_allowed', request_id: 'an-id' });
});

test('refuses a wrong method on a provider path as RFC 6749 says, and leaves the rest to the provider', async () => {
  const answer = ask('GET /oauth2/token', '*/*', true);
  expect(answer?.status).toBe(405);
  expect(answer?.headers.get('allow')).toBe('POST, OPTIONS');
  expect(await answer?.json()).toEqual({ error: 'invalid_request', error_description: expect.any(String) });
  for (const line of ['POST /oauth2/token', 'GET /oauth2/authorize/abc', 'GET /oauth2/userinfo'])
    expect(ask(line, '*/*', true)).toBeNull();
});
