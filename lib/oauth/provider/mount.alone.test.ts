import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { db, inTransaction, pool } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/routes/request-context.ts';
import { systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createClientRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { handleProviderRequest, isProviderRequest } from './mount.ts';
import { oauthProvider } from './provider.ts';
import { writeInTransaction } from '#lib/oauth/store/prepared-query.ts';
import { ensureSigningKeys } from '#lib/oauth/store/signing-keys.ts';
import { forgetProcessState, processState } from '#lib/base/process-state.ts';

const server = createServer((req, res) => void handleProviderRequest(req, res));
const confidential = unique('client');
const spa = unique('client');
const secret = randomToken();
const redirectUri = 'https://app.example/cb';
let userId = '';

beforeAll(async () => {
  await ensureSigningKeys(systemContext(db()));
  const redirectUris = [redirectUri];
  await createClientRow(db(), { id: confidential, redirectUris, secretHash: sha256(secret) });
  await createClientRow(db(), { id: spa, redirectUris, scopes: ['openid', 'email'], isPublic: true });
  userId = (await createUserRow(db())).id;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => void server.close());

type Answer = { status: number; headers: IncomingHttpHeaders; body: string; json: () => Record<string, unknown> };

function call(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  form?: Record<string, string>,
): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const type = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers: { ...type, ...headers } }, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      res.on('end', () =>
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body, json: () => JSON.parse(body) as never }),
      );
    });
    sent.on('error', reject).end(form && new URLSearchParams(form).toString());
  });
}

const basic = (id: string, password: string) => ({ authorization: `Basic ${btoa(`${id}:${password}`)}` });
const authorizeUrl = (params: Record<string, string>) => `/oauth2/authorize?${new URLSearchParams(params)}`;
const goodRequest = {
  client_id: confidential,
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'openid',
  state: 'xyz',
};

/** Issues the tokens and the code that a consent would, without going through its pages. */
async function issueTokens(clientId = confidential) {
  const { Client, Grant, AccessToken, RefreshToken, AuthorizationCode } = await oauthProvider();
  const client = await Client.find(clientId);
  if (!client) throw new Error('no client');
  const grant = new Grant({ accountId: userId, clientId });
  grant.addOIDCScope('openid email profile');
  const grantId = await grant.save();
  const shared = { accountId: userId, client, grantId, scope: 'openid profile', gty: 'authorization_code', claims: {} };
  const code = new AuthorizationCode({ ...shared, redirectUri, authTime: 1_700_000_000, nonce: 'n' });
  return {
    access: await new AccessToken(shared).save(),
    refresh: await new RefreshToken(shared).save(),
    code: await code.save(),
  };
}

test.each([
  ['GET', '/oauth2/jwks', true],
  ['OPTIONS', '/oauth2/token', true],
  ['POST', '/oauth2/par', true],
  ['POST', '/oauth2/register', true],
  ['POST', '/oauth2/device_authorization', true],
  ['GET', '/oauth2/device?user_code=x', true],
  ['POST', '/oauth2/device', true],
  ['GET', '/oauth2/device/uid', true],
  ['POST', '/oauth2/end_session/confirm', true],
  ['GET', '/.well-known/openid-configuration?x=1', true],
  ['GET', '/.well-known/oauth-authorization-server', true],
  ['GET', '/oauth2/authorize?client_id=a', true],
  ['POST', '/oauth2/authorize', true],
  ['GET', '/oauth2/authorize/uid', true],
  ['GET', '/oauth2/authorize?client_id=a&interaction=uid', false],
  ['GET', '/oauth2/authorize?error=invalid_client', false],
  ['POST', '/oauth2/authorize/uid', false],
  ['GET', '/oauth2/authorize/uid/login', false],
  ['POST', '/oauth2/device/uid', false],
  ['GET', '/oauth2/device/uid/login', false],
  ['PUT', '/oauth2/authorize', false],
  ['GET', '/oauth2/clients/abc', false],
  ['GET', '/oauth2/token/', false],
  ['GET', 'http://evil.example/oauth2/jwks', false],
  ['GET', '//evil.example/oauth2/jwks', false],
  ['GET', '/', false],
])('decides whether %s %s belongs to the provider: %s', (method, url, expected) => {
  expect(isProviderRequest(method, url)).toBe(expected);
});

describe('discovery', () => {
  const SPOOFED = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  };

  test('names our own origin and paths, whatever Host the request claims (S74)', async () => {
    const plain = await call('GET', '/.well-known/openid-configuration');
    const spoofed = await call('GET', '/.well-known/openid-configuration', SPOOFED);
    const oauth = await call('GET', '/.well-known/oauth-authorization-server', SPOOFED);
    expect(plain.status).toBe(200);
    expect(spoofed.json()).toEqual(plain.json());
    expect(oauth.json()).toEqual(plain.json());
    const at = (path: string) => `${env().APP_URL}${path}`;
    expect(plain.json()).toMatchObject({
      issuer: env().APP_URL,
      authorization_endpoint: at('/oauth2/authorize'),
      token_endpoint: at('/oauth2/token'),
      userinfo_endpoint: at('/oauth2/userinfo'),
      jwks_uri: at('/oauth2/jwks'),
      revocation_endpoint: at('/oauth2/revoke'),
      introspection_endpoint: at('/oauth2/introspect'),
      pushed_authorization_request_endpoint: at('/oauth2/par'),
      device_authorization_endpoint: at('/oauth2/device_authorization'),
      end_session_endpoint: at('/oauth2/end_session'),
    });
  });

  test('offers the code flow with S256, the device flow and nothing else (S66, S73)', async () => {
    const document = (await call('GET', '/.well-known/openid-configuration')).json();
    expect(document).toMatchObject({
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'email', 'profile', 'subscription', 'groups'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256', 'EdDSA'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      claims_parameter_supported: true,
      prompt_values_supported: ['none', 'login', 'consent', 'create'],
      dpop_signing_alg_values_supported: ['ES256', 'EdDSA', 'RS256'],
    });
    expect(document).not.toHaveProperty('registration_endpoint');
  });
});

const KINDS = [
  { kty: 'RSA', alg: 'RS256', use: 'sig' },
  { kty: 'EC', alg: 'ES256', use: 'sig' },
  { kty: 'OKP', alg: 'EdDSA', use: 'sig' },
];
const MEMBERS: Record<string, string[]> = {
  RSA: ['alg', 'e', 'kid', 'n', 'use'],
  EC: ['alg', 'crv', 'kid', 'use', 'x', 'y'],
  OKP: ['alg', 'crv', 'kid', 'use', 'x'],
};

test('publishes two public keys of each algorithm, the active ones first, without any private member', async () => {
  const { keys } = JSON.parse((await call('GET', '/oauth2/jwks')).body) as { keys: Record<string, unknown>[] };
  const active = await db().signingKey.findMany({ where: { state: 'active' }, select: { kid: true } });
  expect(
    keys
      .slice(0, 3)
      .map(({ kid }) => kid)
      .sort(),
  ).toEqual(active.map(({ kid }) => kid).sort());
  expect(keys).toMatchObject([...KINDS, ...KINDS]);
  for (const key of keys) expect(Object.keys(key)).not.toContain('d');
  for (const { kty, ...key } of keys) expect(Object.keys(key).sort()).toEqual(MEMBERS[String(kty)]);
});

test('publishes a new key without a restart', async () => {
  const before = await oauthProvider();
  expect(await oauthProvider()).toBe(before);
  await db().signingKey.updateMany({ where: { state: 'next' }, data: { state: 'retired', retiredAt: new Date() } });
  await ensureSigningKeys(systemContext(db()));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  const [after, same] = await Promise.all([oauthProvider(), oauthProvider()]);
  expect(after).not.toBe(before);
  expect(same).toBe(after);
  expect(JSON.parse((await call('GET', '/oauth2/jwks')).body).keys).toHaveLength(9);
});

describe('the token endpoint', () => {
  test.each([
    ['an unknown client', { client_id: 'nobody', client_secret: 'x' }, {}, 401, 'invalid_client'],
    ['a wrong secret in the body', { client_id: confidential, client_secret: 'x' }, {}, 401, 'invalid_client'],
    ['a wrong secret in the header', {}, basic(confidential, 'x'), 401, 'invalid_client'],
    [
      'the stored hash as secret',
      {},
      basic(confidential, Buffer.from(sha256(secret)).toString('base64url')),
      401,
      'invalid_client',
    ],
    ['no client', {}, {}, 400, 'invalid_request'],
    ['a secret from a public client', { client_id: spa, client_secret: 'x' }, {}, 401, 'invalid_client'],
    ['an unknown code', { code: 'x', redirect_uri: redirectUri }, basic(confidential, secret), 400, 'invalid_grant'],
  ])('answers %s with RFC 6749 JSON, even to a browser', async (_case, form, headers, status, error) => {
    const answer = await call(
      'POST',
      '/oauth2/token',
      { accept: 'text/html', ...headers },
      { grant_type: 'authorization_code', ...form },
    );
    expect(answer.status).toBe(status);
    expect(answer.json()).toMatchObject({ error, error_description: expect.any(String) });
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each(['client_credentials', 'password', 'implicit'])('has no %s grant', async (grant_type) => {
    const answer = await call('POST', '/oauth2/token', basic(confidential, secret), {
      grant_type,
      username: 'a',
      password: 'b',
      scope: 'openid',
    });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'unsupported_grant_type' });
  });

  test.each(['basic', 'post'])('issues one token set for 20 parallel redemptions of a code (%s)', async (method) => {
    const { code } = await issueTokens();
    const [headers, form] =
      method === 'basic' ? [basic(confidential, secret), {}] : [{}, { client_id: confidential, client_secret: secret }];
    const redeem = () =>
      call('POST', '/oauth2/token', headers, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        ...form,
      });
    const answers = await Promise.all(Array.from({ length: 20 }, redeem));
    const [won, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    for (const { status, body } of answers) if (status !== 200) expect(body).toContain('invalid_grant');
    const { id_token: idToken, access_token: access } = won?.json() ?? {};
    const [head, claims] = String(idToken)
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(atob(part)) as unknown);
    expect(head).toMatchObject({
      alg: 'RS256',
      kid: (await db().signingKey.findFirstOrThrow({ where: { state: 'active', alg: 'RS256' } })).kid,
    });
    expect(claims).toMatchObject({ iss: env().APP_URL, sub: userId, aud: confidential, nonce: 'n' });
    expect((await call('GET', '/oauth2/userinfo', { authorization: `Bearer ${String(access)}` })).status).toBe(401);
  });

  test('rotates refresh tokens; a retry within 30 s revokes nothing, a later reuse revokes the family (S71)', async () => {
    const { refresh } = await issueTokens();
    const use = (token: string) =>
      call('POST', '/oauth2/token', basic(confidential, secret), { grant_type: 'refresh_token', refresh_token: token });
    const first = await use(refresh);
    expect(first.status).toBe(200);
    const second = String(first.json().refresh_token);
    expect(second).not.toBe(refresh);
    expect((await use(refresh)).json()).toMatchObject({ error: 'invalid_grant' });
    const inspected = await call('POST', '/oauth2/introspect', basic(confidential, secret), { token: refresh });
    expect(inspected.json()).toEqual({ active: false });
    const third = String((await use(second)).json().refresh_token);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    expect((await use(refresh)).json()).toMatchObject({ error: 'invalid_grant' });
    expect((await use(third)).json()).toMatchObject({ error: 'invalid_grant' });
  });
});

test("discards a saved grant when the caller's transaction is rolled back (S81)", async () => {
  const { Grant } = await oauthProvider();
  const grant = new Grant({ accountId: userId, clientId: confidential });
  let id = '';
  const deciding = inTransaction(db(), async (tx) => {
    id = await writeInTransaction(tx, () => grant.save());
    throw new Error('rolled back');
  });
  await expect(deciding).rejects.toThrow('rolled back');
  expect(id).not.toBe('');
  expect(await Grant.find(id)).toBeUndefined();
});

describe('a token', () => {
  const userinfo = (token: string) => call('GET', '/oauth2/userinfo', { authorization: `Bearer ${token}` });

  test('gives the claims of its scope until the user is blocked (S75)', async () => {
    const { access } = await issueTokens();
    const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } });
    const local = email?.split('@')[0] ?? '';
    expect((await userinfo(access)).json()).toEqual({
      sub: userId,
      preferred_username: expect.stringMatching(new RegExp(`^${local}-[0-9a-f]{8}$`)),
      name: expect.any(String),
      updated_at: expect.any(Number),
    });
    const inspect = () => call('POST', '/oauth2/introspect', basic(confidential, secret), { token: access });
    expect((await inspect()).json()).toMatchObject({ active: true, sub: userId });
    await db().user.update({ where: { id: userId }, data: { blockedAt: new Date() } });
    expect((await userinfo(access)).status).toBe(401);
    expect((await inspect()).json()).toEqual({ active: false });
    await db().user.update({ where: { id: userId }, data: { blockedAt: null } });
  });

  test('cannot be introspected or revoked by another client, and ends when its own client revokes it', async () => {
    const { access } = await issueTokens();
    expect((await call('POST', '/oauth2/introspect', {}, { client_id: spa, token: access })).json()).toEqual({
      active: false,
    });
    expect((await call('POST', '/oauth2/revoke', {}, { client_id: spa, token: access })).status).toBe(200);
    expect((await userinfo(access)).status).toBe(200);
    expect((await call('POST', '/oauth2/revoke', basic(confidential, secret), { token: access })).status).toBe(200);
    expect((await userinfo(access)).status).toBe(401);
  });
});

describe('a page of another origin (S34)', () => {
  const origin = 'https://evil.example';
  const allowed = (answer: Answer) => answer.headers['access-control-allow-origin'];

  test.each(['/oauth2/jwks', '/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'])(
    'can read %s',
    async (path) => {
      expect(allowed(await call('GET', path, { origin }))).toBe(origin);
    },
  );

  test.each([
    ['a public client, its own origin', spa, 'https://app.example', true],
    ['a public client, another origin', spa, origin, false],
    ['a public client, origin null', spa, 'null', false],
    ['a confidential client', confidential, 'https://app.example', false],
  ])('sends token and userinfo requests only if allowed: %s', async (_case, client, from, expected) => {
    const auth: Record<string, string> = client === spa ? {} : basic(client, secret);
    const form = {
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: redirectUri,
      ...(client === spa && { client_id: spa }),
    };
    const token = await call('POST', '/oauth2/token', { ...auth, origin: from }, form);
    const { access } = await issueTokens(client);
    const info = await call('GET', '/oauth2/userinfo', { authorization: `Bearer ${access}`, origin: from });
    for (const answer of [token, info]) {
      expect(allowed(answer)).toBe(expected ? from : undefined);
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
    expect(info.status).toBe(expected ? 200 : 400);
  });
});

describe('an authorization request', () => {
  test('redirects to our page if a user must answer, and stores its interaction', async () => {
    const answer = await call('GET', authorizeUrl(goodRequest), { host: 'evil.example' });
    expect(answer.status).toBe(303);
    const page = new URL(answer.headers.location ?? '', env().APP_URL);
    const uid = page.searchParams.get('interaction') ?? '';
    expect(page.origin + page.pathname).toBe(`${env().APP_URL}/oauth2/authorize`);
    expect(Object.fromEntries(page.searchParams)).toEqual({ ...goodRequest, interaction: uid });
    expect(isProviderRequest('GET', page.pathname + page.search)).toBe(false);
    const stored = await (await oauthProvider()).Interaction.find(uid);
    expect(stored?.params).toMatchObject(goodRequest);
    const cookies = answer.headers['set-cookie'] ?? [];
    expect(cookies.find((cookie) => cookie.startsWith('rspamd_premium_op_resume='))).toMatch(
      new RegExp(`path=/oauth2/authorize/${uid};.*samesite=lax; httponly`),
    );
    expect(cookies.some((cookie) => cookie.startsWith('rspamd_premium_op_resume.sig='))).toBe(true);
  });

  test('gets the scope openid if it has no scope', async () => {
    const { scope: _scope, ...rest } = goodRequest;
    const answer = await call('GET', authorizeUrl(rest));
    expect(new URL(answer.headers.location ?? '', env().APP_URL).searchParams.get('scope')).toBe('openid');
  });

  test('becomes a GET with the same parameters if it is a POST', async () => {
    const answer = await call('POST', '/oauth2/authorize', {}, { ...goodRequest, interaction: 'theirs' });
    expect(answer).toMatchObject({ status: 303, headers: { location: authorizeUrl(goodRequest) } });
    expect((await call('POST', '/oauth2/authorize', {}, { state: 'x'.repeat(20_000) })).headers.location).toBe(
      '/oauth2/authorize?error=invalid_request',
    );
    expect((await call('POST', '/oauth2/authorize')).headers.location).toBe('/oauth2/authorize?error=invalid_request');
  });

  test.each([
    ['an unknown client', { ...goodRequest, client_id: 'nobody' }, 'invalid_client'],
    ['a changed redirect_uri', { ...goodRequest, redirect_uri: `${redirectUri}/` }, 'invalid_redirect_uri'],
    ['no redirect_uri', { client_id: confidential, response_type: 'code' }, 'invalid_request'],
    ['response_type token', { ...goodRequest, response_type: 'token' }, 'unsupported_response_type'],
    ['response_type none', { ...goodRequest, response_type: 'none' }, 'unsupported_response_type'],
  ])('with %s redirects to the error page, never to the client', async (_case, params, error) => {
    expect(await call('GET', authorizeUrl(params))).toMatchObject({
      status: 303,
      headers: { location: `/oauth2/authorize?error=${error}` },
    });
  });

  test('must have the registered port of a native client, which oidc-provider alone would ignore (S63)', async () => {
    const id = unique('client');
    const redirectUris = ['com.example.app:/cb', 'http://127.0.0.1:4000/cb'];
    await createClientRow(db(), { id, redirectUris, isPublic: true });
    const ask = async (redirect_uri: string) => {
      const params = { ...goodRequest, client_id: id, redirect_uri, code_challenge: 'x'.repeat(43) };
      return (await call('GET', authorizeUrl({ ...params, code_challenge_method: 'S256' }))).headers.location;
    };
    expect(await ask('http://127.0.0.1:4000/cb')).toContain('interaction=');
    expect(await ask('http://127.0.0.1:4001/cb')).toBe('/oauth2/authorize?error=invalid_redirect_uri');
  });

  test.each([
    ['prompt=none', { prompt: 'none' }, 'login_required'],
    ['a scope the client does not have', { client_id: spa, scope: 'openid profile' }, 'invalid_scope'],
    ['plain PKCE', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
    ['a public client without PKCE', { client_id: spa }, 'invalid_request'],
  ])('with %s redirects to the client, with state and iss (S66, S73)', async (_case, params, error) => {
    const answer = await call('GET', authorizeUrl({ ...goodRequest, ...params }));
    const target = new URL(answer.headers.location ?? '');
    expect(target.origin + target.pathname).toBe(redirectUri);
    expect(Object.fromEntries(target.searchParams)).toMatchObject({ error, state: 'xyz', iss: env().APP_URL });
  });

  test('needs PKCE if the client requires it', async () => {
    await db().oAuthClient.update({ where: { id: confidential }, data: { requirePkce: true } });
    const answer = await call('GET', authorizeUrl(goodRequest));
    expect(answer.headers.location).toContain('error=invalid_request');
    await db().oAuthClient.update({ where: { id: confidential }, data: { requirePkce: false } });
  });
});

test('redirects a logout without a logged-in user to the home page', async () => {
  expect(await call('GET', '/oauth2/end_session')).toMatchObject({ status: 303, headers: { location: '/' } });
  expect(await call('GET', '/oauth2/end_session/success')).toMatchObject({ status: 303, headers: { location: '/' } });
});

describe('accepts 60 requests a minute from one address, and answers the next with 429 and Retry-After:', () => {
  const rows = () => db().oidcArtifact.count();

  test('pushed requests of a public client', async () => {
    const from = { [CLIENT_ADDRESS_HEADER]: '203.0.113.1' };
    const challenge = Buffer.from(sha256(randomToken())).toString('base64url');
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    const push = () => call('POST', '/oauth2/par', from, { ...goodRequest, ...pkce, client_id: spa });
    for (let n = 0; n < 60; n++) expect((await push()).status).toBe(201);
    const before = await rows();
    const refused = await push();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json()).toMatchObject({ error: 'temporarily_unavailable' });
    expect(await rows()).toBe(before);
    const other = { [CLIENT_ADDRESS_HEADER]: '203.0.113.2' };
    expect((await call('POST', '/oauth2/par', other, { ...goodRequest, ...pkce, client_id: spa })).status).toBe(201);
  });

  test('authorization requests', async () => {
    const from = { [CLIENT_ADDRESS_HEADER]: '203.0.113.4' };
    for (let n = 0; n < 60; n++) expect((await call('GET', authorizeUrl(goodRequest), from)).status).toBe(303);
    const before = await rows();
    const refused = await call('GET', authorizeUrl(goodRequest), from);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).toContain('Authorization Error');
    expect(await rows()).toBe(before);
  });

  test('logouts', async () => {
    const from = { [CLIENT_ADDRESS_HEADER]: '203.0.113.3' };
    for (let n = 0; n < 60; n++) expect((await call('GET', '/oauth2/end_session', from)).status).toBe(303);
    const refused = await call('GET', '/oauth2/end_session', from);
    expect(refused).toMatchObject({ status: 429, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('with the database down', () => {
  const away = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));

  test('returns no tokens that cannot be stored, and the refresh token still works (R8, R10)', async () => {
    const { refresh } = await issueTokens();
    const use = () =>
      call('POST', '/oauth2/token', basic(confidential, secret), {
        grant_type: 'refresh_token',
        refresh_token: refresh,
      });
    const query = pool().query.bind(pool()) as (statement: { text?: string }) => Promise<unknown>;
    vi.spyOn(pool(), 'query').mockImplementation(((statement: { text?: string }) =>
      statement.text?.includes('INSERT') ? away() : query(statement)) as never);
    const refused = await use();
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(refused.json()).toEqual({ error: 'temporarily_unavailable', error_description: expect.any(String) });
    vi.restoreAllMocks();
    expect((await use()).status).toBe(200);
  });

  test('answers 503 with Retry-After in the form of RFC 6749 if no provider was created before', async () => {
    const shared = processState('oauth provider');
    const known = { ...shared };
    forgetProcessState('oauth provider');
    vi.spyOn(db().signingKey, 'findMany').mockImplementation(away as never);
    const answer = await call('GET', '/oauth2/jwks');
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } });
    expect(answer.json()).toEqual({ error: 'temporarily_unavailable', error_description: expect.any(String) });
    Object.assign(shared, known);
  });

  test('still serves the keys of an existing provider, and refuses tokens with 503', async () => {
    await oauthProvider();
    vi.spyOn(db().signingKey, 'findMany').mockImplementation(away as never);
    vi.spyOn(pool(), 'query').mockImplementation(away);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
    expect((await call('GET', '/oauth2/jwks')).status).toBe(200);
    const answer = await call('POST', '/oauth2/token', basic(confidential, secret), {
      grant_type: 'authorization_code',
    });
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(answer.json()).toMatchObject({ error: 'temporarily_unavailable' });
    const page = await call('GET', authorizeUrl(goodRequest));
    expect(page).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5', 'content-type': expect.stringContaining('html') },
    });
    expect(page.body).toContain('Failed to fetch client details.');
  });
});
