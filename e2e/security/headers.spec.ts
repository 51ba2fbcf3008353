import { expect, test } from '../fixtures.ts';
import { createWalk, logInThere } from '../oauth/support/walk.ts';
import { HttpClient } from '../support/http-client.ts';
import { stack } from '../support/stacks/stack.ts';
import { exchangeBytes } from './support/exchange.ts';
import { expectHeadersOfEveryResponse, expectSecureHeaders } from './support/expect-headers.ts';

type Asked = Parameters<HttpClient['send']>[1];

test('sends the security headers with every OAuth response, errors included (S36, S37)', async () => {
  const walk = await createWalk();
  const tokens = await logInThere(walk, { scope: 'openid email' });
  const client = new HttpClient(stack.baseUrl);
  const authorization = `Basic ${Buffer.from(`${walk.rp.id}:${walk.rp.secret}`).toString('base64')}`;
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const asApp = (form: Record<string, string>) => ({ form, headers: { authorization } });
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
  const { url } = await walk.rp.request({ prompt: 'none' });
  const begun = (await walk.rp.request()).url;
  const cases: [what: string, path: string, asked: Asked, status: number][] = [
    ['discovery', '/.well-known/openid-configuration', {}, 200],
    ['jwks', '/oauth2/jwks', {}, 200],
    ['authorize', begun.pathname + begun.search, {}, 303],
    ['authorize without a request', '/oauth2/authorize', {}, 303],
    ['authorize with prompt none', url.pathname + url.search, {}, 303],
    ['authorize for an unknown client', '/oauth2/authorize?client_id=none&response_type=code', {}, 303],
    ['userinfo', '/oauth2/userinfo', bearer(tokens.access_token), 200],
    ['userinfo with a wrong token', '/oauth2/userinfo', bearer('wrong'), 401],
    ['token', '/oauth2/token', asApp(refresh), 200],
    ['token without a grant type', '/oauth2/token', asApp({}), 400],
    ['token with a wrong secret', '/oauth2/token', { form: { client_id: walk.rp.id, client_secret: 'x' } }, 401],
    ['token as JSON', '/oauth2/token', { json: refresh }, 400],
    ['token by GET', '/oauth2/token', {}, 405],
    ['jwks by POST', '/oauth2/jwks', { form: {} }, 405],
    ['an unknown endpoint', '/oauth2/none', {}, 404],
    ['introspection', '/oauth2/introspect', asApp({ token: tokens.access_token }), 200],
    ['introspection without a client', '/oauth2/introspect', { form: { token: 'x' } }, 400],
    [
      'pushed request',
      '/oauth2/par',
      asApp({ client_id: walk.rp.id, response_type: 'code', redirect_uri: walk.rp.redirectUri, scope: 'openid' }),
      201,
    ],
    ['pushed request without a client', '/oauth2/par', { form: {} }, 400],
    ['device authorization without a client', '/oauth2/device_authorization', { form: {} }, 400],
    ['the page for a device', '/oauth2/device', {}, 303],
    ['revocation', '/oauth2/revoke', asApp({ token: tokens.access_token }), 200],
    ['revocation without a client', '/oauth2/revoke', { form: { token: 'x' } }, 400],
    ['end_session', '/oauth2/end_session', {}, 303],
    ['end_session with an invalid hint', '/oauth2/end_session?id_token_hint=x', {}, 400],
  ];
  for (const [what, path, asked, status] of cases) {
    const answer = await client.send(path, asked);
    expect.soft(`${what}: ${answer.status}`, answer.text.slice(0, 200)).toBe(`${what}: ${status}`);
    expectSecureHeaders(what, answer.headers);
    if (/token|userinfo|introspection/.test(what) && answer.status !== 404)
      expect.soft(answer.headers.get('cache-control') ?? 'none', `${what} ${answer.text}`).toContain('no-store');
  }
});

test('answers /userstatus without Next’s router exactly as the router would (S37, P6)', async ({ callAs }) => {
  for (const caller of ['subscriber', 'anonymous'] as const) {
    const client = await callAs(caller);
    const isRouted = async () => (await client.send('/userstatus')).headers.has('vary');
    await expect.poll(isRouted, 'the first request loads the handler').toBe(false);
    for (const headers of [{}, { prefer: 'handling=lenient' }]) {
      const [direct, routed] = await Promise.all([
        client.send('/userstatus', { headers }),
        client.send('/userstatus', { method: 'HEAD', headers }),
      ]);
      expect(direct.status).toBe(routed.status);
      expect(withoutItsOwn(direct.headers)).toEqual(withoutItsOwn(routed.headers));
    }
  }
});

test('sends the security headers with files, errors and health checks, and serves no source maps (S37, S56, S58)', async () => {
  const client = new HttpClient(stack.baseUrl);
  const home = await client.send('/');
  const [script = '', style = ''] = [/src="(\/_next\/[^"]+\.js)/, /href="(\/_next\/[^"]+\.css)/].map(
    (file) => file.exec(home.text)?.[1] ?? 'missing',
  );
  const large = 'x'.repeat(65 * 1024);
  const cases: [path: string, asked: Asked, status: number][] = [
    ['/healthz', {}, 200],
    ['/readyz', {}, 200],
    [script, {}, 200],
    [style, {}, 200],
    [`${script}.map`, {}, 404],
    [`${style}.map`, {}, 404],
    ['/_next/static/no-such-file.js', {}, 404],
    ['/_next/image?url=http%3A%2F%2F127.0.0.1%2F&w=64&q=75', {}, 404],
    ['/no/such/page', {}, 404],
    ['/no/such/page', { headers: { accept: 'application/json' } }, 404],
    ['/no/such/call', { method: 'DELETE' }, 404],
    ['/api/none', {}, 404],
    ['/admin/api/none', { json: {} }, 404],
    ['/login/email', {}, 405],
    ['/dashboard', { method: 'POST' }, 405],
    ['/login/email', { json: {} }, 422],
    ['/buy?micro=0&micro=1', {}, 400],
    ['/buy?foo=1', {}, 400],
    ['/dashboard?period=720h', {}, 303],
    ['/usagegraph/test/24h', {}, 401],
    ['/server.ts', {}, 404],
    ['/.env', {}, 404],
    ['/.git/config', {}, 404],
    ['/', { method: 'TRACE' }, 405],
    ['/userstatus', { method: 'PUT' }, 405],
    ['/userstatus', { method: 'PROPFIND' }, 405],
    ['/login/email', { method: 'POST', headers: { 'content-length': '0' } }, 400],
    ['/login/email', { form: { email: 'a' } }, 415],
    ['/login/email', { json: { email: large } }, 413],
    ['/login/form', { form: { email: large } }, 303],
    ['/api/webhooks/stripe', { json: { a: 'x'.repeat(513 * 1024) } }, 413],
    ['/change/password', { json: {}, headers: { origin: 'null' } }, 401],
    ['/login/email', { json: {}, headers: { origin: 'https://evil.example' } }, 403],
    ['/oauth2/authorize/%00', {}, 303],
    ['/%', {}, 400],
    ['/account/api/sessions/%ff', { method: 'DELETE' }, 400],
  ];
  for (const [path, asked, status] of cases) {
    const answer = await client.send(path, asked);
    expect.soft(`${path} ${answer.status}`).toBe(`${path} ${status}`);
    expectSecureHeaders(`${asked?.method ?? ''} ${path}`, answer.headers);
    expect.soft(answer.text, path).not.toMatch(/sourceMappingURL/);
  }
});

test('answers malformed and odd HTTP without a 5xx, with the security headers, and survives (S35, S37)', async () => {
  const post = 'POST /login/email HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n';
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${more}\r\n`;
  const cases: [what: string, bytes: string, status: RegExp][] = [
    ['a header without a colon', get('/', 'bad header\r\n'), /^400$/],
    ['a malformed request line', 'no http at all\r\n\r\n', /^400$/],
    ['a TLS ClientHello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', /^400$/],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', /^400$/],
    ['a Content-Length that is not a number', `${post}Content-Length: abc\r\n\r\n`, /^400$/],
    ['a negative Content-Length', `${post}Content-Length: -1\r\n\r\n`, /^400$/],
    ['two Content-Lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, /^400$/],
    [
      'both Content-Length and Transfer-Encoding',
      `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      /^400$/,
    ],
    ['a malformed chunk', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, /^4\d\d$/],
    ['an unsupported transfer coding', `${post}Transfer-Encoding: gzip\r\n\r\n`, /^400$/],
    ['a control character in a header', get('/', 'X-A: a\x01b\r\n'), /^400$/],
    ['headers over 16 kB', get('/', `X-A: ${'a'.repeat(20_000)}\r\n`), /^431$/],
    ['a cookie over 16 kB (S28)', get('/userstatus', `Cookie: ${'a'.repeat(20_000)}\r\n`), /^431$/],
    ['a URL over 16 kB', get(`/?${'a'.repeat(20_000)}`), /^414$/],
    ['a URL over 34 kB', get(`/?${'a'.repeat(40_000)}`), /^431$/],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', /^400$/],
    ['the URL of another site', get('http://evil.example/userstatus'), /^400$/],
    ['a path that starts with two slashes', get('//evil.example/%5c..'), /^[34]\d\d$/],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', /^4\d\d$|^204$/],
    ['an unknown Next-Action', get('/login', 'Next-Action: __proto__\r\n'), /^[24]\d\d$/],
    ['a malformed router state', get('/login', 'RSC: 1\r\nNext-Router-State-Tree: %5B%\r\n'), /^[234]\d\d$/],
  ];
  for (const [what, bytes, status] of cases) {
    const text = await exchangeBytes(stack.baseUrl, bytes);
    const [head = ''] = text.split('\r\n\r\n');
    const [line = '', ...lines] = head.split('\r\n');
    expect.soft(line.split(' ')[1] ?? `nothing: ${text}`, what).toMatch(status);
    const pairs = lines.map((each) => each.split(/: (.*)/s).slice(0, 2) as [string, string]);
    expectHeadersOfEveryResponse(what, new Headers(pairs));
    expect.soft(text, what).not.toMatch(/\n\s+at .+:\d+/);
  }
  expect((await new HttpClient(stack.baseUrl).send('/healthz')).status).toBe(200);
});

test('serves an admin the same bytes of public pages as a visitor (S42)', async ({ callAs }) => {
  const [visitor, admin] = [await callAs('anonymous'), await callAs('admin')];
  for (const path of ['/', '/pricing', '/privacy', '/terms', '/cookies', '/no/such/page'])
    expect((await admin.send(path)).text, path).toBe((await visitor.send(path)).text);
});

/** The headers without those that differ between any two responses, and without `vary`, which only the router sends. */
function withoutItsOwn(headers: Headers) {
  const {
    date: _date,
    vary: _vary,
    'content-length': _length,
    'x-request-id': id = '',
    ...rest
  } = Object.fromEntries(headers);
  expect(id).not.toBe('');
  const policy = rest['content-security-policy']?.replace(/'nonce-[^']+'/, "'nonce'");
  return { ...rest, 'content-security-policy': policy };
}
