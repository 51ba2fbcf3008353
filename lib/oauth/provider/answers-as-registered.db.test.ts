import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sessionCookieName } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { log } from '#lib/base/log.ts';
import '#lib/testing/database.ts';
import { createClientRow } from '#lib/testing/factories.ts';
import { startMountedProvider } from '#lib/testing/oauth/relying-party.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { withParams } from './response-modes.ts';

let provider: Awaited<ReturnType<typeof startMountedProvider>>;
beforeAll(async () => {
  provider = await startMountedProvider();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => provider.close());

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const at = (path: string) => `${env().APP_URL}${path}`;
type Query = Record<string, string>;
/** Sends an authorization request and returns the raw Location. */
const authorize = async (query: Query, cookie = '') => {
  const url = at(`/oauth2/authorize?${new URLSearchParams({ response_type: 'code', ...query })}`);
  return (await provider.send(url, { headers: { cookie } })).headers.get('location') ?? '';
};
/** Posts a form as this client. */
const post = (path: string, { client, secret }: Client, form: Query) =>
  provider.send(at(path), {
    method: 'POST',
    headers: { ...FORM, authorization: `Basic ${btoa(`${client.id}:${secret ?? ''}`)}` },
    body: new URLSearchParams(form),
  });
type Client = Awaited<ReturnType<typeof createClientRow>>;
const REDIRECT = 'https://app.example/cb';

/** Registered URIs that a parser would write in another way. */
const AS_REGISTERED = [
  'https://app.example',
  'https://app.example/cb?next=%2Fa%20b&x',
  'https://app.example/cb?a=foo;bar',
  "https://app.example/cb?q='quoted'",
  'https://app.example/a/../cb',
  'https://app.example/cb?',
  'com.example.app:/cb',
  'app.immich.example:///oauth-callback',
];

describe.each(AS_REGISTERED)('%s stays as it was registered (RFC 6749 §3.1.2)', (uri) => {
  const isPublic = !uri.startsWith('https');
  const mark = uri.includes('?') ? /^&?/ : /^\?/;
  const register = () => createClientRow(db(), { redirectUris: [uri], postLogoutRedirectUris: [uri], isPublic });
  const refused = (id: string) => ({ client_id: id, redirect_uri: uri, prompt: 'none', scope: 'openid', state: 'a b' });

  test('in an answer', async () => {
    const { client } = await register();
    const location = await authorize(refused(client.id));
    expect(location.slice(0, uri.length)).toBe(uri);
    expect(location.slice(uri.length)).toMatch(mark);
    const params = new URLSearchParams(location.slice(uri.length).replace(mark, ''));
    expect(Object.fromEntries(params)).toMatchObject({ error: expect.any(String) as string, state: 'a b' });
  });

  test('in a fragment', async () => {
    const { client } = await register();
    const location = await authorize({ ...refused(client.id), response_mode: 'fragment' });
    expect(location.startsWith(`${uri}#error=`)).toBe(true);
  });

  test('in a form', async () => {
    const { client } = await register();
    const query = new URLSearchParams({ ...refused(client.id), response_mode: 'form_post', response_type: 'code' });
    const page = await (await provider.send(at(`/oauth2/authorize?${query}`))).text();
    const escaped = uri.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
    expect(page).toContain(`action="${escaped}"`);
  });

  test('after a logout, with and without asking', async () => {
    const { client } = await register();
    const query = new URLSearchParams({ client_id: client.id, post_logout_redirect_uri: uri, state: 'a b' });
    const url = at(`/oauth2/end_session?${query}`);
    const expected = withParams(uri, { state: 'a b' });
    expect((await provider.send(url)).headers.get('location')).toBe(expected);
    for (const choice of [{ logout: 'yes' }, {}]) {
      const person = await createSignedInUser(db());
      const session = `${sessionCookieName()}=${person.sessionToken}`;
      const page = await provider.send(url, { headers: { cookie: session } });
      const cookies = page.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
      const answer = await provider.send(at('/oauth2/end_session/confirm'), {
        method: 'POST',
        headers: { ...FORM, cookie: [session, ...cookies].join('; ') },
        body: new URLSearchParams({ xsrf, ...choice }),
      });
      expect(answer.headers.get('location'), JSON.stringify(choice)).toBe(expected);
    }
  });
});

describe('scopes', () => {
  test.each(['openid  email', 'openid\temail', ' openid\r\nemail\n', 'openid \t email'])(
    'may have any white space between them: %j',
    async (scope) => {
      const owner = await createClientRow(db(), { redirectUris: [REDIRECT], mayUseDeviceFlow: true });
      const query = { client_id: owner.client.id, redirect_uri: REDIRECT, scope };
      const page = new URL(await authorize(query), env().APP_URL);
      expect(page.searchParams.get('scope')).toBe('openid email');
      const pushed = await post('/oauth2/par', owner, { ...query, response_type: 'code' });
      expect(pushed.status).toBe(201);
      expect((await post('/oauth2/device_authorization', owner, { scope })).status).toBe(200);
    },
  );

  test.each(['user:email', 'email profile', ' '])('without openid say what is missing: %j', async (scope) => {
    const owner = await createClientRow(db(), { redirectUris: [REDIRECT], mayUseDeviceFlow: true });
    const query = { client_id: owner.client.id, redirect_uri: REDIRECT, scope };
    const texts = [];
    if (scope.trim()) texts.push(new URL(await authorize(query)).searchParams.get('error_description'));
    for (const [path, form] of [
      ['/oauth2/par', { ...query, response_type: 'code' }],
      ['/oauth2/device_authorization', { scope }],
    ] as const)
      texts.push(((await (await post(path, owner, form)).json()) as { error_description: string }).error_description);
    for (const text of texts) expect(text).toBe('The scope openid is missing: add it to the scopes that you ask for.');
  });

  test('leaves a body without scopes, or one that is too long, to the provider', async () => {
    const owner = await createClientRow(db(), { redirectUris: [REDIRECT] });
    const query = { client_id: owner.client.id, redirect_uri: REDIRECT, response_type: 'code', scope: 'openid' };
    expect((await post('/oauth2/par', owner, query)).status).toBe(201);
    const long = await post('/oauth2/par', owner, { ...query, scope: 'openid  email', state: 'x'.repeat(60_000) });
    expect([long.status, await long.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })]);
    expect((await provider.send(at('/oauth2/par'), { method: 'POST' })).status).toBe(400);
  });

  test('that only an admin allows are named, and recorded once a day for the admin', async () => {
    const owner = await createClientRow(db(), { redirectUris: [REDIRECT] });
    const query = { client_id: owner.client.id, redirect_uri: REDIRECT, scope: 'openid email groups', state: 's' };
    for (let n = 0; n < 3; n++) {
      const { searchParams } = new URL(await authorize(query));
      expect(Object.fromEntries(searchParams)).toMatchObject({ error: 'invalid_scope', scope: 'groups', state: 's' });
      expect(searchParams.get('error_description')).toContain('an admin of Rspamd Premium must allow it');
    }
    const where = { action: 'oauth_client.scope_refused', targetId: owner.client.id };
    await vi.waitFor(async () =>
      expect(await db().auditEvent.findMany({ where })).toMatchObject([{ data: { scope: 'groups' } }]),
    );
    await authorize({ ...query, scope: 'openid unknown' });
    expect(await db().auditEvent.count({ where })).toBe(1);
  });
});

test('logs why a grant was refused, and tells the caller nothing', async () => {
  const owner = await createClientRow(db(), { redirectUris: [REDIRECT] });
  const info = vi.spyOn(log(), 'info');
  const form = { grant_type: 'authorization_code', code: 'unknown', redirect_uri: REDIRECT };
  const answer = await post('/oauth2/token', owner, form);
  expect(await answer.json()).toEqual({ error: 'invalid_grant', error_description: 'grant request is invalid' });
  const fields = { client: owner.client.id, grantType: 'authorization_code', reason: 'authorization code not found' };
  expect(info).toHaveBeenCalledWith(fields, 'grant refused');
});

test('answers a revocation with 200, nothing, and no type (RFC 7009 §2.2)', async () => {
  const owner = await createClientRow(db(), {});
  const answer = await post('/oauth2/revoke', owner, { token: 'unknown' });
  expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([200, '', null]);
});
