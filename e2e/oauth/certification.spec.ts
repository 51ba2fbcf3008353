/**
 * Repeats the modules of the OpenID Foundation's Basic OP certification, under their original names, with openid-client
 * as the client. Those about tokens and userinfo: certification-tokens.spec.ts.
 */
import * as client from 'openid-client';
import { db } from '#lib/base/db/db.ts';
import { MINUTE } from '#lib/base/time.ts';
import { expect, test } from '../fixtures.ts';
import { stack } from '../support/stacks/stack.ts';
import { createRelyingParty } from './support/relying-party.ts';
import { authorize, claimsOf, createWalk, logInAgain, logInThere, textOf } from './support/walk.ts';

test.describe.configure({ mode: 'parallel' });

test('oidcc-server: issues code, tokens, ID token and userinfo to a confidential client', async () => {
  const walk = await createWalk();
  const { request, answer } = await authorize(walk);
  expect(Object.fromEntries(answer.searchParams)).toEqual({
    code: expect.stringMatching(/^[\w-]{43}$/),
    state: request.checks.expectedState,
    iss: stack.baseUrl,
  });
  const tokens = await walk.rp.redeem(answer, request);
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'openid' });
  const claims = claimsOf(tokens);
  expect(claims).toMatchObject({ iss: stack.baseUrl, aud: walk.rp.id, sub: walk.user.id });
  expect(claims.auth_time).toBeGreaterThan(Date.now() / 1000 - 60);
  expect(claims.exp - claims.iat).toBeLessThanOrEqual(3600);
  expect(claims.nonce).toBe(request.checks.expectedNonce);
  expect(await client.fetchUserInfo(walk.rp.config, tokens.access_token, claims.sub)).toEqual({ sub: walk.user.id });
});

test('oidcc-response-type-missing: shows the error card instead of redirecting to the client', async () => {
  const walk = await createWalk();
  const { url } = await walk.rp.request();
  url.searchParams.delete('response_type');
  const stop = await walk.browser.open(url);
  expect(textOf(stop)).toContain('Invalid OAuth2 authorization request. Missing required parameters.');
});

test('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
  const tokens = await logInThere(await createWalk(), {}, { nonce: false });
  expect(claimsOf(tokens).nonce).toBeUndefined();
});

for (const [module, display] of Object.entries({ 'oidcc-display-page': 'page', 'oidcc-display-popup': 'popup' }))
  test(module, async () => {
    expect(claimsOf(await logInThere(await createWalk(), { display })).sub).toBeTruthy();
  });

test('oidcc-prompt-login: asks for a new login and updates auth_time', async () => {
  const walk = await createWalk();
  await db().signInSession.update({ where: { id: walk.sessionId }, data: { authTime: new Date(Date.now() - MINUTE) } });
  const first = claimsOf(await logInThere(walk));
  const request = await walk.rp.request({ prompt: 'login' });
  const page = await walk.browser.open(request.url);
  expect(textOf(page)).toContain('Log In to Continue');
  expect(textOf(await walk.browser.open(page.url)), 'an earlier login does not count').toContain('Log In to Continue');
  await logInAgain(walk);
  const { url } = await walk.browser.goOn(await walk.browser.open(page.url));
  const second = claimsOf(await walk.rp.redeem(url, request));
  expect(second.sub).toBe(first.sub);
  expect(second.auth_time).toBeGreaterThan(first.auth_time ?? Infinity);
});

test('oidcc-prompt-none-not-logged-in: returns login_required', async () => {
  const walk = await createWalk();
  const request = await walk.rp.request({ prompt: 'none' });
  await db().signInSession.delete({ where: { id: walk.sessionId } });
  const { url } = await walk.browser.open(request.url);
  expect(url.href.startsWith(walk.rp.redirectUri)).toBe(true);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    error: 'login_required',
    state: request.checks.expectedState,
    iss: stack.baseUrl,
  });
});

test('oidcc-prompt-none-logged-in: returns the same sub and auth_time without showing a page', async () => {
  const walk = await createWalk();
  const first = claimsOf(await logInThere(walk));
  const request = await walk.rp.request({ prompt: 'none' });
  const { page, url } = await walk.browser.open(request.url);
  expect(page).toBeNull();
  expect(claimsOf(await walk.rp.redeem(url, request))).toMatchObject({ sub: first.sub, auth_time: first.auth_time });
});

test('oidcc-max-age-1: asks for a new login when the last one is older', async () => {
  const walk = await createWalk();
  await db().signInSession.update({ where: { id: walk.sessionId }, data: { authTime: new Date(Date.now() - 10_000) } });
  const first = claimsOf(await logInThere(walk));
  const request = await walk.rp.request({ max_age: '1' });
  const page = await walk.browser.open(request.url);
  expect(textOf(page)).toContain('Log In to Continue');
  await logInAgain(walk);
  const { url } = await walk.browser.goOn(await walk.browser.open(page.url));
  expect(claimsOf(await walk.rp.redeem(url, request)).auth_time).toBeGreaterThan(first.auth_time ?? Infinity);
});

test('oidcc-max-age-10000: accepts a login that is recent enough', async () => {
  const walk = await createWalk();
  const first = claimsOf(await logInThere(walk));
  const second = claimsOf(await logInThere(walk, { max_age: '10000' }));
  expect(second).toMatchObject({ sub: first.sub, auth_time: first.auth_time });
});

test('oidcc-ensure-request-with-unknown-parameter-succeeds', async () => {
  expect((await logInThere(await createWalk(), { extra: 'foobar' })).access_token).toBeTruthy();
});

test("oidcc-id-token-hint: accepts the current user's hint and refuses another user's", async () => {
  const walk = await createWalk();
  const { id_token: hint = '' } = await logInThere(walk);
  const tokens = await logInThere(walk, { prompt: 'none', id_token_hint: hint });
  expect(claimsOf(tokens).sub).toBe(walk.user.id);
  const other = await createWalk();
  await authorize({ rp: walk.rp, browser: other.browser });
  const request = await walk.rp.request({ prompt: 'none', id_token_hint: hint });
  const { url } = await other.browser.open(request.url);
  expect(url.searchParams.get('error')).toBe('login_required');
  const asked = await other.browser.open((await walk.rp.request({ id_token_hint: hint })).url);
  expect(asked.url.search).not.toContain('id_token_hint');
  await logInAgain(other);
  expect(textOf(await other.browser.open(asked.url)), 'a new login as the wrong user does not help').toContain(
    'Log In to Continue',
  );
});

for (const [module, parameters] of Object.entries({
  'oidcc-login-hint': { login_hint: 'somebody@example.com' },
  'oidcc-ui-locales': { ui_locales: 'se' },
  'oidcc-claims-locales': { claims_locales: 'se' },
  'oidcc-ensure-request-with-acr-values-succeeds': { acr_values: '1 2' },
}))
  test(module, async () => {
    const walk = await createWalk();
    expect(claimsOf(await logInThere(walk, parameters)).sub).toBe(walk.user.id);
  });

test('oidcc-claims-essential: returns the claim from user info', async () => {
  const walk = await createWalk();
  const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
  const { access_token: token } = await logInThere(walk, { claims });
  expect(await client.fetchUserInfo(walk.rp.config, token, walk.user.id)).toEqual({
    sub: walk.user.id,
    name: expect.stringMatching(/^Walk /),
  });
});

test('oidcc-ensure-registered-redirect-uri: shows the error card for every changed redirect URI (S63)', async () => {
  const walk = await createWalk();
  for (const redirect_uri of [
    ...[`${walk.rp.redirectUri}/`, `${walk.rp.redirectUri}?a=b`, 'https://app.test.example:443/callback'],
    ...['https://APP.test.example/callback', 'https://evil.example/callback', 'javascript:alert(1)//'],
  ]) {
    const stop = await walk.browser.open((await walk.rp.request({ redirect_uri })).url);
    expect(textOf(stop), redirect_uri).toContain('Authorization Error The redirect URI is not registered');
  }
});

test('oidcc-ensure-post-request-succeeds', async () => {
  const { rp, browser } = await createWalk();
  const request = await rp.request();
  const page = await browser.open('/oauth2/authorize', { form: Object.fromEntries(request.url.searchParams) });
  const { url } = await browser.decide(page, 'authorize');
  expect((await rp.redeem(url, request)).access_token).toBeTruthy();
});

for (const [module, parameters, error] of [
  [
    'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
    (request: string) => ({ request }),
    'request_not_supported',
  ],
  ['oidcc-ensure-request-object-with-redirect-uri', (request: string) => ({ request }), 'request_not_supported'],
  [
    'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
    () => ({ request_uri: 'https://app.test.example/request.jwt' }),
    'request_uri_not_supported',
  ],
] as const)
  test(`${module}: returns ${error} (S62)`, async () => {
    const { rp, browser } = await createWalk();
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const object = `${part({ alg: 'none' })}.${part({ client_id: rp.id, redirect_uri: rp.redirectUri })}.`;
    const request = await rp.request();
    for (const [name, value] of Object.entries(parameters(object))) request.url.searchParams.set(name, value);
    const { url } = await browser.open(request.url);
    expect(url.href.startsWith(rp.redirectUri)).toBe(true);
    expect(url.searchParams.get('error')).toBe(error);
  });

test('oidcc-discovery-endpoint-verification', async () => {
  const { config } = await createRelyingParty();
  const metadata = config.serverMetadata();
  expect(metadata).toMatchObject({
    issuer: stack.baseUrl,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256', 'EdDSA'],
    scopes_supported: ['openid', 'email', 'profile', 'subscription', 'groups'],
    claims_parameter_supported: true,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
  });
  expect(metadata.claims_supported).toEqual(expect.arrayContaining(['sub', 'email', 'name', 'auth_time']));
  const jwks = (await (await fetch(metadata.jwks_uri ?? '')).json()) as { keys: { kid: string; d?: string }[] };
  expect(new Set(jwks.keys.map(({ kid }) => kid)).size).toBe(jwks.keys.length);
  for (const key of jwks.keys) expect(key).not.toHaveProperty('d');
  for (const [name, value] of Object.entries(metadata))
    if (name.endsWith('_endpoint') || name === 'jwks_uri')
      expect(value).toEqual(expect.stringContaining(`${stack.baseUrl}/oauth2/`));
});
