/**
 * Repeats modules of the OpenID Foundation's Dynamic OP certification, under their original names, with clients that
 * register themselves. Modules that do not apply are in docs/conformance.md.
 */
import { fetchUserInfo } from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { SIGNING_ALGORITHMS } from '#lib/oauth/algorithms.ts';
import { ensureSigningKeys } from '#lib/oauth/store/signing-keys.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/routes/request-context.ts';
import { adminContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { partOfJwt } from '#lib/testing/oauth/logout-endpoint.ts';
import { startProviderServer } from '#lib/testing/oauth/provider-server.ts';
import { startMountedProvider } from '#lib/testing/oauth/relying-party.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { createInitialToken, updateRegistrationSettings } from '#lib/oauth/clients/manage-registration.ts';

const REDIRECT = 'https://app.example/cb';
let provider: Awaited<ReturnType<typeof startProviderServer>>;
let mounted: Awaited<ReturnType<typeof startMountedProvider>>;
let token = '';
let asked = 0;

beforeAll(async () => {
  await ensureSigningKeys(systemContext(db()));
  provider = await startProviderServer();
  mounted = await startMountedProvider();
  await updateRegistrationSettings(adminContext(db()), { registration: true, metadata_documents: false });
  ({ token } = await createInitialToken(adminContext(db()), { max_uses: 100, days: 1 }));
});
afterAll(() => {
  provider.close();
  mounted.close();
});

const register = (fields: object) =>
  provider.send('POST', '/oauth2/register', {
    json: { client_name: 'Suite', redirect_uris: [REDIRECT], ...fields },
    headers: { authorization: `Bearer ${token}`, [CLIENT_ADDRESS_HEADER]: `198.51.100.${(asked += 1)}` },
  });

async function open(clientId: unknown, redirectUri?: string) {
  const query = new URLSearchParams({
    ...{ client_id: String(clientId), response_type: 'code', scope: 'openid' },
    ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
    ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
  });
  return (await provider.send('GET', `/oauth2/authorize?${query}`)).headers.location ?? '';
}

/** Logs a person in to the client that was registered; openid-client verifies the ID token. */
async function logIn({ body }: Awaited<ReturnType<typeof register>>, alg = 'RS256') {
  const person = await createSignedInUser(db());
  const app = await mounted.setUp(String(body.client_id), String(body.client_secret), alg);
  return { person, app, tokens: await app.logIn(person, 'openid') };
}

test('oidcc-server: registers a client, and logs a person in', async () => {
  const registered = await register({});
  expect(registered.status).toBe(201);
  expect(registered.body.client_id_issued_at).toBeGreaterThan(Date.now() / 1000 - 60);
  expect(registered.body.client_secret_expires_at).toBe(0);
  const { person, app, tokens } = await logIn(registered);
  expect(tokens.claims()).toMatchObject({ iss: env().APP_URL, aud: app.id, sub: person.id });
  expect(await fetchUserInfo(app.config, tokens.access_token, person.id)).toEqual({ sub: person.id });
});

test.each(SIGNING_ALGORITHMS)('oidcc-idtoken-rs256: signs ID tokens with the registered algorithm, %s', async (alg) => {
  const registered = await register({ id_token_signed_response_alg: alg });
  expect(registered.body.id_token_signed_response_alg).toBe(alg);
  const { tokens } = await logIn(registered, alg);
  expect(partOfJwt(tokens.id_token ?? '', 0)).toMatchObject({ alg, kid: expect.any(String) });
});

test('oidcc-idtoken-unsigned: refuses to register a client for unsigned ID tokens', async () => {
  const { status, body } = await register({ id_token_signed_response_alg: 'none' });
  expect([status, body.error]).toEqual([400, 'invalid_client_metadata']);
});

test('oidcc-ensure-redirect-uri-in-authorization-request: shows the error card without a redirect URI', async () => {
  const { body } = await register({});
  expect(await open(body.client_id)).toBe('/oauth2/authorize?error=invalid_request');
});

test('oidcc-redirect-uri-query-OK: accepts a redirect URI with its registered query', async () => {
  const { body } = await register({ redirect_uris: [`${REDIRECT}?foo=bar`] });
  expect(await open(body.client_id, `${REDIRECT}?foo=bar`)).toContain('interaction=');
});

test.each([
  ['oidcc-redirect-uri-query-mismatch', `${REDIRECT}?foo=bar`, `${REDIRECT}?foo=other`],
  ['oidcc-redirect-uri-query-added', REDIRECT, `${REDIRECT}?foo=bar`],
])('%s: shows the error card', async (_module, registered, sent) => {
  const { body } = await register({ redirect_uris: [registered] });
  expect(await open(body.client_id, sent)).toBe('/oauth2/authorize?error=invalid_redirect_uri');
});

test('oidcc-redirect-uri-regfrag: refuses a redirect URI with a fragment', async () => {
  const { status, body } = await register({ redirect_uris: [`${REDIRECT}#foobar`] });
  expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
});

test.each([
  ['oidcc-registration-logo-uri', 'logo_uri'],
  ['oidcc-registration-policy-uri', 'policy_uri'],
  ['oidcc-registration-tos-uri', 'tos_uri'],
])('%s: registers the client, and ignores the URL', async (_module, field) => {
  const { status, body } = await register({ [field]: 'https://app.example/x' });
  expect([status, body[field]]).toEqual([201, undefined]);
  expect(await open(body.client_id, REDIRECT)).toContain('interaction=');
});

test('oidcc-registration-sector-bad: refuses a sector URL', async () => {
  const { status, body } = await register({ sector_identifier_uri: 'https://app.example/bad.json' });
  expect([status, body.error]).toEqual([400, 'invalid_client_metadata']);
});
