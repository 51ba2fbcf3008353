import { fetchUserInfo, tokenIntrospection } from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { logOut } from '#lib/auth/login/service.ts';
import { sessionCookieName, startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { createOAuthClient } from '#lib/oauth/clients/manage-clients.ts';
import { adminContext, anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import {
  deliverLogoutJob,
  deliverLogouts,
  LogoutEndpoint,
  partOfJwt,
  queuedLogouts,
  verifiedJwt,
} from '#lib/testing/oauth/logout-endpoint.ts';
import { startMountedProvider } from '#lib/testing/oauth/relying-party.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

const endpoint = new LogoutEndpoint();
let provider: Awaited<ReturnType<typeof startMountedProvider>>;
beforeAll(async () => {
  provider = await startMountedProvider();
  await endpoint.start();
});
beforeEach(() => endpoint.reset());
afterAll(() => {
  provider.close();
  endpoint.close();
});

const createApp = () => provider.createRelyingParty({ backchannelLogoutUri: endpoint.uri });
const audited = async (userId: string) =>
  (
    await db().auditEvent.findMany({
      where: { targetId: userId, action: { startsWith: 'logout_token.' } },
      orderBy: { id: 'asc' },
    })
  ).map(({ action, data }) => ({ action, ...(data as object) }));

describe('a logout token', () => {
  async function issue() {
    const [person, app] = [await createSignedInUser(db()), await createApp()];
    const tokens = await app.logIn(person, 'openid');
    await logOut(person.ctx, person.sessionToken);
    await deliverLogouts();
    return { person, app, tokens, logoutToken: endpoint.received[0]?.token ?? '' };
  }

  test('is a form field, signed by the published key, and lives for two minutes', async () => {
    const { person, app, logoutToken } = await issue();
    expect(endpoint.received).toMatchObject([{ type: 'application/x-www-form-urlencoded', path: '/logout' }]);
    const jwks = await provider.send(`${env().APP_URL}/oauth2/jwks`);
    const { header, claims } = await verifiedJwt(logoutToken, jwks);
    expect(header).toMatchObject({ alg: 'RS256', typ: 'logout+jwt' });
    expect(claims).toMatchObject({ iss: env().APP_URL, aud: app.id, sub: person.id, events: { [EVENT]: {} } });
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(120);
    expect(claims['jti']).toEqual(expect.stringMatching(/^.{20,}$/));
    for (const name of ['nonce', 'email', 'name', 'auth_time', 'at_hash']) expect(claims).not.toHaveProperty(name);
  });

  test('is refused as an access token', async () => {
    const { app, person, logoutToken } = await issue();
    await expect(fetchUserInfo(app.config, logoutToken, person.id)).rejects.toMatchObject({ status: 401 });
    const inspected = tokenIntrospection(app.config, logoutToken);
    await expect(inspected).rejects.toMatchObject({ error: 'unsupported_token_type' });
  });

  test('is refused as an id_token_hint, at logout and at login', async () => {
    const { person, app, logoutToken } = await issue();
    const again = await startSignInSession(anonymousContext(db()), person.id);
    const cookie = `${sessionCookieName()}=${again.token}`;
    const query = new URLSearchParams({ id_token_hint: logoutToken });
    const answer = await provider.send(`${env().APP_URL}/oauth2/end_session?${query}`, { headers: { cookie } });
    expect(await db().signInSession.count({ where: { id: again.id } })).toBe(1);
    expect(answer.headers.get('location')).not.toBe('/');
    const hinted = app.logIn({ ...person, sessionToken: again.token }, 'openid', {
      id_token_hint: logoutToken,
      prompt: 'none',
    });
    await expect(hinted).rejects.toThrow();
  });

  test('differs from an ID token in type and events, so that neither passes as the other', async () => {
    const { tokens, logoutToken } = await issue();
    expect(partOfJwt(tokens.id_token ?? '', 0)).not.toMatchObject({ typ: 'logout+jwt' });
    expect(partOfJwt(tokens.id_token ?? '', 1)).not.toHaveProperty('events');
    expect(partOfJwt(logoutToken, 1)).not.toHaveProperty('nonce');
  });
});

describe('the delivery of a logout token', () => {
  async function aJob() {
    const [person, app] = [await createSignedInUser(db()), await createApp()];
    await app.logIn(person, 'openid');
    await logOut(person.ctx, person.sessionToken);
    const [job] = await queuedLogouts();
    if (!job) throw new Error('nothing is queued');
    return { person, app, job };
  }

  test.each([302, 408, 425, 429, 500, 501, 503])(
    'fails with %i, is recorded, and is retried with a new token',
    async (code) => {
      const { person, app, job } = await aJob();
      endpoint.status = code;
      await expect(deliverLogoutJob(job)).rejects.toThrow(String(code));
      expect(endpoint.received.map(({ path }) => path)).toEqual(['/logout']);
      endpoint.status = 204;
      await deliverLogoutJob(job);
      const ids = endpoint.received.map(({ token }) => partOfJwt(token, 1)['jti']);
      expect(new Set(ids).size).toBe(2);
      expect(await audited(person.id)).toEqual([
        { action: 'logout_token.failed', client: app.id, reason: expect.stringContaining(String(code)) as string },
        { action: 'logout_token.delivered', client: app.id },
      ]);
    },
  );

  test.each([400, 401, 403, 404, 405, 410, 499])(
    'is tried once, and recorded, if the client answers %i',
    async (code) => {
      const { person, app, job } = await aJob();
      endpoint.status = code;
      await deliverLogoutJob(job);
      expect(await audited(person.id)).toEqual([
        { action: 'logout_token.failed', client: app.id, reason: expect.stringContaining(String(code)) as string },
      ]);
    },
  );

  test('fails for an endpoint that is down', async () => {
    const { person, app, job } = await aJob();
    await db().oAuthClient.update({ where: { id: app.id }, data: { backchannelLogoutUri: 'http://localhost:1/' } });
    await expect(deliverLogoutJob(job)).rejects.toThrow();
    expect(await audited(person.id)).toMatchObject([{ action: 'logout_token.failed' }]);
  });

  test.each(['https://169.254.169.254/', 'https://10.0.0.1/', 'https://[::ffff:127.0.0.1]/', 'http://192.168.1.1/'])(
    'refuses to send to %s, even if it is stored (S62)',
    async (uri) => {
      const { person, app, job } = await aJob();
      await db().oAuthClient.update({ where: { id: app.id }, data: { backchannelLogoutUri: uri } });
      await expect(deliverLogoutJob(job)).rejects.toThrow();
      expect(await audited(person.id)).toMatchObject([
        { action: 'logout_token.failed', reason: expect.stringMatching(/not public|must begin with https/) as string },
      ]);
    },
  );

  test('does nothing for a client that was deleted or no longer has a logout URI', async () => {
    const { person, app, job } = await aJob();
    await db().oAuthClient.update({ where: { id: app.id }, data: { backchannelLogoutUri: null } });
    await deliverLogoutJob(job);
    await db().oAuthClient.delete({ where: { id: app.id } });
    await deliverLogoutJob(job);
    expect(endpoint.received).toEqual([]);
    expect(await audited(person.id)).toEqual([]);
  });
});

test.each([
  'http://app.example.com/logout',
  'https://127.0.0.2.nip/#x',
  'https://user:pass@app.example.com/',
  'https://169.254.169.254/',
  'https://10.1.2.3/',
  'https://[fd00::1]/',
  'https://2130706433/',
  'ftp://app.example.com/',
  'com.example.app:/logout',
  'javascript:alert(1)',
  'nonsense',
])('refuses %s as the logout URL of a client (S62)', async (uri) => {
  const input = { name: 'App', redirect_uris: ['https://app.example.com/cb'], scopes: ['openid'], is_public: false };
  const wanted = {
    ...input,
    post_logout_redirect_uris: [],
    require_pkce: false,
    may_read_subscription: false,
    roles_as_groups: false,
    may_use_device_flow: false,
    id_token_signed_response_alg: 'RS256' as const,
    dpop_bound_access_tokens: false,
    require_pushed_authorization_requests: false,
    require_two_factor: false,
  };
  const created = createOAuthClient(adminContext(db()), { ...wanted, backchannel_logout_uri: uri });
  await expect(created).rejects.toMatchObject({
    code: 'invalid',
    fields: { backchannel_logout_uri: expect.any(String) as string },
  });
});
