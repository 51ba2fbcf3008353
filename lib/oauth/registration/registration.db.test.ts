import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as client from 'openid-client';
import { randomToken } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { isProviderRequest } from '#lib/oauth/provider/mount.ts';
import { ensureSigningKeys } from '#lib/oauth/store/signing-keys.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/routes/request-context.ts';
import { adminContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { startProviderServer } from '#lib/testing/oauth/provider-server.ts';
import { DAY } from '#lib/base/time.ts';
import { blockOAuthClient, updateOAuthClient } from '#lib/oauth/clients/manage-clients.ts';
import {
  createInitialToken,
  listInitialTokens,
  revokeInitialToken,
  updateRegistrationSettings,
} from '#lib/oauth/clients/manage-registration.ts';

const REDIRECT = 'https://app.example/cb';
const metadata = { client_name: 'Mail Desk', redirect_uris: [REDIRECT] };
let provider: Awaited<ReturnType<typeof startProviderServer>>;
const ctx = () => adminContext(db());
const turn = (registration: boolean) => updateRegistrationSettings(ctx(), { registration, metadata_documents: false });
const newToken = async (uses = 1) => (await createInitialToken(ctx(), { max_uses: uses, days: 1 })).token;
let asked = 0;

/** Sends each request from another IP address by default, because of the rate limit. */
async function register(json: unknown, token?: string, address = `198.51.100.${(asked += 1)}`) {
  const authorization = `Bearer ${token ?? (await newToken())}`;
  return provider.send('POST', '/oauth2/register', {
    json,
    headers: { authorization, [CLIENT_ADDRESS_HEADER]: address },
  });
}
const countClients = () => db().oAuthClient.count({ where: { kind: 'registered' } });

beforeAll(async () => {
  await ensureSigningKeys(systemContext(db()));
  provider = await startProviderServer();
});
beforeEach(() => turn(true));
afterAll(() => provider.close());

describe('a registration (S92)', () => {
  test('stores a client that can use its secret, without the scopes of the subscription', async () => {
    const { status, body } = await register({ ...metadata, scope: 'openid email', logo_uri: 'https://evil.example/x' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      client_name: 'Mail Desk',
      scope: 'openid email',
      grant_types: ['authorization_code', 'refresh_token'],
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
    });
    for (const absent of ['logo_uri', 'registration_access_token', 'registration_client_uri'])
      expect(body).not.toHaveProperty(absent);
    const row = await db().oAuthClient.findUniqueOrThrow({ where: { id: String(body.client_id) } });
    expect(row).toMatchObject({ kind: 'registered', requirePkce: true, mayReadSubscription: false });
    expect(JSON.stringify(row)).not.toContain(String(body.client_secret));
    const credentials = btoa(`${String(body.client_id)}:${String(body.client_secret)}`);
    const form = { grant_type: 'authorization_code', code: 'x'.repeat(43), redirect_uri: REDIRECT };
    const answer = await provider.send('POST', '/oauth2/token', {
      form,
      headers: { authorization: `Basic ${credentials}` },
    });
    expect(answer.body.error, 'authenticated, and refused because of the code').toBe('invalid_grant');
  });

  test('works with openid-client, from discovery alone', async () => {
    const options = {
      initialAccessToken: await newToken(),
      // oxlint-disable-next-line typescript/no-deprecated -- deprecated only to stand out; this is loopback
      execute: [client.allowInsecureRequests],
      [client.customFetch]: (url: string, init: object) => {
        const { pathname } = new URL(url);
        return fetch(provider.origin + pathname, init);
      },
    };
    const issuer = new URL(env().APP_URL);
    const config = await client.dynamicClientRegistration(issuer, { ...metadata }, undefined, options);
    const { client_id: id, client_name: name } = config.clientMetadata();
    expect([name, await db().oAuthClient.count({ where: { id } })]).toEqual(['Mail Desk', 1]);
  });

  test('gets its host as its name and the default scopes if it sends neither name nor scope', async () => {
    const { body } = await register({ redirect_uris: [REDIRECT] });
    expect(body).toMatchObject({ client_name: 'app.example', scope: 'openid email profile' });
  });

  test.each([
    ['a loopback URI', ['http://127.0.0.1:8123/cb']],
    ['a reversed domain', ['com.example.app:/cb']],
  ])('lets a native public client have %s', async (_what, redirect_uris) => {
    const native = { application_type: 'native', token_endpoint_auth_method: 'none', redirect_uris };
    const { status, body } = await register({ ...metadata, ...native });
    expect([status, body.client_secret]).toEqual([201, undefined]);
  });
});

describe('refuses a registration (S92)', () => {
  const unauthorized = async (token: string) => {
    const before = await countClients();
    const { status, body } = await register(metadata, token);
    expect([status, body.error, await countClients()]).toEqual([401, 'invalid_token', before]);
  };

  test('without any token', async () => {
    const { status } = await provider.send('POST', '/oauth2/register', { json: metadata });
    expect(status).toBe(401);
  });
  test('with a made-up token', () => unauthorized(randomToken()));
  test('with the hash of a token, as the database stores it', async () => {
    const token = await newToken();
    const { tokenHash } = await db().initialAccessToken.findFirstOrThrow({ where: { prefix: token.slice(0, 8) } });
    await unauthorized(Buffer.from(tokenHash).toString('base64url'));
  });
  test('with a used token', async () => {
    const token = await newToken();
    expect((await register(metadata, token)).status).toBe(201);
    await unauthorized(token);
  });
  test('in four of five concurrent requests with a single-use token', async () => {
    const [before, token] = [await countClients(), await newToken()];
    const answers = await Promise.all(Array.from({ length: 5 }, () => register(metadata, token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await countClients()) - before).toBe(1);
  });
  test('with a revoked token', async () => {
    const { id, token } = await createInitialToken(ctx(), { max_uses: 5, days: 1 });
    await revokeInitialToken(ctx(), id);
    await unauthorized(token);
    await expect(revokeInitialToken(ctx(), id)).rejects.toMatchObject({ code: 'not_found' });
  });
  test('with an expired token', async () => {
    const past = { ...ctx(), now: new Date(Date.now() - 2 * DAY) };
    await unauthorized((await createInitialToken(past, { max_uses: 5, days: 1 })).token);
  });
  test('with a working token while registration is off, immediately in this process', async () => {
    const token = await newToken();
    await turn(false);
    const { status } = await register(metadata, token);
    expect(status).toBe(404);
  });
  test('with a working token once registration is off, even in a process with the old settings', async () => {
    const token = await newToken();
    expect((await register(metadata, token)).status).toBe(201);
    const second = await newToken();
    await db().oAuthSettings.update({ where: { id: 1 }, data: { allowRegistration: false } });
    await unauthorized(second);
  });
});

describe('refuses or ignores metadata that a client may not choose (S92)', () => {
  test.each<[string, object]>([
    ['a scope of the subscription', { scope: 'openid subscription groups' }],
    ['an unknown scope', { scope: 'openid admin' }],
    ['the password grant', { grant_types: ['password'] }],
    ['the client credentials grant', { grant_types: ['client_credentials'] }],
    ['the implicit grant', { grant_types: ['implicit'], response_types: ['id_token'] }],
    ['the device grant', { grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] }],
    ['a hybrid response', { response_types: ['code id_token'] }],
    ['another authentication', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['a secret of its choice', { client_secret: 'known-to-the-attacker' }],
    ['a secret and no authentication', { token_endpoint_auth_method: 'none', client_secret: 'x'.repeat(43) }],
    ['keys', { jwks: { keys: [] } }],
    ['a URL of keys', { jwks_uri: 'http://169.254.169.254/latest/meta-data' }],
    ['a sector URL', { sector_identifier_uri: 'https://10.0.0.1/sector' }],
    ['a logout URL', { backchannel_logout_uri: 'https://10.0.0.1/logout' }],
    ['request URLs', { request_uris: ['https://10.0.0.1/request'] }],
    ['a software statement', { software_statement: 'eyJhbGciOiJub25lIn0.e30.' }],
    ['no redirect URI', { redirect_uris: [] }],
    ['a redirect URI that is no text', { redirect_uris: [{}] }],
    ['21 redirect URIs', { redirect_uris: Array.from({ length: 21 }, (_, n) => `${REDIRECT}${n}`) }],
    ['javascript:', { redirect_uris: ['javascript:alert(1)'] }],
    ['javascript: of a native client', { application_type: 'native', redirect_uris: ['javascript:alert(1)'] }],
    ['data:', { redirect_uris: ['data:text/html,x'] }],
    ['http', { redirect_uris: ['http://app.example/cb'] }],
    ['loopback of a web client', { redirect_uris: ['http://localhost/cb'] }],
    [
      'a host that begins like loopback',
      { application_type: 'native', redirect_uris: ['http://localhost.evil.example/'] },
    ],
    ['a scheme of a confidential client', { application_type: 'native', redirect_uris: ['com.example.app:/cb'] }],
    ['a wildcard', { redirect_uris: ['https://*.example/cb'] }],
    ['a fragment', { redirect_uris: [`${REDIRECT}#x`] }],
    ['a user name', { redirect_uris: ['https://good.example@evil.example/cb'] }],
    ['javascript: after logout', { post_logout_redirect_uris: ['javascript:alert(1)'] }],
    ['our name', { client_name: 'Rspamd Support' }],
    ['our name in digits and dashes', { client_name: 'R-5-P-4-M-D' }],
    ['our name with a small capital', { client_name: 'ʀspamd' }],
    ['our name with accents and strokes', { client_name: 'Řşƥämđ Support' }],
    ['our name with two letters that look like one', { client_name: 'Rsparnd' }],
    ['our name in Lisu letters', { client_name: 'ꓣꓢꓑꓮꓟꓓ' }],
    ['our name in Cherokee letters', { client_name: 'ᏒᏚᏢᎪᎷᎠ' }],
    ['our name in Cyrillic letters', { client_name: 'гѕрамԁ' }],
    ['phonetic letters', { client_name: 'Bɑnk' }],
    ['a name in two alphabets', { client_name: 'Micrоsoft' }],
    ['a name in full-width letters', { client_name: 'Ｐａｙ' }],
    ['a name that runs backwards', { client_name: 'x\u202eknab' }],
    ['an invisible character', { client_name: 'My\u200bBank' }],
    ['a long name', { client_name: 'x'.repeat(61) }],
    ['a name that is no text', { client_name: { toString: 'x' } }],
  ])('%s', async (_what, fields) => {
    const [before, token] = [await countClients(), await newToken()];
    const { status, body } = await register({ ...metadata, ...fields }, token);
    const error = 'redirect_uris' in fields ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    expect([status, body.error]).toEqual([400, error]);
    expect(await countClients()).toBe(before);
    expect(await db().initialAccessToken.findFirst({ where: { prefix: token.slice(0, 8) } })).toMatchObject({
      uses: 0,
    });
  });

  test.each(['[]', 'null', '"x"', '{', `{"client_name":"${'x'.repeat(70_000)}"}`])('a body %.12s', async (json) => {
    const { status } = await register(json);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  test('ignores an id, a kind, access to the subscription and a time that the client sends', async () => {
    const given = { client_id: 'mine', kind: 'admin', may_read_subscription: true, require_pkce: false };
    const { status, body } = await register({ ...metadata, ...given, client_id_issued_at: 1 });
    expect(status).toBe(201);
    expect(body.client_id).not.toBe('mine');
    const row = await db().oAuthClient.findUniqueOrThrow({ where: { id: String(body.client_id) } });
    expect(row).toMatchObject({ kind: 'registered', mayReadSubscription: false, requirePkce: true });
  });
});

test('advertises registration and metadata documents only while an admin allows them (S92, S93)', async () => {
  const offered = async () => {
    const { body } = await provider.send('GET', '/.well-known/openid-configuration');
    return [body.registration_endpoint, body.client_id_metadata_document_supported];
  };
  expect(await offered()).toEqual([`${env().APP_URL}/oauth2/register`, undefined]);
  await updateRegistrationSettings(ctx(), { registration: false, metadata_documents: true });
  expect(await offered()).toEqual([undefined, true]);
  await turn(false);
  expect(await offered()).toEqual([undefined, undefined]);
});

describe('after a registration (S92)', () => {
  test.each(['GET', 'PUT', 'DELETE'])('leaves %s of a client to Next, which has no such page', (method) => {
    expect(isProviderRequest(method, '/oauth2/register/abc')).toBe(false);
  });

  test('refuses a client that an admin has blocked, until it is unblocked', async () => {
    const { body } = await register(metadata);
    const id = String(body.client_id);
    const query = { client_id: id, redirect_uri: REDIRECT, response_type: 'code', code_challenge: 'x'.repeat(43) };
    const path = `/oauth2/authorize?${new URLSearchParams({ ...query, code_challenge_method: 'S256' })}`;
    const open = async () => (await provider.send('GET', path)).headers.location;
    expect(await open()).toContain('interaction=');
    expect(await db().oidcArtifact.count({ where: { clientId: id } })).toBe(1);
    await blockOAuthClient(ctx(), id, true);
    expect(await db().oidcArtifact.count({ where: { clientId: id } })).toBe(0);
    expect(await open()).toBe('/oauth2/authorize?error=invalid_client');
    await blockOAuthClient(ctx(), id, false);
    expect(await open()).toContain('interaction=');
  });

  test('does not let an admin give the client access to the subscription', async () => {
    const { body } = await register(metadata);
    const input = { name: 'Mail Desk', redirect_uris: [REDIRECT], scopes: ['openid'], is_public: false };
    const update = updateOAuthClient(ctx(), String(body.client_id), { ...input, may_read_subscription: true });
    await expect(update).rejects.toMatchObject({ code: 'conflict' });
  });

  test('audits tokens and registrations, without any secret', async () => {
    const { id, token } = await createInitialToken(ctx(), { max_uses: 1, days: 1 });
    const { body } = await register(metadata, token);
    const events = await db().auditEvent.findMany({
      where: { targetId: { in: [id, String(body.client_id)] } },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ action }) => action)).toEqual(['initial_token.created', 'oauth_client.registered']);
    const rows = JSON.stringify(events, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    for (const secret of [token, String(body.client_secret)]) expect(rows).not.toContain(secret);
    expect(JSON.stringify(await listInitialTokens(ctx()))).not.toContain(token);
  });

  test('refuses an IP address after 20 requests within an hour', async () => {
    const statuses = [];
    for (let n = 0; n < 21; n++) statuses.push((await register({}, randomToken(), '203.0.113.77')).status);
    expect(statuses.slice(0, 20).every((status) => status === 401)).toBe(true);
    expect(statuses[20]).toBe(429);
  });
});

test('accepts the first settings from several admins at once, and audits each change in turn (S53)', async () => {
  await db().oAuthSettings.deleteMany();
  const since = new Date();
  await Promise.all(Array.from({ length: 8 }, (_, number) => turn(number % 2 === 0)));
  const rows = await db().auditEvent.findMany({
    where: { action: 'oauth_settings.updated', at: { gte: since } },
    select: { data: true },
  });
  const states = rows.map(
    ({ data }) => data as { before: { registration: boolean }; after: { registration: boolean } },
  );
  expect(states).toHaveLength(8);
  const countOf = (side: 'before' | 'after') => states.filter((state) => state[side].registration).length;
  expect(countOf('after')).toBe(4);
  const last = (await db().oAuthSettings.findUniqueOrThrow({ where: { id: 1 } })).allowRegistration;
  expect(countOf('before'), 'each change starts from the one before it').toBe(last ? 3 : 4);
});
