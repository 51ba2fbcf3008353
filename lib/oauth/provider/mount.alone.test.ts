import { describe, expect, test, vi } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { ensureSigningKeys } from '#lib/oauth/store/signing-keys.ts';
import { systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import {
  type Answer,
  basic,
  call,
  confidential,
  issueTokens,
  mountForTests,
  redirectUri,
  secret,
  spa,
} from '#lib/testing/oauth/mounted-provider.ts';
import { isProviderRequest } from './mount.ts';
import { oauthProvider } from './provider.ts';

mountForTests();

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

test('redirects a logout without a logged-in user to the home page', async () => {
  expect(await call('GET', '/oauth2/end_session')).toMatchObject({ status: 303, headers: { location: '/' } });
  expect(await call('GET', '/oauth2/end_session/success')).toMatchObject({ status: 303, headers: { location: '/' } });
});
