import { expect, test } from '../fixtures.ts';
import { ACCESS } from '../support/access-matrix.ts';
import type { HttpClient } from '../support/http-client.ts';
import { servedCalls } from '../support/routes.ts';
import { expectSecureHeaders } from './support/expect-headers.ts';

/** Wording of zod's default messages. */
const WORDS_OF_ZOD = /Invalid (input|option|string)|: expected |, received |Too (small|big)|Unrecognized key/i;
const QUERY = '?limit=x&sort=y&cursor=z&period=p&server_id=s&keys=&q=&from=x&to=y&status=z&rank=r&email=e&deleted=d';

// bin/openapi.test.ts tests the body and query of every endpoint. This test adds pages, forms and the provider.
test("shows zod's default messages at no page, form or endpoint", async ({ callAs }) => {
  const [admin, server] = [await callAs('admin'), await callAs('server')];
  const wrong: string[] = [];
  let refused = 0;
  for (const [route, row] of Object.entries(ACCESS)) {
    const [method = 'GET', pattern = '/'] = route.split(' ');
    if (/logout|webhooks/.test(pattern) || /^DELETE \/account\/api(\/sessions)?$/.test(route)) continue;
    const client = pattern.startsWith('/api/storage') ? server : admin;
    const path = ((row.path ?? pattern).split('?')[0] ?? '') + QUERY;
    const sent = row.body === 'form' ? { form: {} } : method === 'GET' ? {} : { json: { email: 5, keys: {} } };
    const { status, text } = await client.send(path, { method, ...sent });
    if (status === 400 || status === 422) refused++;
    if (status >= 400 && WORDS_OF_ZOD.test(text)) wrong.push(`${route}: ${status} ${text.slice(0, 300)}`);
  }
  expect(refused, 'refusals that were checked').toBeGreaterThan(40);
  expect(wrong).toEqual([]);
});

test('returns 422 with a message for each empty, missing or invalid field', async ({ callAs }) => {
  const [visitor, subscriber, admin] = [await callAs('anonymous'), await callAs('subscriber'), await callAs('admin')];
  const person = { email: 'a@b.example', password: 'Correct-Horse-7-Battery', country: 'DE' };
  const cases: [HttpClient, path: string, json: object, fields: Record<string, string>][] = [
    [visitor, '/login/email', {}, { email: 'Please enter an email address.', password: 'Please enter a password.' }],
    [visitor, '/login/email', { email: 'a@b.example', password: '' }, { password: 'Please enter a password.' }],
    [visitor, '/login/email', { email: 'a b', password: 'x' }, { email: 'Please enter a valid email address.' }],
    [visitor, '/signup/email', { ...person, password: '' }, { password: 'Please enter a password.' }],
    [visitor, '/signup/email', { ...person, email: '' }, { email: 'Please enter a valid email address.' }],
    [visitor, '/forgot/email', { email: 'a@@b' }, { email: 'Please enter a valid email address.' }],
    [visitor, '/login/totp', { code: ' ' }, { code: 'Please enter the code.' }],
    [
      subscriber,
      '/change/password',
      {},
      { current_password: 'Please enter your current password', new_password: 'Please enter a new password' },
    ],
    [admin, '/admin/api/fuzzy-keys/generate', { description: '' }, { description: 'Please describe the key.' }],
    [admin, '/admin/api/manual-users', { ...person, country: undefined }, { country: 'Please choose a country.' }],
    [admin, '/admin/api/manual-users', { ...person, country: '' }, { country: 'Please choose a country.' }],
    [admin, '/admin/api/manual-users', { ...person, country: 'XX' }, { country: 'Please choose a country.' }],
    [admin, '/admin/api/manual-users', { ...person, password: '' }, { password: 'Please enter a password.' }],
    [admin, '/admin/api/manual-users', { ...person, email: 'x' }, { email: 'Please enter a valid email address.' }],
    [
      admin,
      '/admin/api/oauth2/clients',
      { is_public: false },
      {
        name: 'Please fill in “name”.',
        redirect_uris: 'All redirect URIs must be filled',
        scopes: 'At least one scope must be selected',
      },
    ],
  ];
  for (const [client, path, json, fields] of cases) {
    const answer = await client.send(path, { json });
    const what = `${path} ${JSON.stringify(json)}`;
    expect.soft(answer.status, what).toBe(422);
    expect.soft(answer.json(), what).toMatchObject({ code: 'invalid', error: Object.values(fields)[0], fields });
  }
});

test('returns 400 for a body of the wrong shape', async ({ callAs }) => {
  const client = await callAs('admin');
  for (const json of [
    [],
    'text',
    { email: 5, password: 'x' },
    { email: null, password: 'x' },
    { email: 'a@b.example', password: {} },
  ]) {
    const answer = await client.send('/login/email', { json });
    expect.soft(answer.status, JSON.stringify(json)).toBe(400);
    expect.soft(answer.json()).toMatchObject({ code: 'malformed' });
  }
  const broken = await client.send('/login/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '0' },
  });
  expect(broken.status).toBe(400);
});

test('returns 404 as JSON below API paths and to clients that want JSON, otherwise as a page', async ({ callAs }) => {
  const client = await callAs('admin');
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  for (const [path, headers] of [
    ['/api/none', {}],
    ['/api/none', browser],
    ['/api/storage', {}],
    ['/admin/api', {}],
    ['/admin/api/none/of/these', {}],
    ['/account/api/none', {}],
    ['/usagegraph/24h/none', {}],
    ['/admin/usagegraph/none', {}],
    ['/oauth2/none', {}],
    ['/login/none', {}],
    ['/no/such/page', { accept: 'application/json' }],
  ] as const)
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await client.send(path, { method, headers });
      const what = `${method} ${path}`;
      expect.soft(answer.status, what).toBe(404);
      expect.soft(answer.headers.get('content-type'), what).toBe('application/json');
      expect.soft(answer.headers.get('cache-control'), what).toBe('no-store');
      expect
        .soft(answer.text && answer.json(), what)
        .toEqual({ error: expect.any(String), code: 'not_found', request_id: answer.headers.get('x-request-id') });
      expectSecureHeaders(what, answer.headers);
    }
  for (const path of ['/no/such/page', '/admin/none', '/account/none']) {
    const answer = await client.send(path, { headers: browser });
    expect.soft(answer.status, path).toBe(404);
    expect.soft(answer.headers.get('content-type'), path).toContain('text/html');
    expect.soft(answer.text, path).toContain('Oops! Page not found');
  }
});

test('returns 405 as JSON, with Allow, for a method that an endpoint lacks (S44)', async ({ callAs }) => {
  const client = await callAs('admin');
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const pathOf = (route: string) => route.split(' ')[1] ?? '/';
  const calls = [...Map.groupBy(servedCalls(), pathOf)];
  for (const [index, [pattern, routes]] of calls.entries()) {
    const own = routes.map((route) => route.split(' ')[0] ?? '');
    const path = (ACCESS[routes[0] ?? '']?.path ?? pattern).split('?')[0] ?? '/';
    // the provider's resume endpoints share these paths, and may accept more methods
    const foreign = /^\/oauth2\/(authorize|device\/)/.test(pattern)
      ? ['PUT']
      : methods.filter((each) => !own.includes(each));
    // The same code refuses every method, so each endpoint is tested with only one of them, in turn.
    const method = foreign[index % foreign.length] ?? 'PUT';
    const answer = await client.send(path, { method });
    const what = `${method} ${pattern}`;
    expect.soft(answer.status, what).toBe(405);
    for (const each of own) expect.soft(answer.headers.get('allow')?.split(', '), what).toContain(each);
    expect.soft(answer.headers.get('allow')?.split(', '), what).not.toContain(method);
    expect.soft(answer.text && answer.json(), what).toEqual({
      error: expect.any(String),
      code: 'method_not_allowed',
      request_id: answer.headers.get('x-request-id'),
    });
    expectSecureHeaders(what, answer.headers);
  }
});

test('redirects logged-out visitors to the login with 303 and the full path as return_url', async ({ callAs }) => {
  const client = await callAs('anonymous');
  for (const path of [
    '/dashboard?period=720h',
    '/dashboard?notice=manual_billing&period=24h',
    '/account?part=logins',
    '/billing/return?session_id=cs_test_1&more=1',
    '/admin?search=a&sort=email',
    '/admin/keys?rank=20',
    '/admin/servers?x=1',
    '/admin/user/1/usage?period=168h',
  ]) {
    const answer = await client.send(path);
    expect.soft(`${path} ${answer.status}`).toBe(`${path} 303`);
    const to = new URL(answer.headers.get('location') ?? '', 'http://localhost');
    expect.soft([to.pathname, to.searchParams.get('return_url')]).toEqual(['/login', path]);
  }
});
